import { compare } from '@salonback/shared/salons/proof/compare.ts'
import { expect, test } from 'vitest'
import { type App, copiedWorld, testApp } from '../../testing/app.ts'
import { ownerLink } from '../../testing/ownerLink.ts'
import { approvedOffer, later, passTime, salonWithOffer, storeList } from '../../testing/salons.ts'
import { textFrom } from '../../testing/webhooks.ts'

const DAY = 24 * 3_600_000
const numbers = Array.from({ length: 120 }, (_, n) => `+447700900${String(n).padStart(3, '0')}`)

/** A salon with 120 clients and an approved offer, on Tuesday, 10 March 2026 at noon. */
const made = copiedWorld((app) => salonWithOffer(app, numbers))

const OTHER = '{salon}: Hi {firstName}, 10% off: {link} Reply STOP to opt out.'

async function setUp() {
  const { app, ...world } = await made()
  return { ...app, ...world }
}

/** A campaign with texts that are marked as accepted: sending them would take most of the test's time. */
const texted = copiedWorld(async (app) => {
  const { salon, offerId } = await salonWithOffer(app, numbers)
  const { id } = salon
  const campaign = await app.staff.campaigns.start({ id, offerId, perDay: 200 })
  await accept(app)
  return { ...salon, campaignId: campaign.id, ...(await groups(app)) }
})

/** The carrier accepts the queued texts to these clients. */
const accept = ({ sql, clock }: App, phones: readonly string[] = numbers) => sql`
  update messages set status = 'sent', status_at = ${clock()}, attempted_at = ${clock()}, accepted_at = ${clock()}
  where phone in ${sql([...phones])}`

/** The numbers with and without a text. */
async function groups({ sql }: App) {
  const rows = await sql<{ phone: string }[]>`
    select distinct phone from messages where kind = 'offer' and accepted_at is not null order by phone`
  const got = rows.map(({ phone }) => phone)
  return { got, kept: numbers.filter((phone) => !got.includes(phone)) }
}

/** Stores a list with a last visit of these clients on a day. */
const listOfVisits = (app: App, id: string, came: readonly string[], day: string) =>
  storeList(
    app,
    id,
    numbers.map((phone) => `Mary,${phone},${came.includes(phone) ? day : '2025-09-01'},Yes`),
  )

test('a campaign to 100 or more clients keeps a tenth aside, as the preview says', async () => {
  const { staff, salon, offerId, sql } = await setUp()
  const plan = { id: salon.id, offerId, perDay: 200 }
  const preview = (keptAside?: number) =>
    staff.campaigns.preview({ ...plan, ...(keptAside !== undefined && { keptAside }) })
  expect(await preview()).toMatchObject({ recipients: 108, leftOut: { kept_aside: 12 } })
  expect(await preview(20)).toMatchObject({ recipients: 96, leftOut: { kept_aside: 24 } })
  expect(await preview(0)).toMatchObject({ recipients: 120, leftOut: {} })
  await expect(preview(21)).rejects.toThrow(/^422/)
  const campaign = await staff.campaigns.start(plan)
  expect(campaign).toMatchObject({ total: 108, leftOut: 12, keptAside: 10 })
  expect(await sql`select assigned, count(*)::int from assignments group by 1 order by 1`).toEqual([
    { assigned: 'kept_aside', count: 12 },
    { assigned: 'text', count: 108 },
  ])
  expect((await staff.clients.list({ id: salon.id })).waterfall).toMatchObject({ kept_aside: 12 })
})

test('a campaign to fewer than 100 clients keeps none aside', async () => {
  const app = await testApp()
  const { salon, offerId } = await salonWithOffer(app, numbers.slice(0, 99))
  const plan = { id: salon.id, offerId, perDay: 200, keptAside: 20 }
  expect(await app.staff.campaigns.preview(plan)).toMatchObject({ recipients: 99, leftOut: {} })
  expect(await app.staff.campaigns.start(plan)).toMatchObject({ total: 99, keptAside: 0 })
})

