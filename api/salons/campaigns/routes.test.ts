import { expect, test } from 'vitest'
import { queueLaterTexts } from '../../core/campaigns/laterTexts.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { type App, copiedWorld } from '../../testing/app.ts'
import { waitingForLocks } from '../../testing/database.ts'
import { textsOnHandset } from '../../testing/handsetTexts.ts'
import {
  approvedOffer,
  later,
  moveTo,
  OFFER,
  passTime,
  REMINDER,
  readySalon,
  salonWithOffer,
  storeList,
} from '../../testing/salons.ts'
import { testSalon } from '../../testing/testSalon.ts'
import { textFrom } from '../../testing/webhooks.ts'
import { reminders } from './reminders.ts'

const DAY = 24 * 3_600_000
const phones = Array.from({ length: 6 }, (_, n) => `+44770090060${n}`)
const clients = phones.map((phone, n) => `${['Mary', 'Siobhán', 'Ella', 'Orla', 'Zoe', 'Ann'][n]},${phone}`)
const rows = clients.map((client) => `${client},2025-09-01,Yes`)

const withoutReminder = copiedWorld((app) => salonWithOffer(app, clients))
const withReminder = copiedWorld((app) => salonWithOffer(app, clients, { reminder: REMINDER }))

/** A salon with six clients and an approved offer, on a Tuesday at noon. */
async function setUp(made = withoutReminder) {
  const { app, ...world } = await made()
  return { ...app, ...world }
}

const received = async (app: App) =>
  (await Promise.all(phones.map((phone) => textsOnHandset(app.sql, phone)))).flat()

test('an approved offer goes to the eligible clients, from the number of the salon, at a human pace', async () => {
  const app = await setUp()
  const { staff, sql, salon, offerId } = app
  await textFrom(app.origin, phones[5] ?? '', 'STOP')
  const plan = { id: salon.id, offerId, perDay: 3 }
  expect(await staff.campaigns.preview(plan)).toMatchObject({
    recipients: 5,
    leftOut: { opted_out: 1 },
    days: 2,
    firstAt: '2026-03-10T12:00:00.000Z',
  })
  const campaign = await staff.campaigns.start(plan)
  expect(campaign).toMatchObject({ state: 'running', total: 5, queued: 5, leftOut: 1 })
  await passTime(app, 6 * 3_600_000)
  expect(await received(app)).toHaveLength(3)
  await passTime(app, DAY)
  const texts = await sql`
    select sender, shown from simulator.texts where direction = 'out' and handset = ${phones[0] ?? ''}`
  const words = /^Aoife Hair: Hi Mary, 20% off this week: http\S+\/b\/[a-z2-9]{10} Reply STOP to opt out\.$/
  expect(texts).toEqual([{ sender: salon.sender.address, shown: expect.stringMatching(words) }])
  expect(await staff.campaigns.list({ id: salon.id })).toMatchObject([{ state: 'finished', total: 5 }])
  // The agency's screens do not show it.
  expect(await staff.firstTexts.list()).toEqual([])
  expect(await staff.inbox.inboxCounts()).toMatchObject({ all: 1 })
})

test('nothing leaves outside Tuesday to Saturday, 10 to 18, in the time of the salon', async () => {
  const app = await setUp()
  // A Saturday at 17:50.
  await moveTo(app, '2026-03-14T17:50:00Z')
  await app.staff.campaigns.start({ id: app.salon.id, offerId: app.offerId, perDay: 1 })
  await passTime(app, 5 * DAY)
  const sent = await app.sql<{ at: Date }[]>`
    select accepted_at as at from messages where kind = 'offer' and accepted_at is not null order by 1`
  expect(sent.length).toBeGreaterThan(2)
  for (const { at } of sent) {
    expect([0, 1], at.toISOString()).not.toContain(at.getUTCDay())
    expect(at.getUTCHours(), at.toISOString()).toBeGreaterThanOrEqual(10)
    expect(at.getUTCHours(), at.toISOString()).toBeLessThan(18)
  }
})

