import { config } from 'zod/v4/core'

// Must be imported before any schema is made: zod tests whether it may compile code, and each test is reported as a
// violation of the content security policy.
config({ jitless: true })
