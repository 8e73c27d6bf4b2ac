import { openDatabase } from '../db/open.ts'
import { startApp } from '../testing/start.ts'
import { ONE_AT_A_TIME, type ServedBy } from './served.ts'

const [url = ''] = process.argv.slice(2)
const { origin, cookie } = await startApp({
  sql: openDatabase(url, ONE_AT_A_TIME),
  clock: () => new Date(),
  settings: { NODE_ENV: 'development' },
})
process.send?.({ origin, cookie } satisfies ServedBy)
