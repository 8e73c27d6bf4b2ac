import { openDatabase } from '../platform/db/open.ts'
import { startApp } from '../testing/start.ts'
import type { ServerAddress } from './servers.ts'
import { ONE_CONNECTION } from './withDatabase.ts'

const [url = ''] = process.argv.slice(2)
const { origin, cookie } = await startApp({
  sql: openDatabase(url, ONE_CONNECTION),
  clock: () => new Date(),
  settings: { NODE_ENV: 'development' },
})
process.send?.({ origin, cookie } satisfies ServerAddress)
