import type { ResultStep } from '@salonback/shared/salons/results/contract.ts'
import { expect, test } from 'vitest'
import { erase } from '../../core/erasure/erase.ts'
import { copiedWorld } from '../../testing/app.ts'
import { later, passTime, salonWithOffer } from '../../testing/salons.ts'
import { testSalon } from '../../testing/testSalon.ts'
import { textSalon } from '../../testing/textedSalon.ts'
import { textFrom } from '../../testing/webhooks.ts'

const numbers = { Mary: '+447700900600', Siobhán: '+447700900601', Orla: '+447700900602' }

/** Mary answered, booked and came; Orla answered; Siobhán opted out, and her text has no receipt. */
const resultsMade = copiedWorld(async (app) => {
  const { origin, staff, sql } = app
  const salon = await textSalon(app)
  const { id } = salon
  await app.simulator.drain()
  await sql`update messages set status = case phone when ${numbers.Siobhán} then 'sent' else 'delivered' end`
  const text = (from: string, body: string) => textFrom(origin, from, body, { To: salon.sender.address })
  await later(app, 1)
  await text(numbers.Mary, 'Yes please')
  await text(numbers.Mary, 'On Friday?')
  await text(numbers.Siobhán, 'I am driving with Do Not Disturb turned on.')
  await text(numbers.Siobhán, 'STOP')
  await later(app, 7)
  await text(numbers.Orla, 'What does it cost?')
  const reply = (await staff.replies.list({})).items.find(({ body }) => body === 'On Friday?')
  await staff.replies.setOutcome({ id, messageId: reply?.id ?? '', outcome: 'booked' })
  const [visit] = (await staff.visits.list({ id })).items
  const visitId = visit?.id ?? ''
  await staff.visits.update({ id, visitId, state: 'attended', visitOn: '2026-03-18', amount: 4500 })
  return { salon, visitId }
})

async function salonWithResults() {
  const { app, salon, visitId } = await resultsMade()
  const { origin, staff } = app
  const { id, campaignId } = salon
  const text = (from: string, body: string, to: { sender: { address: string } } = salon) =>
    textFrom(origin, from, body, { To: to.sender.address })
  const results = () => staff.results.get({ id })
  const namesAt = async (step: ResultStep) =>
    (await staff.results.people({ id, campaignId, step })).items.map(({ firstName }) => firstName)
  return { app, salon, text, visitId, results, namesAt }
}

const everyone = { eligible: 3, texted: 3, delivered: 2, answered: 2, booked: 1, attended: 1, paid: 1 }

/** Weeks with activity. */
const busy = (weeks: { texts: number; answers: number; visits: number }[]) =>
  weeks.filter(({ texts, answers, visits }) => texts + answers + visits > 0)

const march = [
  { week: '2026-03-09', texts: 3, answers: 1, visits: 0 },
  { week: '2026-03-16', texts: 0, answers: 1, visits: 1 },
]

test('the steps of a campaign count clients, and each number has its people', async () => {
  const { salon, results, namesAt } = await salonWithResults()
  const { campaigns, weeks } = await results()
  expect(campaigns).toMatchObject([{ id: salon.campaignId, state: 'finished', ...everyone }])
  expect((await namesAt('eligible')).sort()).toEqual(['Mary', 'Orla', 'Siobhán'])
  expect((await namesAt('delivered')).sort()).toEqual(['Mary', 'Orla'])
  expect(await namesAt('answered')).toEqual(['Orla', 'Mary'])
  for (const step of ['booked', 'attended', 'paid'] as const) expect(await namesAt(step)).toEqual(['Mary'])
  expect(weeks).toHaveLength(26)
  expect(busy(weeks)).toEqual(march)
  expect(weeks.at(-1)?.week).toBe('2026-03-16')
})