test('the send guard holds a text that is due outside the hours of the salon', async () => {
  const app = await setUp()
  await app.staff.campaigns.start({ id: app.salon.id, offerId: app.offerId, perDay: 100 })
  app.clock.set(new Date('2026-03-15T12:00:00Z'))
  await app.sql`update messages set due_at = ${app.clock()}, due_until = 'infinity' where status = 'queued'`
  await app.worker.round()
  await app.worker.round()
  expect(await received(app)).toEqual([])
})

test('a campaign needs agreement, number, list and the approved version', async () => {
  const { app, staff, sql, salon } = await testSalon()
  const offerId = await approvedOffer(app, salon.id)
  const plan = { id: salon.id, offerId, perDay: 10 }
  await expect(staff.campaigns.start(plan)).rejects.toThrow(/no client list/)
  await storeList(app, salon.id, rows)
  const draft = await sql<[{ id: string }]>`
    insert into offers (salon_id, version, text, text_sha256, created_by, created_at)
    values (${salon.id}, 9, ${OFFER}, 'x', 'maya', now()) returning id`
  await expect(staff.campaigns.start({ ...plan, offerId: draft[0].id })).rejects.toThrow(/not approved/)
  await sql`update salons set agreement_version = '2026-01-01' where id = ${salon.id}`
  await expect(staff.campaigns.start(plan)).rejects.toThrow(/terms have changed/)
  await sql`update salons set agreed_at = null where id = ${salon.id}`
  await expect(staff.campaigns.start(plan)).rejects.toThrow(/agreement/)
  expect(await sql`select 1 from messages`).toHaveLength(0)
})

test('an old list is not texted', async () => {
  const app = await setUp()
  await later(app, 21)
  const plan = { id: app.salon.id, offerId: app.offerId, perDay: 10 }
  await expect(app.staff.campaigns.start(plan)).rejects.toThrow(/No client/)
})

test('one changed character of the text means no text', async () => {
  const app = await setUp()
  await app.staff.campaigns.start({ id: app.salon.id, offerId: app.offerId, perDay: 10 })
  await app.sql`update messages set body = replace(body, '20%', '30%')`
  await passTime(app, DAY)
  expect(await received(app)).toEqual([])
  expect(await app.sql`select distinct status, error_message from messages where kind = 'offer'`).toEqual([
    { status: 'canceled', errorMessage: 'Not the approved text' },
  ])
})

test('clients who came back, objected or opted out after the start get no text', async () => {
  const app = await setUp()
  const { staff, salon, origin } = app
  await staff.campaigns.start({ id: salon.id, offerId: app.offerId, perDay: 1 })
  await storeList(app, salon.id, [`Siobhán,${phones[1]},2026-03-09,Yes`])
  const [ella] = (await staff.clients.list({ id: salon.id, q: 'ella' })).items
  const said = { source: 'staff', wording: 'No texts', at: app.clock().toISOString() } as const
  await staff.clients.recordConsent({ id: salon.id, clientId: ella?.id ?? '', kind: 'objection', ...said })
  await textFrom(origin, phones[3] ?? '', 'STOP', { To: salon.sender.address })
  await passTime(app, 9 * DAY)
  for (const n of [1, 2, 3]) expect(await textsOnHandset(app.sql, phones[n] ?? ''), phones[n]).toEqual([])
  for (const n of [0, 4, 5]) expect(await textsOnHandset(app.sql, phones[n] ?? ''), phones[n]).toHaveLength(1)
})

test('one reminder goes to clients without an answer, and no third text', async () => {
  const app = await setUp(withReminder)
  const { staff, salon, offerId } = app
  await staff.campaigns.start({ id: salon.id, offerId, perDay: 100, reminderAfterDays: 7 })
  await passTime(app, DAY)
  await textFrom(app.origin, phones[0] ?? '', 'Yes please', { To: salon.sender.address })
  const driving = 'I am driving with Do Not Disturb turned on.'
  await textFrom(app.origin, phones[1] ?? '', driving, { To: salon.sender.address })
  // The list must stay fresh for the reminder.
  await later(app, 6)
  await storeList(app, salon.id, rows)
  await passTime(app, 12 * DAY)
  const reminded = await app.sql<{ phone: string }[]>`select phone from messages where kind = 'reminder'`
  expect(reminded.map(({ phone }) => phone).sort()).toEqual(phones.slice(1, 6).sort())
  expect(await textsOnHandset(app.sql, phones[0] ?? '')).toHaveLength(1)
  for (const n of [1, 2, 3, 4, 5])
    expect(await textsOnHandset(app.sql, phones[n] ?? ''), phones[n]).toHaveLength(2)
  expect(await staff.campaigns.list({ id: salon.id })).toMatchObject([
    { state: 'finished', total: 6, queued: 0, reminder: { total: 5, queued: 0 } },
  ])
})