test('a client kept aside gets no text of the salon for 30 days; another salon may text', async () => {
  const { app, id, kept } = await texted()
  const { staff } = app
  await later(app, 29)
  await listOfVisits(app, id, [], '')
  const plan = { id, offerId: await approvedOffer(app, id, null, OTHER), perDay: 200, keptAside: 0 }
  const preview = await staff.campaigns.preview(plan)
  expect(preview).toMatchObject({ recipients: 108, leftOut: { kept_aside: 12 } })
  const { salon: other, offerId } = await salonWithOffer(app, numbers, { name: 'Opal Spa' })
  const theirs = { id: other.id, offerId, perDay: 200, keptAside: 0 }
  expect(await staff.campaigns.preview(theirs)).toMatchObject({ recipients: 120 })
  await later(app, 2)
  expect(await staff.campaigns.preview(plan)).toMatchObject({ recipients: 120, leftOut: {} })
  expect(kept).toHaveLength(12)
})

test('a queued text of another campaign does not reach a client kept aside', async () => {
  const app = await setUp()
  const { staff, salon, offerId } = app
  // Its texts leave from Wednesday on.
  await staff.campaigns.start({
    ...{ id: salon.id, offerId, perDay: 200, keptAside: 0 },
    startAt: '2026-03-11T10:00:00Z',
  })
  // As an earlier version left them: now a client in a campaign is in no other.
  await app.sql`update messages set status = 'canceled' where kind = 'offer'`
  await staff.campaigns.start({ id: salon.id, offerId: await approvedOffer(app, salon.id), perDay: 200 })
  await app.sql`update messages set status = 'queued' where status = 'canceled'`
  const kept = await app.sql<{ phone: string }[]>`
    select c.phone from assignments a join clients c on c.id = a.client_id where a.assigned = 'kept_aside'`
  // Two clients with a text, and those kept aside, are left.
  const others = numbers.filter((one) => !kept.some(({ phone }) => phone === one))
  await accept(app, others.slice(2))
  await passTime(app, 3 * DAY)
  expect((await groups(app)).got).toEqual(others)
})

test('a client kept aside may be texted again when the campaign was canceled before its texts', async () => {
  const app = await setUp()
  const { staff, salon, offerId } = app
  const plan = { id: salon.id, offerId: await approvedOffer(app, salon.id), perDay: 200 }
  const { id: campaignId } = await staff.campaigns.start({ ...plan, offerId })
  const { leftOut } = await staff.campaigns.preview(plan)
  expect(leftOut).toMatchObject({ kept_aside: expect.any(Number) })
  await staff.campaigns.cancel({ id: salon.id, campaignId })
  const preview = await staff.campaigns.preview({ ...plan, keptAside: 0 })
  expect(preview).toMatchObject({ recipients: 120, leftOut: {} })
  expect((await staff.proof.get({ id: salon.id })).campaigns).toMatchObject([
    { texted: { people: 0 }, keptAside: { people: 0 }, waiting: 0 },
  ])
})

test('a later list shows how many of both groups came within 30 days', async () => {
  const { app, id, campaignId, got, kept } = await texted()
  const { staff } = app
  const proof = async () => (await staff.proof.get({ id })).campaigns
  const none = { texted: { people: 0 }, keptAside: { people: 0 } }
  expect(await proof()).toMatchObject([
    { id: campaignId, percent: 10, ...none, waiting: 120, listFrom: '2026-04-09' },
  ])
  await later(app, 19)
  // The day of the text does not count, and such a client is not compared.
  await listOfVisits(app, id, [got[0] ?? '', kept[0] ?? ''], '2026-03-10')
  expect(await proof()).toMatchObject([{ texted: { people: 0 }, waiting: 118 }])
  await later(app, 12)
  // 30 days after. A later list has a later last visit, and the earlier visit still counts.
  await listOfVisits(app, id, [...got.slice(1, 22), kept[1] ?? ''], '2026-04-09')
  await later(app, 1)
  await listOfVisits(app, id, [...got.slice(1, 31), kept[1] ?? '', kept[2] ?? ''], '2026-04-10')
  const expected = { texted: { people: 107, returned: 21 }, keptAside: { people: 11, returned: 1 } }
  expect(await proof()).toMatchObject([{ ...expected, waiting: 0, listFrom: null }])
  const total = { campaigns: 1, ...expected, ...compare(expected.texted, expected.keptAside) }
  expect((await staff.proof.get({ id })).total).toMatchObject({ ...expected, isMore: total.isMore })
  expect(await staff.proof.agency()).toMatchObject(expected)
})

