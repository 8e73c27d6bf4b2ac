import { type Reason, reasonLabels } from '@salonback/shared/salons/clients/eligible.ts'
import { expect, test } from 'vitest'
import { keepOnlyHash } from '../../core/erasure/queries.ts'
import { testApp } from '../../testing/app.ts'
import { textsOnHandset } from '../../testing/handsetTexts.ts'
import {
  approvedOffer,
  later,
  listOf,
  moveTo,
  passTime,
  REMINDER,
  readySalon,
  salonWithOffer,
  storeList,
  uploadList,
} from '../../testing/salons.ts'
import { textFrom } from '../../testing/webhooks.ts'

const DAY = 24 * 3_600_000

type Salon = Awaited<ReturnType<typeof salonWithClients>>
type Event = (app: Salon, phone: string) => Promise<unknown>

const visit =
  (state: 'booked' | 'attended', days: number | null, then?: 'no_show' | 'canceled' | 'reported'): Event =>
  async ({ staff, salon, clock, clientOf }, phone) => {
    const clientId = await clientOf(phone)
    const visitOn = days === null ? null : new Date(clock().getTime() + days * DAY).toISOString().slice(0, 10)
    const { id } = await staff.visits.create({ id: salon.id, clientId, state, visitOn, note: 'On the phone' })
    if (then) await staff.visits.update({ id: salon.id, visitId: id, state: then })
  }

const answer =
  (...outcomes: ('booked' | 'not_interested' | 'wrong_person' | null)[]): Event =>
  async ({ staff, salon, origin, clock, sql }, phone) => {
    for (const outcome of outcomes) {
      await textFrom(origin, phone, 'Thanks', { To: salon.sender.address })
      const [text] = await sql<[{ id: string }]>`
        select id from messages where phone = ${phone} and direction = 'inbound' order by seq desc limit 1`
      if (outcome) await staff.replies.setOutcome({ id: salon.id, messageId: text.id, outcome })
      clock.advance(1000)
    }
  }

const erased: Event = ({ sql, env, clock }, phone) => keepOnlyHash(sql, env, phone, clock())

/** What is known of a client of the salon, and what follows. */
const cases: [name: string, event: Event, reason: Reason][] = [
  ['came yesterday', visit('attended', -1), 'visited_recently'],
  ['came 59 days ago', visit('attended', -59), 'visited_recently'],
  ['came 80 days ago', visit('attended', -80), 'eligible'],
  ['has a booking', visit('booked', 5), 'future_booking'],
  ['has a booking today', visit('booked', 0), 'future_booking'],
  ['booked without a day', visit('booked', null), 'future_booking'],
  ['booked for last week', visit('booked', -7), 'visited_recently'],
  ['did not come', visit('booked', -2, 'no_show'), 'eligible'],
  ['canceled the booking', visit('booked', 5, 'canceled'), 'eligible'],
  ['may have come', visit('booked', -2, 'reported'), 'visited_recently'],
  ['texted a yes that staff booked', answer('booked'), 'future_booking'],
  ['is not interested', answer('not_interested'), 'not_interested'],
  ['was not interested, then booked', answer('not_interested', 'booked'), 'future_booking'],
  ['is another person', answer('wrong_person'), 'wrong_person'],
  ['was erased', erased, 'erased'],
]

const phoneOf = (n: number) => `+447700900${600 + n}`
const rowOf = (_: unknown, n: number) => `Mary,${phoneOf(n)},2025-09-01,Yes`
const rows = cases.map(rowOf)

/** A salon with a client for each case and an approved offer, on a Tuesday at noon. */
async function salonWithClients() {
  const app = await testApp()
  const phones = cases.map((_, n) => phoneOf(n))
  const { salon, offerId } = await salonWithOffer(app, phones, { reminder: REMINDER })
  const clientOf = async (phone: string) => {
    const [row] = await app.sql<[{ id: string }]>`select id from clients where phone = ${phone}`
    return row.id
  }
  return { ...app, salon, offerId, clientOf }
}

const allHappen = async (app: Salon) => {
  for (const [n, [, event]] of cases.entries()) await event(app, phoneOf(n))
}

function expectedCounts() {
  const counts: Partial<Record<Reason, number>> = {}
  for (const [, , reason] of cases) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}

