import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { makeSalon } from '../../testing/factories.ts'
import { largeLists } from '../../testing/largeList.ts'

const script = fileURLToPath(new URL('../../testing/readLargeList.ts', import.meta.url))

/** Runs in a separate process with a small heap, so that garbage does not count. */
async function readLargeList(kind: 'csv' | 'xlsx') {
  const { sql, url } = await testDatabase()
  const { id } = await makeSalon(sql)
  const folder = await mkdtemp(join(tmpdir(), 'salonback-list-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, `clients.${kind}`)
  await writeFile(path, largeLists[kind]())
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--max-old-space-size=80',
    '--import',
    'tsx',
    script,
    url,
    id,
    path,
  ])
  return JSON.parse(stdout)
}

test.each(['csv', 'xlsx'] as const)(
  '50,000 rows of a .%s file are stored with less than 150 MB more',
  async (kind) => {
    const { readMs, allMs, blockedMs, grownMb, ...counts } = await readLargeList(kind)
    process.stdout.write(
      `${kind}: read in ${readMs} ms, stored after ${allMs} ms, blocked for ${blockedMs} ms, ${grownMb} MB more\n`,
    )
    expect(counts).toEqual({ rows: 50_000, rejected: 501, merged: 5000, added: 44_499 })
    expect(grownMb).toBeLessThan(150)
  },
)