test('answers, and visits that staff confirm, do not count', async () => {
  const { app, id, sender, got } = await texted()
  const { staff } = app
  await textFrom(app.origin, got[0] ?? '', 'Yes please', { To: sender.address })
  const { items } = await staff.clients.list({ id, q: (got[1] ?? '').slice(-3) })
  const clientId = items.find(({ phone }) => phone === got[1])?.id ?? ''
  await later(app, 7)
  const visit = { state: 'attended', visitOn: '2026-03-17', amount: 4500, note: 'At the desk' } as const
  await staff.visits.create({ id, clientId, ...visit })
  await later(app, 24)
  await listOfVisits(app, id, [], '')
  expect((await staff.proof.get({ id })).campaigns).toMatchObject([{ texted: { returned: 0 } }])
})

test('a client kept aside who comes back is never charged', async () => {
  const { app, id, kept, got } = await texted()
  const { staff, sql } = app
  await later(app, 10)
  await listOfVisits(app, id, [kept[0] ?? '', got[0] ?? ''], '2026-03-18')
  const confirm = async (phone: string) => {
    const { items } = await staff.clients.list({ id, q: phone })
    const clientId = items.find((client) => client.phone === phone)?.id ?? ''
    const [visit] = (await staff.visits.list({ id, clientId })).items
    const said = { state: 'attended', amount: 4500 } as const
    if (visit) await staff.visits.update({ id, visitId: visit.id, ...said })
    else await staff.visits.create({ id, clientId, visitOn: '2026-03-18', note: 'At the desk', ...said })
  }
  await confirm(kept[0] ?? '')
  expect(await sql`select 1 from ledger_entries`).toHaveLength(0)
  await confirm(got[0] ?? '')
  expect(await sql`select 1 from ledger_entries`).toHaveLength(1)
})

test('a client with a text in the last 30 days is texted, and not compared', async () => {
  const { app, id, got } = await texted()
  await later(app, 14)
  await listOfVisits(app, id, [], '')
  const plan = { id, offerId: await approvedOffer(app, id, null, OTHER), perDay: 200, keptAside: 20 }
  const preview = await app.staff.campaigns.preview(plan)
  expect(preview).toMatchObject({ recipients: got.length, leftOut: { kept_aside: 12 } })
})

test('an erased client is in neither group', async () => {
  const { app, id, kept } = await texted()
  await app.sql`delete from clients where phone = ${kept[0] ?? ''}`
  await later(app, 31)
  await listOfVisits(app, id, [], '')
  expect((await app.staff.proof.get({ id })).campaigns).toMatchObject([
    { texted: { people: 108 }, keptAside: { people: 11 } },
  ])
})

test('the owner reads the comparison as a sentence', async () => {
  const { app, id, got, kept } = await texted()
  const { path } = await ownerLink(app, id)
  const page = async () => (await app.request(path)).text()
  expect(await page()).toContain('We cannot say yet for 120 clients')
  await later(app, 31)
  await listOfVisits(app, id, [...got.slice(0, 21), kept[0] ?? ''], '2026-03-20')
  const text = await page()
  expect(text).toContain('Of 108 clients we texted 21 came back, of 12 we did not text 1.')
  expect(text).toContain('Too few to tell yet.')
  expect(text).toContain('Why do you leave some out?')
})
