import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@salonback/shared/testing/server.ts'
import { expect, onTestFinished, test } from 'vitest'
import { runApart } from './runApart.ts'
import { type Figure, type Measured, tableOf, writeTable } from './table.ts'

const figure: Figure = { what: 'a list', ours: 20, reference: 10, unit: 'ms', reach: { atMost: 1.5 } }

/** A row's script: says what it is told to, or ends, or hangs with a process beside it. */
async function rowScript() {
  const folder = await mkdtemp(join(tmpdir(), 'salonback-row-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const script = join(folder, 'row.mjs')
  await writeFile(
    script,
    `import { spawn } from 'node:child_process'
    import { writeFileSync } from 'node:fs'
    const [what, file] = process.argv.slice(2)
    if (what === 'measures') process.send({ figures: [${JSON.stringify(figure)}] })
    if (what === 'ends') process.exit(3)
    const beside = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'])
    if (file) writeFileSync(file, String(beside.pid))
    setInterval(() => {}, 1000)`,
  )
  return { script, folder }
}

/** A process that has ended and that nobody has asked for yet is gone as well. */
const isGone = (pid: number) =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (stat) => / [ZX] /.test(stat),
    () => true,
  )

test('a row tells its figures; one that ends or takes too long says so, and nothing of it is left', async () => {
  const { script, folder } = await rowScript()
  expect(await runApart(script, ['measures'], 20_000)).toEqual({ figures: [figure] })
  expect(await runApart(script, ['ends'], 20_000)).toEqual({ failed: 'it ended with 3' })
  const beside = join(folder, 'pid')
  expect(await runApart(script, ['hangs', beside], 1500)).toEqual({ failed: 'it took longer than 1.5 s' })
  const pid = Number(await readFile(beside, 'utf8'))
  await until(
    () => isGone(pid),
    (gone) => gone,
    10,
  )
})

test('table and JSON have the rows that were measured, beside those that failed', async () => {
  const measured: Measured[] = [
    { name: 'lists', seconds: 3, figures: [figure] },
    { name: 'start', seconds: 1, failed: 'it ended with 3' },
  ]
  expect(tableOf(measured).split('\n')).toEqual([
    'row    what    today    reference  ratio  to reach  met',
    'lists  a list  20.0 ms  10.0       2.00   ≤ 1.5     NO',
    '',
    'FAILED start: it ended with 3',
    '',
    '4 s: lists 3, start 1',
    '',
  ])
  const folder = await mkdtemp(join(tmpdir(), 'salonback-table-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeTable(measured, folder)
  expect(JSON.parse(await readFile(join(folder, 'bench.json'), 'utf8'))).toEqual({
    rows: [
      { name: 'lists', seconds: 3 },
      { name: 'start', seconds: 1, failed: 'it ended with 3' },
    ],
    figures: [{ row: 'lists', ...figure, ratio: 2, reached: false }],
  })
})
