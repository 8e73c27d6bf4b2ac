import { systemActor } from '../platform/db/actor.ts'
import { openDatabase } from '../platform/db/open.ts'
import { importExport } from '../sales/imports/import.ts'
import { brokenFiles } from './brokenImportFiles.ts'

/** Imports every large broken file into the given database; prints each outcome and how much memory grew. */

const sql = openDatabase(process.argv[2] ?? '', { max: 2 })
const by = systemActor('command line')

async function* smallFile() {
  yield new TextEncoder().encode('{"export_metadata":{},"prospects":[{"name":"A","phone":"+447700900123"}]}')
}

async function outcomes() {
  const results = []
  for (const [n, { name, bytes }] of brokenFiles.filter(({ large }) => large).entries()) {
    const errors = await importExport(sql, bytes(), by, new Date(n)).then(
      () => null,
      (error: Error) => error.message,
    )
    results.push(errors === null ? { name } : { name, errors })
  }
  return results
}

await importExport(sql, smallFile(), by, new Date(0))
await sql`delete from prospects`
await sql`delete from imports`
const before = process.memoryUsage().rss
const result = await outcomes()
// maxRSS is in kilobytes.
const grownMb = Math.round((process.resourceUsage().maxRSS * 1024 - before) / 1024 ** 2)
process.stdout.write(JSON.stringify({ outcomes: result, grownMb }))
await sql.end()
