import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@salonback/shared/testing/temporaryFolder.ts'
import { expect, test } from 'vitest'
import { erase } from '../../core/erasure/erase.ts'
import { reapplyErasures } from '../../core/restore/reapplyErasures.ts'
import { restore } from '../../core/restore/restore.ts'
import { testApp } from '../../testing/app.ts'
import { emptyDatabase } from '../../testing/database.ts'
import { fictional, makeProspects } from '../../testing/factories.ts'
import { readySalon, storeList } from '../../testing/salons.ts'
import { createBackupSchedule } from './schedule.ts'
import { findBackupFault } from './scheduleLease.ts'

test('one process makes backups on time, keeps the newest, and reports failures', async () => {
  const folder = join(await temporaryFolder(), 'backups')
  const settings = { BACKUP_DIR: folder, BACKUP_KEEP: '2', BACKUP_EVERY_HOURS: '24' }
  const { deps, clock, staff, request, sql, env } = await testApp(settings)
  const fault = () => findBackupFault(sql, env, clock())
  const schedules = [1, 2, 3].map(() => createBackupSchedule(deps))
  const round = async () => (await Promise.all(schedules.map((one) => one.round()))).filter(Boolean).length
  const backups = async () => (await readdir(folder)).filter((name) => name.endsWith('.backup')).sort()
  await writeFile(folder, 'a file')
  expect(await round()).toBe(1)
  expect((await staff.settings.service()).backupFailed).toMatch(/^The last backup failed: .* cannot be made/)
  await rm(folder)
  clock.advance(3_600_000)
  expect(await round()).toBe(1)
  expect((await staff.settings.service()).backupFailed).toBeNull()
  expect(await backups()).toEqual(['salonback-2026-03-10T130000Z.backup'])
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  await writeFile(join(folder, 'mine.backup'), 'not ours')
  clock.advance(23 * 3_600_000)
  expect(await round()).toBe(0)
  for (const _day of [2, 3]) {
    clock.advance(25 * 3_600_000)
    expect(await round()).toBe(1)
  }
  expect(await backups()).toEqual([
    'mine.backup',
    'salonback-2026-03-12T130000Z.backup',
    'salonback-2026-03-13T140000Z.backup',
  ])
  expect(await (await request('/metrics')).text()).toMatch(/salonback_backup_failed 0\n/)
  expect(await fault()).toBeNull()

  // The folder is missing and cannot be created.
  await rm(folder, { recursive: true })
  await writeFile(folder, 'a file')
  clock.advance(25 * 3_600_000)
  expect(await round()).toBe(1)
  expect(await fault()).toMatch(/^The last backup failed: .* cannot be made/)
  expect(await (await request('/metrics')).text()).toMatch(/salonback_backup_failed 1\n/)
  expect(await round()).toBe(0)
  await rm(folder)
  clock.advance(16 * 60_000)
  expect(await round()).toBe(1)
  expect(await fault()).toBeNull()
  expect(await backups()).toHaveLength(1)

  // Another process takes over from a dead one.
  clock.advance(25 * 3_600_000)
  await sql`update backup_schedule set holder = gen_random_uuid(), lease_until = ${new Date(clock().getTime() + 60_000)}`
  expect(await round()).toBe(0)
  clock.advance(60_000)
  expect(await round()).toBe(1)
  // A missing backup is reported too.
  clock.advance(50 * 3_600_000)
  expect(await fault()).toMatch(/^There has been no backup since /)
})

test('numbers erased after the snapshot are erased again: of prospects, clients and owners', async () => {
  const folder = await temporaryFolder()
  const app = await testApp({ BACKUP_DIR: folder })
  const { deps, clock, sql, env, staff } = app
  await makeProspects(sql, 3)
  const { id } = await readySalon(app)
  const [prospect, client, owner] = [fictional(301), fictional(311), fictional(312)]
  await staff.salons.update({ id, ownerPhone: owner })
  await storeList(app, id, [`Ana,${client},2025-09-01,Yes`, `Bea,${fictional(313)},2025-09-01,Yes`])
  const schedule = createBackupSchedule(deps)
  await schedule.round()
  for (const phone of [prospect, client, owner]) await erase(sql, env, null, { phone, now: clock() })
  await schedule.round()
  const [name] = (await readdir(folder)).filter((one) => one.endsWith('.backup'))
  const path = join(folder, name as string)
  const kept = await readFile(join(folder, 'erased-numbers.json'), 'utf8')
  for (const phone of [prospect, client, owner]) expect(kept).not.toContain(phone.slice(4))

  const to = await emptyDatabase()
  await restore(to.sql, { path, clock })
  const phones = async (table: 'prospects' | 'clients' | 'consent_events') =>
    (await to.sql<{ phone: string }[]>`select phone from ${to.sql(table)} order by phone`).map(
      ({ phone }) => phone,
    )
  expect([await phones('prospects'), await phones('clients')]).toEqual([
    [fictional(300), prospect, fictional(302)],
    [client, fictional(313)],
  ])
  expect(await reapplyErasures(to.sql, env, path, clock())).toEqual({
    hashes: 3,
    erased: 3,
    left: 0,
    unknownKey: false,
  })
  expect(await phones('prospects')).toEqual([fictional(300), fictional(302)])
  expect(await phones('clients')).toEqual([fictional(313)])
  expect(await phones('consent_events')).toEqual([fictional(313)])
  expect(await to.sql`select owner_phone from salons`).toEqual([{ ownerPhone: null }])
  expect(await to.sql`select 1 from suppressions where phone_hash is not null`).toHaveLength(3)
})
