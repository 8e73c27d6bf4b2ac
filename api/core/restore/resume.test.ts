import { join } from 'node:path'
import { AGREEMENT_VERSION } from '@salonback/shared/salons/salons/agreementVersion.ts'
import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { temporaryFolder } from '@salonback/shared/testing/temporaryFolder.ts'
import { expect, onTestFinished, test } from 'vitest'
import { backUp } from '../../platform/backup/dump.ts'
import { testApp, testClock } from '../../testing/app.ts'
import { emptyDatabase, testDatabase } from '../../testing/database.ts'
import { fictional, makeProspects, makeSalon, makeSender, scattered } from '../../testing/factories.ts'
import { textsOnHandset, textsPerHandset } from '../../testing/handsetTexts.ts'
import { approvedOffer, storeList } from '../../testing/salons.ts'
import { startApp } from '../../testing/start.ts'
import { startCampaign } from '../../testing/startCampaign.ts'
import { restore } from './restore.ts'

const TEMPLATE = 'Hi {name}, Salonback here. Interested?'

/** A service with its own database. The phone network keeps running when the service stops. */
async function startServiceWithBackup(carrierUrl: string) {
  const clock = testClock()
  const { sql } = await testDatabase()
  const app = await startApp({ sql, clock, carrierUrl, settings: { SEND_RATE_PER_SECOND: '4' } })
  onTestFinished(app.stop)
  const folder = await temporaryFolder()
  const path = join(folder, 'a.backup')
  return { app, clock, path, backUp: () => backUp(sql, { path, keys: app.env, clock }) }
}

test('a restore of a snapshot made during a campaign sends nothing twice', async () => {
  const network = await testApp()
  const handsets = handsetsOf(network.origin)
  const before = await startServiceWithBackup(network.origin)
  const { app, clock } = before
  const ids = (await makeProspects(app.sql, 16)).map(({ id }) => id)
  const start = (prospectIds: string[], template = TEMPLATE) => startCampaign(app, prospectIds, { template })
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
  const unasked = { left: 10, asked: 0, ready: false }
  expect(await service()).toMatchObject({ sendingStopped: 'Restored from a backup', restored: unasked })
  await expect(after.staff.settings.resumeSending()).rejects.toMatchObject({ status: 409 })
  const reply = { phoneNumber: fictional(301), message: 'Hi', includeLandingPage: false }
  await expect(after.staff.inbox.reply(reply)).rejects.toMatchObject({ status: 409 })

  clock.advance(181_000)
  network.clock.set(clock())
  await rounds(3)
  const { restored: state } = await service()
  // The follow-up to the yes was looked up too; two campaign texts had not been sent.
  expect(state).toMatchObject({ left: 0, asked: 11, sent: 8, unknown: 0, ready: true, trouble: null })
  expect(await textsPerHandset(network.sql)).toEqual(lost)
  // The opt-out and the yes since the snapshot take effect; the follow-up waits.
  expect(await sql`select 1 from suppressions where phone = ${fictional(300)}`).toHaveLength(1)
  const yes = (await after.staff.prospects.list()).find(({ phone }) => phone === fictional(301))
  expect(yes).toMatchObject({ contactStatus: 'Responded' })
  // Texts of the unknown campaign are recorded, so their numbers are not texted again.
  const again = await after.staff.firstTexts.preview({ prospectIds: ids.slice(12, 14), template: TEMPLATE })
  expect(again.recipients + again.leftOut.length).toBe(2)
  expect(again.leftOut.filter(({ reason }) => reason !== 'already_texted')).toEqual([])

  expect(await after.staff.settings.resumeSending()).toMatchObject({ sendingStopped: null, restored: null })
  await startCampaign(after, ids, { template: TEMPLATE })
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
  expect((await after.staff.firstTexts.get({ id: campaign })).state).toBe('finished')
  const audited = await sql`select 1 from audit_log where action in ('database.restore', 'sending.resume')`
  expect(audited).toHaveLength(2)
})

/** A salon with a campaign to start, two open links of its owner, and three clients with the numbers after `n`. */
async function withSalonCampaign(
  { app, clock }: Awaited<ReturnType<typeof startServiceWithBackup>>,
  n: number,
) {
  const { sql, staff } = app
  const { id } = await makeSalon(sql, { ownerPhone: fictional(n), bookingUrl: 'https://book.example' })
  await makeSender(sql, fictional(n + 400), { salonId: id, ratePerSecond: 1 })
  await sql`
    update salons set agreed_at = ${clock()}, agreed_by = 'Aoife Byrne', agreement_version = ${AGREEMENT_VERSION} where id = ${id}`
  const clientOf = (name: string, more: number) => `${name},${fictional(n + more + 1)},2025-09-01,Yes`
  await storeList(app, id, ['Ann', 'Beth', 'Cara'].map(clientOf))
  const offerId = await approvedOffer(app, id)
  const plan = { id, offerId, perDay: 50 }
  // All are due; the sender's rate lets one leave.
  const start = async () => {
    await staff.campaigns.start(plan)
    await sql`update messages set due_at = ${clock()} where salon_id = ${id}`
  }
  const link = async (purpose: 'agree' | 'results') =>
    (await staff.salons.createLink({ id, purpose })).url.split('/o/')[1] ?? ''
  return { id, plan, start, agree: await link('agree'), results: await link('results') }
}

test('after a restore the campaign of a salon waits for staff; links of owners work and send nothing', async () => {
  const network = await testApp()
  const before = await startServiceWithBackup(network.origin)
  const { app, clock } = before
  const salon = await withSalonCampaign(before, 400)
  const later = await withSalonCampaign(before, 410)
  await salon.start()
  await before.backUp()
  await later.start()
  await app.worker.round()
  const lost = await textsPerHandset(network.sql)
  expect(lost.map(({ handset }) => handset)).toEqual([fictional(401), fictional(411)])
  await app.stop()

  const { sql } = await emptyDatabase()
  expect(await restore(sql, { path: before.path, clock })).toMatchObject({ toAsk: 3 })
  // The same address, because texts in the queue carry it.
  const settings = { PUBLIC_URL: app.env.PUBLIC_URL }
  const after = await startApp({ sql, clock, carrierUrl: network.origin, settings })
  onTestFinished(after.stop)
  const rounds = async (count: number) => {
    for (let n = 0; n < count; n++) {
      clock.advance(100_000)
      network.clock.set(clock())
      await after.worker.round()
    }
  }
  const { visitor, staff } = after
  expect((await visitor.owner.open({ token: salon.results })).purpose).toBe('results')
  // The owner agreed to earlier terms.
  await sql`update salons set agreement_version = '0' where id = ${salon.id}`
  await visitor.owner.agree({ token: salon.agree, name: 'Aoife Byrne' })
  await staff.salons.createLink({ id: salon.id, purpose: 'list', text: true })
  await rounds(4)
  expect(await textsPerHandset(network.sql)).toEqual(lost)
  expect((await staff.settings.service()).restored).toMatchObject({ asked: 4, sent: 1, ready: true })
  const [campaign] = await staff.campaigns.list({ id: salon.id })
  expect(campaign).toMatchObject({ state: 'running', queued: 2 })
  // The text of the campaign that the backup does not know counts against the caps.
  const preview = await staff.campaigns.preview(later.plan)
  expect(preview).toMatchObject({ recipients: 2, leftOut: { texted_recently: 1 } })

  await staff.settings.resumeSending()
  await rounds(4)
  const texts = await textsPerHandset(network.sql)
  const once = [400, 401, 402, 403, 411].map((n) => ({ handset: fictional(n), texts: 1 }))
  expect(texts).toEqual(once)
})