test('the reminders of a finished campaign can be canceled', async () => {
  const app = await setUp(withReminder)
  const { staff, salon, offerId } = app
  const plan = { id: salon.id, offerId, perDay: 100, reminderAfterDays: 7 }
  const { id: campaignId } = await staff.campaigns.start(plan)
  await passTime(app, DAY)
  expect(await staff.campaigns.list({ id: salon.id })).toMatchObject([{ state: 'finished' }])
  expect(await staff.campaigns.cancel({ id: salon.id, campaignId })).toMatchObject({ state: 'canceled' })
  await later(app, 6)
  await storeList(app, salon.id, rows)
  await passTime(app, 4 * DAY)
  expect(await received(app)).toHaveLength(6)
})

test('a paused salon and a paused campaign wait; cancel cancels', async () => {
  const app = await setUp()
  const { staff, salon, offerId } = app
  const { id: campaignId } = await staff.campaigns.start({ id: salon.id, offerId, perDay: 100 })
  await staff.salons.update({ id: salon.id, state: 'paused' })
  await passTime(app, 3_600_000)
  expect(await received(app)).toEqual([])
  await staff.salons.update({ id: salon.id, state: 'ready' })
  await staff.campaigns.pause({ id: salon.id, campaignId })
  await passTime(app, 3_600_000)
  expect(await received(app)).toEqual([])
  const canceled = await staff.campaigns.cancel({ id: salon.id, campaignId })
  expect(canceled).toMatchObject({ state: 'canceled', canceled: 6 })
  const other = await readySalon(app, 'Beth Nails')
  await expect(staff.campaigns.resume({ id: other.id, campaignId })).rejects.toThrow(/^404/)
})

test('two salons do not text the same client within 7 days', async () => {
  const app = await setUp()
  const { salon: other, offerId } = await salonWithOffer(app, clients, { name: 'Beth Nails' })
  await app.staff.campaigns.start({ id: app.salon.id, offerId: app.offerId, perDay: 100 })
  await app.staff.campaigns.start({ id: other.id, offerId, perDay: 100 })
  await passTime(app, DAY)
  for (const phone of phones) expect(await textsOnHandset(app.sql, phone), phone).toHaveLength(1)
})

test.each(['before', 'after'])('a salon closed %s the reminders are queued sends none', async (when) => {
  const app = await setUp(withReminder)
  const { staff, sql, salon, offerId } = app
  await staff.campaigns.start({ id: salon.id, offerId, perDay: 100, reminderAfterDays: 7 })
  await passTime(app, DAY)
  await later(app, 7)
  if (when === 'after') await queueLaterTexts(app.deps, reminders)
  await staff.salons.update({ id: salon.id, state: 'closed' })
  await passTime(app, DAY)
  const found = await sql<{ status: string }[]>`select distinct status from messages where kind = 'reminder'`
  expect(found).toEqual(when === 'after' ? [{ status: 'canceled' }] : [])
})

test('a start that waits for the closing of the salon is refused', async () => {
  const { staff, sql, salon, offerId } = await setUp()
  let started: Promise<unknown> = Promise.resolve()
  await inTransaction(sql, async (open) => {
    await open`update salons set state = 'closed' where id = ${salon.id}`
    started = staff.campaigns.start({ id: salon.id, offerId, perDay: 100 })
    started.catch(() => undefined)
    await expect.poll(() => waitingForLocks(sql)).toHaveLength(1)
  })
  await expect(started).rejects.toThrow(/closed/)
  expect(await sql`select 1 from campaigns`).toHaveLength(0)
})