test('a new list, the stored clients and the preview of a campaign know what happened here', async () => {
  const app = await salonWithClients()
  const { staff, salon, offerId } = app
  await allHappen(app)
  const { items } = await staff.clients.list({ id: salon.id })
  const found = new Map(items.map(({ phone, eligibility }) => [phone, eligibility.reason]))
  for (const [n, [name, , reason]] of cases.entries()) expect(found.get(phoneOf(n)), name).toBe(reason)
  const { eligible: recipients, ...leftOut } = expectedCounts()
  const plan = await staff.campaigns.preview({ id: salon.id, offerId, perDay: 100 })
  expect(plan).toMatchObject({ recipients, leftOut })
  const { waterfall } = await (await uploadList(app, salon.id, listOf(rows))).json()
  expect(waterfall).toMatchObject(expectedCounts())
})

test('the send guard knows what happened here after the start', async () => {
  const app = await salonWithClients()
  const { staff, sql, salon, offerId } = app
  await staff.campaigns.start({ id: salon.id, offerId, perDay: 100, startAt: '2026-03-10T15:00:00Z' })
  await allHappen(app)
  await passTime(app, DAY / 4)
  const texts = await sql<{ phone: string; status: string; why: string | null }[]>`
    select phone, status, error_message as why from messages where kind = 'offer'`
  for (const [n, [name, , reason]] of cases.entries()) {
    const text = texts.find(({ phone }) => phone === phoneOf(n))
    const left = (await textsOnHandset(sql, phoneOf(n))).length
    if (reason === 'eligible') expect([left, text?.why], name).toEqual([1, null])
    // The claim reads erased numbers before the guard runs.
    else if (reason === 'erased') expect([left, text?.status], name).toEqual([0, 'canceled'])
    else expect([left, text?.status, text?.why], name).toEqual([0, 'canceled', reasonLabels[reason]])
  }
})

test('a client who came and paid on 1 December is not offered the same on 4 December', async () => {
  const app = await salonWithClients()
  const { staff, salon, offerId, clientOf } = app
  await moveTo(app, '2026-12-04T12:00:00Z')
  await storeList(app, salon.id, ['Mary,+447700900600,2026-05-01,Yes'])
  const clientId = await clientOf('+447700900600')
  const came = { clientId, state: 'attended', visitOn: '2026-12-01', amount: 8000, note: 'Paid' } as const
  await staff.visits.create({ id: salon.id, ...came })
  const preview = await staff.campaigns.preview({ id: salon.id, offerId, perDay: 10 })
  expect(preview).toMatchObject({ recipients: 0, leftOut: { visited_recently: 1 } })
  const shown = (await staff.clients.list({ id: salon.id, q: '600' })).items
  expect(shown).toMatchObject([{ lastVisit: '2026-12-01' }])
})

test('not interested ends the offer forever, and other offers for 90 days', async () => {
  const app = await salonWithClients()
  const { staff, salon, offerId, sql } = app
  const phone = phoneOf(0)
  await staff.campaigns.start({ id: salon.id, offerId, perDay: 100, reminderAfterDays: 7 })
  await passTime(app, DAY)
  await answer('not_interested')(app, phone)
  const [usedUp, otherOffer] = [await approvedOffer(app, salon.id), await approvedOffer(app, salon.id)]
  // As if the approval of the refused offer were for more than one campaign.
  await sql`update campaigns set offer_id = ${usedUp}`
  const reasonOn = async (days: number, id: string) => {
    await later(app, days)
    await storeList(app, salon.id, [rows[0] ?? ''])
    const { leftOut } = await staff.campaigns.preview({ id: salon.id, offerId: id, perDay: 10 })
    return leftOut.not_interested ?? 0
  }
  expect(await reasonOn(10, otherOffer)).toBe(1)
  await passTime(app, 5 * DAY)
  const reminded = await sql`select 1 from messages where kind = 'reminder' and phone = ${phone}`
  expect(reminded).toHaveLength(0)
  expect(await reasonOn(90, otherOffer)).toBe(0)
  expect(await reasonOn(0, offerId)).toBe(1)
  expect(await reasonOn(300, offerId)).toBe(1)
})

test('visits and answers at another salon do not count', async () => {
  const app = await salonWithClients()
  const { staff, salon, offerId } = app
  const other = await readySalon(app, 'Beth Nails')
  await storeList(app, other.id, rows)
  const clients = (await staff.clients.list({ id: other.id })).items
  const clientOf = async (phone: string) => clients.find((one) => one.phone === phone)?.id ?? ''
  const there = { ...app, salon: other, clientOf }
  for (const [n, [, event, reason]] of cases.entries())
    if (reason !== 'erased') await event(there, phoneOf(n))
  const { leftOut } = await staff.campaigns.preview({ id: salon.id, offerId, perDay: 10 })
  expect(leftOut).toEqual({})
})
