import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { errorMessage } from '@salonback/shared/errorMessage.ts'
import { rows } from './rows.ts'
import { runInProcessGroup } from './runInProcessGroup.ts'
import { formatTable, type RowResult, writeTable } from './table.ts'

/** `npm run bench [-- ROW… ] [--out FOLDER]`; see README.md. */
async function main() {
  const cache = fileURLToPath(new URL('../../.cache', import.meta.url))
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string', default: join(cache, 'bench') } },
  })
  const known = Object.keys(rows)
  const unknown = positionals.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`Unknown rows: ${unknown.join(', ')}. Rows: ${known.join(', ')}`)
  const script = fileURLToPath(new URL('measureRow.ts', import.meta.url))
  const results: RowResult[] = []
  for (const name of positionals.length > 0 ? positionals : known) {
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
}

main().catch((error: unknown) => {
  process.stderr.write(`${errorMessage(error)}\n`)
  process.exitCode = 1
})
