import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { textsOnHandset } from '../../testing/handsetTexts.ts'
import { ownerLink } from '../../testing/ownerLink.ts'
import {
  approvedOffer,
  later,
  passTime,
  readySalon,
  salonWithOffer,
  storeList,
} from '../../testing/salons.ts'
import { textFrom } from '../../testing/webhooks.ts'

const DAY = 24 * 3_600_000
const STOP = 'Reply STOP to opt out.'
const one = {
  text: `{salon}: Hi {firstName}, 20% off. ${STOP}`,
  reminder: `{salon}: Last days, 20%. ${STOP}`,
}
const other = { text: `{salon}: Hi {firstName}, free cut. ${STOP}`, reminder: `{salon}: Last cuts. ${STOP}` }
const said = (text: string) => text.replace('{salon}', 'Aoife Hair').replace('{firstName}', 'Mary')
const numbersOf = (count: number) =>
  Array.from({ length: count }, (_, n) => `+447700900${String(n + 100).padStart(3, '0')}`)

/** A salon with two approved offers, on Tuesday, 10 March 2026 at noon. */
async function setUp(people = 6) {
  const app = await testApp()
  const numbers = numbersOf(people)
  const { salon, offerId } = await salonWithOffer(app, numbers, one)
  const { id } = salon
  const otherOfferId = await approvedOffer(app, id, other.reminder, other.text)
  return { ...app, numbers, salon, id, plan: { id, offerId, otherOfferId, perDay: 200 } }
}

type App = Awaited<ReturnType<typeof setUp>>

/** Numbers by the offer that was queued for them. */
async function halves({ sql, plan }: App) {
  const rows = await sql<{ phone: string; offerId: string }[]>`
    select phone, offer_id from messages where kind = 'offer' order by phone`
  const of = (id: string) => rows.filter(({ offerId }) => offerId === id).map(({ phone }) => phone)
  return { ones: of(plan.offerId), others: of(plan.otherOfferId) }
}

test('each client gets one of two texts, and the reminder that belongs to it', async () => {
  const app = await setUp(4)
  const { staff, plan, id, numbers } = app
  expect(await staff.campaigns.preview(plan)).toMatchObject({ recipients: 4 })
  await staff.campaigns.start({ ...plan, reminderAfterDays: 7 })
  const { ones, others } = await halves(app)
  expect([ones.length, others.length, [...ones, ...others].sort()]).toEqual([2, 2, numbers])
  await passTime(app, DAY)
  await textFrom(app.origin, others[0] ?? '', 'When are you open?', { To: app.salon.sender.address })
  await passTime(app, 5 * DAY, DAY)
  await passTime(app, 7 * DAY, DAY / 4)
  for (const phone of ones)
    expect(await textsOnHandset(app.sql, phone)).toEqual([said(one.text), said(one.reminder)])
  for (const phone of others.slice(1))
    expect(await textsOnHandset(app.sql, phone)).toEqual([said(other.text), said(other.reminder)])
  const [campaign] = await staff.campaigns.list({ id })
  expect(campaign?.texts).toEqual([
    { ...words(one), version: 1, clients: 2, sent: 2, answered: 0 },
    { ...words(other), version: 2, clients: 2, sent: 2, answered: 1 },
  ])
  // Both approvals are used up.
  await expect(staff.campaigns.preview(plan)).rejects.toThrow(/for one campaign/)
  const alone = { ...plan, otherOfferId: undefined, offerId: plan.otherOfferId }
  await expect(staff.campaigns.preview(alone)).rejects.toThrow(/for one campaign/)
})

const words = ({ text, reminder }: typeof one) => ({
  ...{ text, reminderText: reminder },
  approvedAs: { salonName: 'Aoife Hair', bookingUrl: 'https://book.example/aoife' },
})

test.each<[title: string, change: string, wanted: RegExp]>([
  ['is not approved', "state = 'with_owner'", /The owner has not approved this version of the offer/],
  ['has other words than approved', "text = 'Other words'", /The owner has not approved this version/],
])('a comparison does not start if the second offer %s', async (_, change, wanted) => {
  const { sql, staff, plan } = await setUp(1)
  await sql`alter table offers disable trigger offers_keep_approved`
  await sql.unsafe(`update offers set ${change} where id = '${plan.otherOfferId}'`)
  await expect(staff.campaigns.start(plan)).rejects.toThrow(wanted)
})

