import { config } from 'zod/v4/core'

// Must be imported before any schema is made: X// violation of the content security policy.
config({ jitless: true })
