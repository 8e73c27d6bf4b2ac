import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createLog } from '../../log.ts'
import { startDatabaseProxy } from '../../testing/databaseProxy.ts'
import { databaseUrl } from '../../testing/postgres.ts'
import { migrate } from './migrate.ts'
import { allowIdle, type Database, inTransaction, openDatabase } from './open.ts'
import { databaseFault, retryWhileUnavailable } from './startupRetry.ts'

const folder = fileURLToPath(new URL('./migrations/', import.meta.url))
const migrations = async () => (await readdir(folder)).sort()

/** SHA-256 of migrations that databases have already run. */
const landed: Record<string, string> = {
  '0001_initial.sql': '2fd863d2f69cdb1b75b08a3bc20d3336f0887fc0322e621aab7fe7c7b4bbbe7c',
  '0002_simulator.sql': 'be587e09f1d17d39bb016a90350a5aacdad60e8703e57074e29245b3169bafc6',
  '0003_reply_status.sql': '7aab4f96107235254ebd490d90fb46c0e69c8e14754f077678872918e948e0eb',
  '0004_pumping.sql': 'c6e977090cf343cee482c4b5b48805e07e5a84a4f776c4c1a00eb89527b1593f',
  '0005_privacy.sql': 'f55b288e95889d7210adb014c91789955357e5789b3c5c5825b69272902811a1',
  '0005b_no_key.sql': '64ad082e507690907280c251de7df605094c71aeec22566c73075acc251b74b2',
  '0006_auth.sql': '9cd485739f5866d45d9d2643c3eb516594f71539ed5fc9a88f5f652b70ded8f4',
  '0006b_failures_by_name.sql': '060f0cd61eea6238cf7d66584ad473bab4a5a3e2b3e6b4024ab4124215c7b745',
  '0006c_second_factor.sql': 'e2b667b0d3024978c95654fa9b36de450722efd25819aeaf6996f7a55420bae0',
  '0007_messages.sql': '9c77a9eb0e7f0b20cdeec823faafd349ed779d41923c9ea35d38f2ad53c313ad',
  '0008_housekeeping.sql': '8e281c41e355142190cdc7ef39eeb737a5e00b0c04e990f303855269b3aab097',
  '0009_imports.sql': '1933899181f05b25938405df2e2dffd97cee5c63753816a8a45da754c4d1fda7',
  '0010_field_words.sql': 'd8bc1acb250d4808226bae09bc6b9f7683ec4447bd3b5fc21a65feacf1420196',
  '0011_maybe_opt_out.sql': '05db48971fa379046723a8199082ff80fba38b09883af0b9ab275f81b5c94ab6',
  '0012_paused_by.sql': '652e7594a74ddafe29ccad9ab744fa49c9cf080de88e0b4a24ec38e3d5fff160',
  '0013_own_passwords.sql': '96d5b12f8f489469a8cacbb0dae4287a9576aedd09d93dc638dec73127321a5c',
  '0014_pending_carrier_deletions.sql': '9751137aee4c61f1ed1f5a15439bcdc2254579dfd9e1a2efb685cbc6ad73b423',
  '0015_polled_events.sql': 'b055d285a3b88e3adcbd11e196c52b4f47ec276e43b76daeb59635d8fb71b6aa',
  '0016_backup.sql': '14d2fec460b8950915e82520359a06a3efc7a3eb580582cbe36992089fba2c19',
  '0017_figures.sql': '21ff896e7d89c3ad10b6a4fdf7e5d0df76edcaa449ee30134798a7b1de01cbaf',
  '0018_inbox.sql': 'e2eb9e74f06d885072be2ab64372966ccf7c210ed1fb6c1252a04a9c9f833ff7',
  '0019_outbound_latest.sql': '34dc7e52711381e540085980ded73a9bbd3709d4d1f257ca0e3eec06a9bdc7a1',
  '0020_prospect_changes.sql': '4b0045feb448b113e93ab7d9190a8a43f19750d7d908519689e82940df62806c',
  '0021_prospect_changes_plan.sql': 'd50ed179aabea7433fdc8bdee51b0b9615cbea7b1210f83fabbbdefc55b1deee',
  '0022_campaign_notify.sql': 'f3838462ec33fec7c344afe2a12b3a3440b001b4e5b2868dbc5247c1c79e11bd',
  '0023_catch_up.sql': '743ab9de663033b0b18bd8b4361b8e7ad6fc17a76423fc8dc81c844b66fb4569',
  '0024_campaign_counts.sql': '0bf8144e5c786b1429198c0e5844af36344e02a2a915da660503258d459ea7c4',
  '0025_drop_prospect_changes.sql': '42030673a7cd97c9ab7ce4124a611d31b366a4263a784b6e7e3c0fc65614ed97',
  '0025_plain_function_names.sql': '56ca383bfba38a78687514c06a5a93886f5af1707c0d57a5ad21938d2287f532',
  '0026_senders.sql': '7f69d5c27c3c47ba65b1f17f04cd873e83889e10b6611a7af79db378a79684f5',
  '0027_salons.sql': '56302e3e67758e65711027157a71eb3f95200270c5d48e51af4230441151cca3',
  '0028_salon_events.sql': 'c6e8166d3278e8bca38fc5b4ff575f6bd1a44da67cd2cdaba2dc999db932e319',
  '0029_resumed_at.sql': 'c3610f1ab1d8b99f7b520200054ff8993dcf70ee0ce12380e1a832b2105d31ee',
  '0030_visits.sql': '18f025cc644ae95c3ba8e9ffc159d1f16689ee3628f7347b08cba3ddf3360979',
  '0031_fees.sql': '5ad0eaa4c11e9ca0e81c8d91dab33b46479d7260cfcd0c2dc18269e638b90762',
  '0032_saved_replies.sql': '7d2e0289ab8fe239d8fc507084b083393f8818ef15b3009c9813764beae47068',
  '0034_hours_waived.sql': '371ed238ec1feeb7006a29d92ddd59a8d3088b94723c5d7f621104ba91620194',
  '0035_desk.sql': '1cb52753e41570b551f23377200e258ab65037003bebf69f24e0cf03e7911035',
  '0036_roles.sql': '21809ccac0e29787ea2b67540475ae9fa384b9df9ef9de33758007fe4fb18d5c',
  '0038_automatic_replies.sql': '1fe882875a7394fd28811bd60c37eeee8dfe22d2baedc9ec7f7ffea565d4cfdd',
  '0037_second_texts.sql': 'bfa02573c923e81e9a392018f88e8af0e4437a883e5544942df60375345f9eae',
  '0039_wrote_to_us.sql': '5c62ccb3b99cf4190daf855a872ca3aa6f306257b516a91451b19af1d36787ac',
  '0039b_offer_refusals.sql': '09956a561ae8a7db43ba83dcdc328e3ac8c0c55772c1ce07744d2345e35d28a5',
  '0040_list_answers.sql': '1c888e2d680a418c343c06c02c592a40e4bc0cac14feda7e6627189353d143d3',
  '0041_outcomes.sql': 'e853bd7c14f327733a72d8a4bc0562a688afe0832c8bfe6d57f1dffa2090a8b1',
  '0042_money.sql': 'ab1d6ef9290880ad8a97035d4a272d4b28d3dd6296892b06d1787c3d94c77fda',
  '0041b_approved_names.sql': 'f195dd1257aee613e34b8c8a5ff833a79e6037e991b7d9c937b7d29659a07209',
}

