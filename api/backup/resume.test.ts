import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { expect, onTestFinished, test } from 'vitest'
import { testApp, testClock } from '../testing/app.ts'
import { emptyDatabase, testDatabase } from '../testing/database.ts'
import { fictional, makeProspects, scattered } from '../testing/factories.ts'
import { arrivedAt, arrivedInAll } from '../testing/network.ts'
import { startApp } from '../testing/start.ts'
import { backUp } from './dump.ts'
import { restore } from './restore.ts'

const TEMPLATE = 'Hi {name}, Salonback here. Interested?'

/** A service on a database of its own; the phone network is elsewhere and outlives it, as the real one does. */
async function beforeTheLoss(carrierUrl: string) {
  const clock = testClock()
  const { sql } = await testDatabase()
  const app = await startApp({ sql, clock, carrierUrl, settings: { SEND_RATE_PER_SECOND: '4' } })
  onTestFinished(app.stop)
  const folder = await mkdtemp(join(tmpdir(), 'salonback-resume-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'a.backup')
  return { app, clock, path, backUp: () => backUp(sql, { path, keys: app.env, clock }) }
}

test('a snapshot during a campaign, more sent afterwards, restored elsewhere and resumed: nobody is texted twice', async () => {
  const network = await testApp()
  const handsets = handsetsOf(network.origin)
  const before = await beforeTheLoss(network.origin)
  const { app, clock } = before
  const ids = (await makeProspects(app.sql, 16)).map(({ id }) => id)
  const start = (prospectIds: string[], template = TEMPLATE) =>
    app.staff.campaigns.start({ prospectIds, template, basis: 'consent' })
  const { id: campaign } = await start(ids.slice(0, 12))
  // The network takes this one and says nothing: nobody can tell yet.
  await handsets.injectFault({ kind: 'accept_drop', number: fictional(302), count: 1 })
  await app.worker.round()
  // This one left right at the moment of the snapshot.
  await app.sql`
    update messages set status = 'sending', attempts = 1, attempted_at = ${clock()}, lease_until = ${clock()}
    where phone = ${fictional(311)}`
  expect((await arrivedInAll(network.sql)).length).toBe(4)
  await app.visitor.leads.submit({ mobileNumber: scattered(0) })
  await before.backUp()

  // What the snapshot does not know: the rest of the campaign but for the last few, a second campaign, an opt-out, a yes.
  await app.sql`update messages set status = 'queued' where phone = ${fictional(311)}`
  await app.sql`
    update messages set due_at = due_at + interval '1 year' where phone in (${fictional(309)}, ${fictional(310)})`
  clock.advance(1000)
  await app.worker.round()
  await start(ids.slice(12, 14), 'Hello {name}, Salonback again. Shall we?')
  for (const _second of [1, 2]) {
    clock.advance(1000)
    await app.worker.round()
  }
  clock.advance(3_600_000)
  network.clock.set(clock())
  await handsets.send(fictional(300), 'please take me off your list')
  await handsets.send(fictional(301), 'yes please')
  const lost = await arrivedInAll(network.sql)
  expect(lost.length).toBe(13)
  await app.stop()

  const { sql } = await emptyDatabase()
  const restored = await restore(sql, { path: before.path, clock })
  expect(restored.toAsk).toBe(10)
  const after = await startApp({ sql, clock, carrierUrl: network.origin })
  onTestFinished(after.stop)
  const service = () => after.staff.settings.service()
  const rounds = async (count: number) => {
    for (let n = 0; n < count; n++) await after.worker.round()
  }
  // For three minutes the carrier may not show what it has: it is not even asked.
  await rounds(2)
  expect(await service()).toMatchObject({
    sendingStopped: 'Restored from a backup',
    restored: { left: 10, asked: 0, ready: false },
  })
  await expect(after.staff.settings.resumeSending()).rejects.toMatchObject({ status: 409 })
  const reply = { phoneNumber: fictional(301), message: 'Hi', includeLandingPage: false }
  await expect(after.staff.messages.reply(reply)).rejects.toMatchObject({ status: 409 })

  clock.advance(181_000)
  network.clock.set(clock())
  await rounds(3)
  const { restored: state } = await service()
  // The follow-up to the yes was asked about as well; two of the campaign had not left yet.
  expect(state).toMatchObject({ left: 0, asked: 11, sent: 8, unknown: 0, ready: true, trouble: null })
  expect(await arrivedInAll(network.sql)).toEqual(lost)
  // Whoever opted out since is out, whoever said yes is known, and the follow-up waits like all else.
  expect(await sql`select 1 from suppressions where phone = ${fictional(300)}`).toHaveLength(1)
  expect((await after.staff.prospects.list()).find(({ phone }) => phone === fictional(301))).toMatchObject({
    contactStatus: 'Responded',
  })
  // Texts of the campaign nobody here knew are written down: the same numbers are not texted again.
  const again = await after.staff.campaigns.preview({ prospectIds: ids.slice(12, 14), template: TEMPLATE })
  expect(again.recipients + again.leftOut.length).toBe(2)
  expect(again.leftOut.filter(({ reason }) => reason !== 'already_texted')).toEqual([])

  expect(await after.staff.settings.resumeSending()).toMatchObject({ sendingStopped: null, restored: null })
  await after.staff.campaigns.start({ prospectIds: ids, template: TEMPLATE, basis: 'consent' })
  for (let n = 0; n < 6; n++) {
    clock.advance(200_000)
    network.clock.set(clock())
    await after.worker.round()
  }
  const arrived = await arrivedInAll(network.sql)
  expect(arrived.filter(({ handset, texts }) => texts > (handset === fictional(301) ? 2 : 1))).toEqual([])
  for (let n = 300; n < 316; n++) {
    const texts = await arrivedAt(network.sql, fictional(n))
    expect(texts.length, fictional(n)).toBe(n === 301 ? 2 : 1)
  }
  expect(await arrivedAt(network.sql, scattered(0))).toHaveLength(1)
  expect((await after.staff.campaigns.get({ id: campaign })).state).toBe('finished')
  expect(
    await sql`select 1 from audit_log where action in ('database.restore', 'sending.resume')`,
  ).toHaveLength(2)
}, 60_000)