test('texts of another salon to the same clients count there only', async () => {
  const { app, text, results } = await salonWithResults()
  const { staff } = app
  const clients = [numbers.Mary, 'Ana,+447700900603']
  const { salon: other, offerId } = await salonWithOffer(app, clients, { name: 'Opal Spa' })
  const { id: campaignId } = await staff.campaigns.start({ id: other.id, offerId, perDay: 100 })
  await passTime(app, 5 * 3_600_000)
  await text(numbers.Mary, 'Hello Opal', other)
  const { campaigns, weeks } = await results()
  expect(campaigns).toMatchObject([everyone])
  expect(busy(weeks)).toEqual(march)
  const theirs = await staff.results.get({ id: other.id })
  expect(theirs.campaigns).toMatchObject([
    { id: campaignId, eligible: 2, texted: 2, delivered: 0, answered: 1, booked: 0, attended: 0, paid: 0 },
  ])
  const mine = { id: other.id, campaignId: campaigns[0]?.id ?? '', step: 'texted' } as const
  await expect(staff.results.people(mine)).rejects.toThrow('Campaign not found')
})

test('an answer belongs to the campaign of the last text before it', async () => {
  const { app, salon, text, results } = await salonWithResults()
  const { sql, staff } = app
  const { id, campaignId: first } = salon
  await later(app, 30)
  const now = app.clock()
  const [second] = await sql<[{ id: string }]>`
    insert into campaigns (salon_id, offer_id, sender_id, template, state, basis, per_day, created_by, created_at, watched_from)
    select salon_id, offer_id, sender_id, template, state, basis, per_day, created_by, ${now}, ${now}
    from campaigns where id = ${first} returning id`
  await sql`
    insert into messages (direction, kind, phone, body, sender_id, salon_id, client_id, created_at, status, status_at,
      accepted_at, campaign_id)
    select direction, kind, phone, body, sender_id, salon_id, client_id, ${now}, 'sent', ${now}, ${now}, ${second.id}
    from messages where campaign_id = ${first} and phone = ${numbers.Mary}`
  await text(numbers.Mary, 'Again, yes')
  expect((await results()).campaigns).toMatchObject([
    { id: second.id, eligible: 1, texted: 1, delivered: 0, answered: 1, booked: 0, attended: 0, paid: 0 },
    { id: first, ...everyone },
  ])
  expect((await staff.campaigns.list({ id })).map(({ answered }) => answered)).toEqual([1, 2])
})

test('a canceled appointment is not booked, and a reversed fee is not paid', async () => {
  const { app, salon, visitId, results } = await salonWithResults()
  const { id } = salon
  await app.staff.visits.update({ id, visitId, amount: 0 })
  expect((await results()).campaigns).toMatchObject([{ ...everyone, paid: 0 }])
  await app.staff.visits.update({ id, visitId, amount: 6000 })
  expect((await results()).campaigns).toMatchObject([everyone])
  await app.staff.visits.update({ id, visitId, state: 'no_show' })
  expect((await results()).campaigns).toMatchObject([{ ...everyone, attended: 0, paid: 0 }])
  await app.staff.visits.update({ id, visitId, state: 'canceled' })
  expect((await results()).campaigns).toMatchObject([{ ...everyone, booked: 0, attended: 0, paid: 0 }])
  expect(busy((await results()).weeks)).toEqual([march[0], { ...march[1], visits: 0 }])
})

test('an erased client is in no step; the others stay', async () => {
  const { app, results, namesAt } = await salonWithResults()
  await erase(app.sql, app.env, null, { phone: numbers.Mary, now: app.clock() })
  expect((await results()).campaigns).toMatchObject([
    { eligible: 2, texted: 2, delivered: 1, answered: 1, booked: 0, attended: 0, paid: 0 },
  ])
  expect(await namesAt('answered')).toEqual(['Orla'])
})

test('a client who left the list is counted, without a name', async () => {
  const { app, salon, results } = await salonWithResults()
  const { id, campaignId } = salon
  await app.sql`delete from clients where phone = ${numbers.Mary}`
  expect((await results()).campaigns).toMatchObject([everyone])
  const { items } = await app.staff.results.people({ id, campaignId, step: 'attended' })
  expect(items).toEqual([
    { clientId: null, firstName: null, phone: numbers.Mary, at: '2026-03-18T12:00:00.000Z' },
  ])
})

