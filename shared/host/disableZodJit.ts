import { config } from 'zod/v4/core'

// Imported before any schema is made: zod tries whether it may compile code, and each try is a break of
// our content policy that the browser reports, among which a true one would not be seen.
config({ jitless: true })
