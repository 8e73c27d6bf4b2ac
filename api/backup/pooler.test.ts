import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importUpload } from '@salonback/shared/imports/contract.ts'
import { expect, onTestFinished, test } from 'vitest'
import { detectPooler } from '../db/detectPooler.ts'
import { openPools } from '../db/pools.ts'
import { testClock } from '../testing/app.ts'
import { emptyDatabase, testDatabase } from '../testing/database.ts'
import { startPgbouncer } from '../testing/pgbouncer.ts'
import { HASH_KEY, startApp } from '../testing/start.ts'
import { exportOf, exportRecord } from '../testing/upload.ts'
import { backUp } from './dump.ts'
import { restore } from './restore.ts'

const SALONS = 8000
const keys = { PHONE_HASH_KEY: HASH_KEY, PHONE_HASH_KEY_PREVIOUS: undefined }

/** Pools of a service behind a PgBouncer with four connections. */
async function pooledTo(url: string, mode: 'session' | 'transaction') {
  const few = mode === 'transaction' ? ['default_pool_size = 4'] : []
  const setup = await detectPooler({ DATABASE_URL: await startPgbouncer(url, mode, few) })
  const pools = openPools(setup)
  onTestFinished(() => pools.end())
  return pools
}

test.each(['transaction', 'session'] as const)(
  'import, backup and restore work behind PgBouncer in %s mode',
  async (mode) => {
    const folder = await mkdtemp(join(tmpdir(), 'salonback-pooled-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const path = join(folder, 'all.backup')
    const from = await testDatabase()
    const pools = await pooledTo(from.url, mode)
    const clock = testClock()
    const app = await startApp({ ...pools, clock })
    onTestFinished(app.stop)

    const body = new FormData()
    const salons = Array.from({ length: SALONS }, (_, n) => exportRecord(n, { category: 'x'.repeat(200) }))
    body.append('jsonFile', new File([exportOf(salons)], 'export.json'))
    const imported = await app.staffRequest(importUpload.path, { method: 'POST', body })
    expect(await imported.json()).toMatchObject({ recordsAdded: SALONS, recordsErrored: 0 })

    // Other queries still get a connection: the copy uses one of four.
    const [made] = await Promise.all([
      backUp(pools.sql, { path, keys, clock }),
      ...Array.from({ length: 40 }, () => app.staff.metrics.sms()),
    ])

    const to = await emptyDatabase()
    const target = await pooledTo(to.url, mode)
    const cut = join(folder, 'cut.backup')
    await writeFile(cut, await readFile(path))
    await truncate(cut, Math.floor(made.bytes / 2))
    await expect(restore(target.sql, { path: cut, clock })).rejects.toThrow(/not whole|incomplete|damaged/)
    expect(await restore(target.sql, { path, clock })).toMatchObject({ rows: made.rows, migrated: [] })

    // Bypasses both poolers.
    const salonsOf = (sql: typeof to.sql) => sql`select * from prospects order by id`
    const restored = await salonsOf(to.sql)
    expect(restored).toHaveLength(SALONS)
    expect(restored).toEqual(await salonsOf(from.sql))
  },
)