test('people come in pages of 50, each once', async () => {
  const { app, salon } = await salonWithResults()
  const { id, campaignId } = salon
  await app.sql`
    insert into messages (direction, kind, phone, body, sender_id, salon_id, client_id, created_at, status, campaign_id)
    select m.direction, m.kind, '+4477009' || (10000 + n), m.body, m.sender_id, m.salon_id, gen_random_uuid(), m.created_at,
      'canceled', m.campaign_id
    from messages m, generate_series(1, 117) n where m.campaign_id = ${campaignId} and m.phone = ${numbers.Mary}`
  const phones: string[] = []
  const sizes: number[] = []
  for (let cursor: string | null = null, first = true; first || cursor; first = false) {
    const wanted = { id, campaignId, step: 'eligible', ...(cursor && { cursor }) } as const
    const page = await app.staff.results.people(wanted)
    phones.push(...page.items.map(({ phone }) => phone))
    sizes.push(page.items.length)
    cursor = page.nextCursor
  }
  expect(sizes).toEqual([50, 50, 20])
  expect(new Set(phones).size).toBe(120)
})

test('weeks start on Monday in the time zone of the salon', async () => {
  const { app, salon, results } = await salonWithResults()
  // Sunday, 22:00 in New York; in London it is Monday.
  await app.sql`update messages set accepted_at = '2026-03-16T02:00:00Z' where campaign_id = ${salon.campaignId}`
  expect(busy((await results()).weeks)).toMatchObject([{ week: '2026-03-16', texts: 3 }])
  await app.sql`update salons set time_zone = 'America/New_York' where id = ${salon.id}`
  expect(busy((await results()).weeks)).toMatchObject([
    { week: '2026-03-09', texts: 3 },
    { week: '2026-03-16' },
  ])
})

test('a salon without campaigns has 26 empty weeks; an unknown one is not found', async () => {
  const { app, id } = await testSalon()
  const { campaigns, weeks } = await app.staff.results.get({ id })
  expect([campaigns, weeks.length, busy(weeks)]).toEqual([[], 26, []])
  const unknown = '5d6ff7a0-0000-4000-8000-000000000001'
  await expect(app.staff.results.get({ id: unknown })).rejects.toThrow('Salon not found')
})

test('each campaign that has texted has its steps, by pages, latest first', async () => {
  const { app, salon } = await salonWithResults()
  const { sql, staff } = app
  const [first] = (await staff.results.latest({})).items
  const shown = { id: salon.campaignId, salonId: salon.id, salonName: 'Aoife Hair', ...everyone }
  expect(first).toMatchObject(shown)
  const added = await sql<{ id: string }[]>`
    with more as (
      insert into salons (slug, name, country, time_zone, currency, owner_name, created_at)
      select 'salon-' || n, 'Salon ' || n, 'GB', 'Europe/London', 'GBP', 'Ann', now() from generate_series(1, 22) n
      returning id, slug
    )
    , campaign as (insert into campaigns (salon_id, template, state, basis, created_by, created_at, watched_from)
      select more.id, 'x', 'finished', 'soft_opt_in', (select id from admins limit 1),
        timestamptz '2026-04-01' + age * interval '1 day', now()
      from more, generate_series(0, 1) age returning id, salon_id, created_at)
    insert into messages (direction, kind, phone, body, created_at, status, salon_id, campaign_id, accepted_at)
    select 'outbound', 'offer', '+447700900700', '', now(), 'sent', salon_id, id, now()
    from campaign where created_at > '2026-04-01T12:00:00Z' returning id`
  expect(added).toHaveLength(22)
  const page = await staff.results.latest({})
  const days = page.items.map(({ createdAt }) => createdAt.slice(0, 10))
  expect(days).toEqual(Array(20).fill('2026-04-02'))
  const rest = await staff.results.latest({ cursor: page.nextCursor ?? '' })
  expect(rest.items.map(({ id }) => id)).toHaveLength(3)
  expect([rest.items.at(-1)?.id, rest.nextCursor]).toEqual([salon.campaignId, null])
  expect(new Set([...page.items, ...rest.items].map(({ salonId }) => salonId)).size).toBe(23)
})
