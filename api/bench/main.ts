import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { rows } from './rows.ts'
import { runInProcessGroup } from './runInProcessGroup.ts'
import { formatTable, type RowResult, writeTable } from './table.ts'

/** `npm run bench [-- ROW… ] [--out FOLDER]`; see README.md. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: {
      type: 'string',
      default: join(fileURLToPath(new URL('../..', import.meta.url)), '.cache', 'bench'),
    },
  },
})
const unknown = positionals.filter((name) => !(name in rows))
if (unknown.length > 0) {
  process.stderr.write(`Unknown rows: ${unknown.join(', ')}. Rows: ${Object.keys(rows).join(', ')}\n`)
  process.exit(1)
}
const script = fileURLToPath(new URL('measureRow.ts', import.meta.url))
const results: RowResult[] = []
for (const name of positionals.length > 0 ? positionals : Object.keys(rows)) {
  const start = performance.now()
  const outcome = await runInProcessGroup(script, [name], (rows[name]?.limitSeconds ?? 0) * 1000)
  const seconds = Math.round((performance.now() - start) / 1000)
  results.push({ name, seconds, ...outcome })
  process.stdout.write(`${name}: ${seconds} s${'failed' in outcome ? `, failed: ${outcome.failed}` : ''}\n`)
  // Written after each row, so that an interrupted run keeps its results.
  await writeTable(results, values.out)
}
process.stdout.write(`\n${formatTable(results)}`)
if (results.some((row) => 'failed' in row)) process.exitCode = 1
