import { openDatabase } from '../db/open.ts'
import { importExport } from '../imports/import.ts'
import { exportOf } from './import.ts'

// One import in a process of its own, whose memory is then this import's: of a database, so many records.
const [url = '', count = '0'] = process.argv.slice(2)
const sql = openDatabase(url, { max: 2 })
const by = { id: null, username: 'bench' }
await importExport(sql, exportOf(1000), by, new Date())
await sql`truncate prospects, imports cascade`
const before = process.memoryUsage().rss
const from = performance.now()
await importExport(sql, exportOf(Number(count)), by, new Date())
const seconds = (performance.now() - from) / 1000
const MB = 1024 ** 2
// maxRSS is in kilobytes.
const peak = (process.resourceUsage().maxRSS * 1024) / MB
process.send?.({ seconds, peak, grown: peak - before / MB })
await sql.end()
