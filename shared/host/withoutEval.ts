import { config } from 'zod'

// Imported before any schema is made: zod asks by `new Function` whether it may compile, and each try is a break of
// our content policy that the browser reports, among which a true one would not be seen.
config({ jitless: true })
