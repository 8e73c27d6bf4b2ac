import { openDatabase } from '../platform/db/open.ts'
import { startApp } from '../testing/start.ts'
import type { ServerAddress } from './servers.ts'

/** The service with its usual connections, and its worker. */
const [url = ''] = process.argv.slice(2)
const { origin, cookie, worker } = await startApp({
  sql: openDatabase(url),
  clock: () => new Date(),
  settings: { NODE_ENV: 'development' },
  listens: false,
})
await worker.start()
process.send?.({ origin, cookie } satisfies ServerAddress)
