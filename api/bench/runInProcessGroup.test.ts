import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '@salonback/shared/testing/server.ts'
import { temporaryFolder } from '@salonback/shared/testing/temporaryFolder.ts'
import { expect, test } from 'vitest'
import { runInProcessGroup } from './runInProcessGroup.ts'
import { type Figure, formatTable, type RowResult, writeTable } from './table.ts'

const figure: Figure = {
  what: 'a list',
  today: 20,
  reference: 10,
  referenceName: 'bare',
  unit: 'ms',
  floor: { of: 'ratio', atMost: 1.5 },
}

/** A script that sends a figure, exits, or hangs with a child process, by its first argument. */
async function rowScript() {
  const folder = await temporaryFolder()
  const script = join(folder, 'row.mjs')
  await writeFile(
    script,
    `import { spawn } from 'node:child_process'
    import { writeFileSync } from 'node:fs'
    const [what, file] = process.argv.slice(2)
    if (what === 'measures') process.send({ figures: [${JSON.stringify(figure)}] })
    if (what === 'exits') process.exit(3)
    const grandchild = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'])
    if (file) writeFileSync(file, String(grandchild.pid))
    setInterval(() => {}, 1000)`,
  )
  return { script, folder }
}

/** True for a zombie as well. */
const hasEnded = (pid: number) =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (stat) => / [ZX] /.test(stat),
    () => true,
  )

test('a row returns its figures; an exit or a timeout is a failure and leaves no process', async () => {
  const { script, folder } = await rowScript()
  expect(await runInProcessGroup(script, ['measures'], 20_000)).toEqual({ figures: [figure] })
  expect(await runInProcessGroup(script, ['exits'], 20_000)).toEqual({ failed: 'exited with 3' })
  const pidFile = join(folder, 'pid')
  expect(await runInProcessGroup(script, ['hangs', pidFile], 1500)).toEqual({
    failed: 'timed out after 1.5 s',
  })
  const pid = Number(await readFile(pidFile, 'utf8'))
  await until(() => hasEnded(pid), Boolean, 10)
})

test('table and JSON hold measured and failed rows', async () => {
  const results: RowResult[] = [
    {
      name: 'lists',
      seconds: 3,
      figures: [figure, { ...figure, floor: { of: 'today', atLeast: 20 } }],
    },
    { name: 'outbox', seconds: 1, failed: 'exited with 3' },
  ]
  expect(formatTable(results).split('\n')).toEqual([
    'row    what    today    reference  ratio  floor    met',
    'lists  a list  20.0 ms  10.0 bare  2.00   ≤ 1.5    NO',
    'lists  a list  20.0 ms  10.0 bare  2.00   ≥ 20 ms  yes',
    '',
    'FAILED outbox: exited with 3',
    '',
    '4 s: lists 3, outbox 1',
    '',
  ])
  const folder = await temporaryFolder()
  await writeTable(results, folder)
  expect(JSON.parse(await readFile(join(folder, 'bench.json'), 'utf8'))).toEqual({
    rows: [
      { name: 'lists', seconds: 3 },
      { name: 'outbox', seconds: 1, failed: 'exited with 3' },
    ],
    figures: [
      { row: 'lists', ...figure, ratio: 2, met: false },
      { row: 'lists', ...figure, floor: { of: 'today', atLeast: 20 }, ratio: 2, met: true },
    ],
  })
})