test('migrations that have run are never edited', async () => {
  const found: Record<string, string> = {}
  for (const name of await migrations()) {
    found[name] = createHash('sha256')
      .update(await readFile(folder + name))
      .digest('hex')
  }
  expect(found).toEqual(landed)
})

/** Creates an empty database. */
async function emptyDatabase() {
  const server = openDatabase(inject('databaseUrl'), { max: 1 })
  const name = `empty_${randomBytes(6).toString('hex')}`
  await server.unsafe(`create database ${name}`)
  onTestFinished(async () => {
    await server.unsafe(`drop database ${name} with (force)`)
    await server.end()
  })
  return databaseUrl(inject('databaseUrl'), name)
}

test('concurrent starts run each migration once and wait until all are done', async () => {
  const url = await emptyDatabase()
  const pools = Array.from({ length: 6 }, () => openDatabase(url, { max: 1 }))
  const done = await Promise.all(
    pools.map(async (sql) => {
      const names = await migrate(sql)
      await sql`select 1 from messages`
      return names
    }),
  )
  expect(done.flat().sort()).toEqual(await migrations())
  expect(await migrate(pools[0] as (typeof pools)[0])).toEqual([])
  for (const sql of pools) await sql.end()
})

test('a migration names the session it waits for and continues', async () => {
  const url = await emptyDatabase()
  const [holder, sql] = [1, 2].map((max) => openDatabase(url, { max })) as [Database, Database]
  const said: string[] = []
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await holder`create table migrations (name text primary key, at timestamptz not null default now())`
  const held = inTransaction(holder, async (open) => {
    await open`select pg_advisory_xact_lock(5107042)`
    await allowIdle(open)
    await released
  })
  const done = migrate(sql, (line) => {
    said.push(line)
    release()
  })
  expect(await done).toEqual(await migrations())
  await held
  expect(said[0]).toMatch(
    /^The migration 0001_initial\.sql waits for session \d+ \(salonback:\d+, role salonback, /,
  )
  for (const pool of [holder, sql]) await pool.end()
})

test('a database of a newer version is refused with one line', async () => {
  const sql = openDatabase(await emptyDatabase(), { max: 1 })
  await migrate(sql)
  await sql`insert into migrations (name) values ('9999_of_tomorrow.sql')`
  const refused = await migrate(sql).catch((error: unknown) => error)
  expect(databaseFault(refused)).toMatch(
    /^This database is of a newer version, which added 9999_of_tomorrow.sql: [^\n]+$/,
  )
  await sql.end()
})

test.each(['to_regclass', 'pg_advisory_xact_lock', 'insert into migrations', 'commit'])(
  'a step is repeated when the connection is lost at “%s”',
  async (moment) => {
    const proxy = await startDatabaseProxy(await emptyDatabase())
    onTestFinished(() => void proxy.stop())
    const sql = openDatabase(proxy.url, { max: 2 })
    proxy.failQueries(moment, 3)
    const step = retryWhileUnavailable(createLog('silent'))
    expect(await step(() => migrate(sql))).toContain((await migrations()).at(-1))
    expect(proxy.failedQueries()).toBe(3)
    expect(await step(() => migrate(sql))).toEqual([])
    await sql.end({ timeout: 1 })
  },
)

test('an unreachable database fails fast; a lost one times out', async () => {
  const proxy = await startDatabaseProxy(await emptyDatabase())
  const sql = openDatabase(proxy.url, { max: 1 })
  proxy.failQueries('select 1')
  const ask = () => sql`select 1`
  await expect(retryWhileUnavailable(createLog('silent'), 0)(ask)).rejects.toMatchObject({ code: '57P01' })
  proxy.stop()
  proxy.dropConnections()
  const refused = retryWhileUnavailable(createLog('silent'))(ask)
  await expect(refused).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  expect(databaseFault(await refused.catch((error: unknown) => error))).toMatch(
    /^DATABASE_URL: connect ECONNREFUSED [^\n]* start the server there/,
  )
  await sql.end({ timeout: 1 })
})
