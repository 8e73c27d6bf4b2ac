import { storeHashes } from './hashMigrations.ts'

/** Run by `npm run format`. */
await storeHashes()
