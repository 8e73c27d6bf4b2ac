import { reasonLabels, waterfall } from '@salonback/shared/salons/clients/eligible.ts'
import { expect, test } from 'vitest'
import { findClients } from '../salons/clients/clientFacts.ts'
import { findSalons } from '../salons/salons/queries.ts'
import { testApp } from '../testing/app.ts'
import { demoClients } from './clientList.ts'
import { makeDemoSalon } from './salon.ts'

async function withDemoSalon({ simulated = true } = {}) {
  const app = await testApp()
  const now = app.clock()
  expect(await makeDemoSalon(app.sql, { simulated, keys: app.env, now })).toBe(true)
  const { items } = await app.staff.salons.list({})
  const [salon] = items
  if (!salon) throw new Error('There is no salon')
  return { ...app, now, salon }
}

/** Clients per reason. */
function expectedCounts(now: Date) {
  const counts = Object.fromEntries(Object.keys(reasonLabels).map((reason) => [reason, 0]))
  for (const { reason } of demoClients(now)) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}

test.each(['2026-03-10T12:00:00Z', '2028-02-29T23:30:00Z'])(
  'the demo salon has 300 clients, and every reason of a list occurs as planned (%s)',
  async (date) => {
    const { sql, env } = await testApp()
    const now = new Date(date)
    expect(await makeDemoSalon(sql, { simulated: true, keys: env, now })).toBe(true)
    const [salon] = (await findSalons(sql, { now })).items
    if (!salon) throw new Error('There is no salon')
    const counts = waterfall(await findClients(sql, { salonId: salon.id, keys: env, now }), salon, now)
    // Three of the clients with a recent text answered it, and wait.
    const planned = expectedCounts(now)
    expect(counts).toEqual({
      ...planned,
      texted_recently: (planned.texted_recently ?? 0) - 3,
      wrote_to_us: (planned.wrote_to_us ?? 0) + 3,
    })
    const missing = Object.entries(counts).flatMap(([reason, count]) => (count > 0 ? [] : [reason]))
    // An erasure, an answer, or a plan for a campaign brings the others.
    expect(missing).toEqual([
      'erased',
      'wrong_person',
      'not_interested',
      'in_campaign',
      'kept_aside',
      'not_chosen',
      'offered_lately',
      'after_last_day',
    ])
    expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(300)
  },
)

test('a campaign of the demo salon can be previewed, and replies wait', async () => {
  const { staff, salon } = await withDemoSalon()
  expect(salon).toMatchObject({ state: 'ready', counts: { clients: 300, repliesWaiting: 3 } })
  expect(salon.checklist).toEqual({
    agreement: true,
    sender: true,
    list: true,
    consent: true,
    offer: true,
    campaign: false,
  })
  const [offer] = (await staff.offers.list({ id: salon.id })).items
  const plan = { id: salon.id, offerId: offer?.id ?? '', perDay: 50, reminderAfterDays: 7 }
  expect(await staff.campaigns.preview(plan)).toMatchObject({ recipients: 128, days: 3 })
  expect((await staff.replies.list({})).items.map(({ firstName }) => firstName)).toHaveLength(3)
})

test('a second run changes nothing', async () => {
  const { sql, env, now } = await withDemoSalon()
  const everything = () => sql`
    select count(*) from salons union all select count(*) from clients union all select count(*) from messages
    union all select count(*) from consent_events union all select count(*) from client_lists`
  const before = await everything()
  expect(await makeDemoSalon(sql, { simulated: true, keys: env, now })).toBe(false)
  expect(await everything()).toEqual(before)
})

test('with a real carrier the demo salon has no number', async () => {
  const { salon, sql } = await withDemoSalon({ simulated: false })
  expect(salon.sender).toBeNull()
  expect(await sql`select 1 from messages`).toHaveLength(0)
})
