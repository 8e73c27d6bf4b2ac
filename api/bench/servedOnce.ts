import { openDatabase } from '../db/open.ts'
import { startApp } from '../testing/start.ts'

/** What the bench is told of its server. */
export interface ServedBy {
  origin: string
  cookie: string
}

const [url = ''] = process.argv.slice(2)
const { origin, cookie } = await startApp({
  sql: openDatabase(url),
  clock: () => new Date(),
  settings: { NODE_ENV: 'development' },
})
process.send?.({ origin, cookie } satisfies ServedBy)
