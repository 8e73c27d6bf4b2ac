import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { expect, onTestFinished, test } from 'vitest'
import { testApp, testClock } from '../testing/app.ts'
import { emptyDatabase, testDatabase } from '../testing/database.ts'
import { fictional, makeProspects, scattered } from '../testing/factories.ts'
import { textsOnHandset, textsPerHandset } from '../testing/handsetTexts.ts'
import { startApp } from '../testing/start.ts'
import { backUp } from './dump.ts'
import { restore } from './restore.ts'

const TEMPLATE = 'Hi {name}, Salonback here. Interested?'

/** A service with its own database. The phone network keeps running when the service stops. */
async function startServiceWithBackup(carrierUrl: string) {
  const clock = testClock()
  const { sql } = await testDatabase()
  const app = await startApp({ sql, clock, carrierUrl, settings: { SEND_RATE_PER_SECOND: '4' } })
  onTestFinished(app.stop)
  const folder = await mkdtemp(join(tmpdir(), 'salonback-resume-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'a.backup')
  return { app, clock, path, backUp: () => backUp(sql, { path, keys: app.env, clock }) }
}

test('a restore of a snapshot made during a campaign sends nothing twice', async () => {
  const network = await testApp()
  const handsets = handsetsOf(network.origin)
  const before = await startServiceWithBackup(network.origin)
  const { app, clock } = before
  const ids = (await makeProspects(app.sql, 16)).map(({ id }) => id)
  const start = (prospectIds: string[], template = TEMPLATE) =>
    app.staff.campaigns.start({ prospectIds, template, basis: 'consent' })
  const { id: campaign } = await start(ids.slice(0, 12))
  // The network accepts this one without answering: unknown.
  await handsets.injectFault({ kind: 'accept_drop', number: fictional(302), count: 1 })
  await app.worker.round()
  // This one is sent during the snapshot.
  await app.sql`
    update messages set status = 'sending', attempts = 1, attempted_at = ${clock()}, lease_until = ${clock()}
    where phone = ${fictional(311)}`
  expect((await textsPerHandset(network.sql)).length).toBe(4)
  await app.visitor.leads.submit({ mobileNumber: scattered(0) })
  await before.backUp()

  // After the snapshot: most of the campaign, a second campaign, an opt-out, a yes.
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
  const lost = await textsPerHandset(network.sql)
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
  // The carrier lists texts late: no look-up for three minutes.
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
  // The follow-up to the yes was looked up too; two campaign texts had not been sent.
  expect(state).toMatchObject({ left: 0, asked: 11, sent: 8, unknown: 0, ready: true, trouble: null })
  expect(await textsPerHandset(network.sql)).toEqual(lost)
  // The opt-out and the yes since the snapshot take effect; the follow-up waits.
  expect(await sql`select 1 from suppressions where phone = ${fictional(300)}`).toHaveLength(1)
  expect((await after.staff.prospects.list()).find(({ phone }) => phone === fictional(301))).toMatchObject({
    contactStatus: 'Responded',
  })
  // Texts of the unknown campaign are recorded, so their numbers are not texted again.
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
  const arrived = await textsPerHandset(network.sql)
  expect(arrived.filter(({ handset, texts }) => texts > (handset === fictional(301) ? 2 : 1))).toEqual([])
  for (let n = 300; n < 316; n++) {
    const texts = await textsOnHandset(network.sql, fictional(n))
    expect(texts.length, fictional(n)).toBe(n === 301 ? 2 : 1)
  }
  expect(await textsOnHandset(network.sql, scattered(0))).toHaveLength(1)
  expect((await after.staff.campaigns.get({ id: campaign })).state).toBe('finished')
  expect(
    await sql`select 1 from audit_log where action in ('database.restore', 'sending.resume')`,
  ).toHaveLength(2)
}, 60_000)
