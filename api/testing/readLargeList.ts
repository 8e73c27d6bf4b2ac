import { readFile } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { inTransaction, openDatabase } from '../platform/db/open.ts'
import { commitList, readForCommit, uploadList } from '../salons/lists/lists.ts'
import { findSalonRules } from '../salons/salons/queries.ts'
import { longestBlock } from './longestBlock.ts'

/**
 * Reads and stores a list in the given database for the given salon. Prints the counts, the times in ms, the longest
 * block of the event loop, and how much memory grew.
 */

const [, , url = '', salonId = '', path = ''] = process.argv
const sql = openDatabase(url, { max: 2 })
const salon = await findSalonRules(sql, salonId)
if (!salon) throw new Error('no such salon')
const now = new Date('2026-03-10T12:00:00Z')
const list = (file: Buffer) => ({ file, fileName: path, uploadedBy: 'test', now })
// Loads the code and opens the connection.
await uploadList({ sql, env: {} }, salon, list(Buffer.from('Name,Mobile\nAnn,07700 900123\n')))
const file = await readFile(path)
const before = process.memoryUsage().rss
const declaration = { customers: true, knewOfTexts: 'yes' } as const
const startedAt = performance.now()
let readMs = 0
let result: object = {}
const blockedMs = await longestBlock(async () => {
  const { id, rows, rejected, merged } = await uploadList({ sql, env: {} }, salon, list(file))
  readMs = performance.now() - startedAt
  const commit = { asOf: '2026-03-10', declaration, by: 'test', now }
  const readAgain = await readForCommit({ sql, env: {} }, salon, { id, now })
  const counts = await inTransaction(sql, (open) => commitList(open, salon, readAgain, commit))
  result = { rows, rejected, merged, added: counts.added }
})
const allMs = performance.now() - startedAt
// maxRSS is in kilobytes.
const grownMb = (process.resourceUsage().maxRSS * 1024 - before) / 1024 ** 2
const figures = { readMs, allMs, blockedMs, grownMb }
const rounded = Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Math.round(value)]))
process.stdout.write(JSON.stringify({ ...result, ...rounded }))
await sql.end()
