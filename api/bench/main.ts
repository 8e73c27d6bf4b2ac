import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { rows } from './rows.ts'
import { runApart } from './runApart.ts'
import { type Measured, tableOf, writeTable } from './table.ts'

/**
 * `npm run bench [-- inbound outbox … ] [--out FOLDER]`: ratios measured side by side in one run, as one table at the end,
 * which is written into the folder as well. What is not reached fails nothing; a row that cannot be measured is named, the
 * others go on, and the command ends with 1.
 */
const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    out: {
      type: 'string',
      default: join(fileURLToPath(new URL('../..', import.meta.url)), '.cache', 'bench'),
    },
  },
})
const unknown = asked.filter((name) => !(name in rows))
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(rows).join(', ')}\n`)
  process.exit(1)
}
const script = fileURLToPath(new URL('one.ts', import.meta.url))
const measured: Measured[] = []
for (const name of asked.length > 0 ? asked : Object.keys(rows)) {
  const from = performance.now()
  const told = await runApart(script, [name], (rows[name]?.limitSeconds ?? 0) * 1000)
  const seconds = Math.round((performance.now() - from) / 1000)
  measured.push({ name, seconds, ...told })
  process.stdout.write(`${name}: ${seconds} s${'failed' in told ? `, failed: ${told.failed}` : ''}\n`)
  // Written after each row, so that a run that is broken off leaves what it knows.
  await writeTable(measured, values.out)
}
process.stdout.write(`\n${tableOf(measured)}`)
if (measured.some((row) => 'failed' in row)) process.exitCode = 1