test('a comparison needs two offers of the salon, and a reminder of both', async () => {
  const app = await setUp(1)
  const { staff, plan, id } = app
  const { start } = staff.campaigns
  await expect(start({ ...plan, otherOfferId: plan.offerId })).rejects.toThrow(/choose two different/)
  const foreign = await readySalon(app, 'Opal Spa')
  await expect(start({ ...plan, otherOfferId: await approvedOffer(app, foreign.id) })).rejects.toThrow(/^404/)
  const otherOfferId = await approvedOffer(app, id, null, other.text)
  await expect(start({ ...plan, otherOfferId, reminderAfterDays: 7 })).rejects.toThrow(/Both offers need/)
})

test('a text does not leave after its offer lost the approval; the other half does', async () => {
  const app = await setUp()
  const { sql, staff, plan, id } = app
  await staff.campaigns.start(plan)
  const { ones, others } = await halves(app)
  await sql`alter table offers disable trigger offers_keep_approved`
  await sql`update offers set state = 'changes_requested' where id = ${plan.otherOfferId}`
  // The words of the other offer, which is approved, are not those of this text.
  await sql`update messages set body = ${said(other.text)} where phone = ${ones[0] ?? ''}`
  await passTime(app, 2 * DAY)
  const sent = await sql<{ phone: string }[]>`
    select phone from messages where kind = 'offer' and accepted_at is not null order by phone`
  expect(sent.map(({ phone }) => phone)).toEqual(ones.slice(1))
  expect(others).toHaveLength(3)
  expect(await staff.campaigns.list({ id })).toMatchObject([{ canceled: 4 }])
})

test('a no to one of two texts holds for both in a later campaign', async () => {
  const app = await setUp(2)
  const { sql, staff, plan } = app
  await staff.campaigns.start(plan)
  const { ones } = await halves(app)
  await passTime(app, DAY)
  await textFrom(app.origin, ones[0] ?? '', 'No thanks', { To: app.salon.sender.address })
  await sql`insert into campaigns (salon_id, offer_id, sender_id, template, per_day, state, basis, created_by, created_at, watched_from)
    select salon_id, other_offer_id, sender_id, template, per_day, 'running', basis, created_by, ${app.clock()}, ${app.clock()} from campaigns`
  const blocks = await sql`
    select offer_block(${ones[0] ?? ''}, id) as block from campaigns where other_offer_id is null`
  expect(blocks).toEqual([{ block: 'Said no' }])
})

test('the owner reads both texts before they leave', async () => {
  const app = await setUp()
  const { staff, plan, id, visitor } = app
  await staff.campaigns.start({ ...plan, reminderAfterDays: 7, startAt: '2026-03-11T10:00:00Z' })
  const { token, path } = await ownerLink(app, id)
  const { home } = await visitor.owner.open({ token })
  const read = (text: string) => said(text).replace('Mary', 'Aoife')
  expect(home?.nextTexts).toMatchObject([
    {
      ...{ texts: 6, body: read(one.text), reminderBody: read(one.reminder) },
      other: { body: read(other.text), reminderBody: read(other.reminder) },
    },
  ])
  const page = await (await app.request(path)).text()
  for (const text of ['One half of the clients gets the first text', read(one.text), read(other.reminder)])
    expect(page).toContain(text)
})

test.each([
  ['with clients kept aside', 120, undefined, 12],
  ['without', 20, 0, 0],
])('the two texts are compared by later visits, %s', async (_, people, keptAside, kept) => {
  const app = await setUp(people)
  const { sql, staff, plan, id, numbers } = app
  const campaign = await staff.campaigns.start({ ...plan, keptAside })
  const now = app.clock()
  await sql`update messages set status = 'sent', status_at = ${now}, attempted_at = ${now}, accepted_at = ${now}`
  const { ones, others } = await halves(app)
  const half = (people - kept) / 2
  expect([campaign.keptAside, ones.length, others.length]).toEqual([kept ? 10 : 0, half, half])
  const proofs = async () => (await staff.proof.get({ id })).campaigns
  const empty = { people: 0, returned: 0 }
  expect(await proofs()).toMatchObject([
    { texts: { one: { version: 1, ...empty }, other: { version: 2, ...empty } }, waiting: people },
  ])
  await later(app, 31)
  const came = [ones[0], ones[1], ...others.slice(0, 9)]
  const rows = numbers.map(
    (phone) => `Mary,${phone},${came.includes(phone) ? '2026-03-20' : '2025-09-01'},Yes`,
  )
  await storeList(app, id, rows)
  const texts = {
    one: { version: 1, people: half, returned: 2 },
    other: { version: 2, people: half, returned: 9 },
  }
  const texted = { people: people - kept, returned: 11 }
  expect(await proofs()).toMatchObject([{ texts, texted, keptAside: { people: kept }, waiting: 0 }])
  const page = await (await app.request((await ownerLink(app, id)).path)).text()
  expect(page).toContain(`2 of ${half} clients came back after offer 1, 9 of ${half} after offer 2.`)
})
