import { countChosen } from '@salonback/shared/salons/campaigns/audienceChoice.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { later, passTime, salonWithOffer, storeList } from '../../testing/salons.ts'
import { textFrom } from '../../testing/webhooks.ts'

const DAY = 24 * 3_600_000
const numbers = Array.from({ length: 6 }, (_, n) => `+44770090060${n}`)

async function setUp() {
  const app = await testApp()
  const found = await salonWithOffer(app, numbers)
  await app.sql`update clients set visits = 3, flags = '{vip}', last_visit = '2025-11-01' where phone = ${numbers[0] ?? ''}`
  await app.sql`update clients set visits = 1 where phone = ${numbers[1] ?? ''}`
  return { ...app, ...found, plan: { id: found.salon.id, offerId: found.offerId, perDay: 10 } }
}

test('the preview and the count as one chooses agree, and the campaign texts no others', async () => {
  const app = await setUp()
  const { staff, plan, sql } = app
  const count = async (audience: object) => {
    const { recipients, leftOut } = await staff.campaigns.preview({ ...plan, audience })
    const { id, offerId } = plan
    const groups = await staff.campaigns.audience({ id, offerId })
    expect(countChosen(groups, audience)).toEqual({ eligible: 6, chosen: recipients })
    return [recipients, leftOut.not_chosen ?? 0]
  }
  expect(await count({})).toEqual([6, 0])
  expect(await count({ withoutVip: true })).toEqual([5, 1])
  expect(await count({ minVisits: 2 })).toEqual([1, 5])
  expect(await count({ maxVisits: 2 })).toEqual([1, 5])
  expect(await count({ lastVisitFrom: '2025-10-01' })).toEqual([1, 5])
  expect(await count({ lastVisitTo: '2025-10-01' })).toEqual([5, 1])
  await expect(staff.campaigns.preview({ ...plan, audience: { minVisits: -1 } })).rejects.toThrow(/^422/)
  const audience = { lastVisitFrom: '2025-10-01', lastVisitTo: '2025-12-31' }
  expect(await staff.campaigns.start({ ...plan, audience })).toMatchObject({ total: 1, leftOut: 5 })
  expect(await sql`select phone from messages where kind = 'offer'`).toEqual([{ phone: numbers[0] }])
  expect(await sql`select audience from campaigns`).toEqual([{ audience }])
})

test.each([
  ['a list of today', '2026-03-10', 6, 6],
  ['a list of two months ago', '2026-01-10', 0, 6],
])(
  'with %s (%s) a campaign may text %i clients now, and a programme %i with a fresh list',
  async (_, asOf, now, wave) => {
    const { staff, plan, sql } = await setUp()
    await sql`update client_lists set as_of = ${asOf}`
    const given = { id: plan.id, offerId: plan.offerId }
    const count = async (more = {}) =>
      countChosen(await staff.campaigns.audience({ ...given, ...more }), {}).eligible
    expect([await count(), await count({ isWave: true })]).toEqual([now, wave])
  },
)

test('a programme does not count clients who had an offer in the last 90 days', async () => {
  const app = await setUp()
  const { staff, plan } = app
  await staff.campaigns.start({ ...plan, audience: { withoutVip: true } })
  await passTime(app, 30 * 3_600_000)
  await later(app, 20)
  const rows = numbers.map((phone) => `Mary,${phone},2025-09-01,Yes`)
  await storeList(app, plan.id, rows)
  await app.sql`update clients set visits = 3, flags = '{vip}' where phone = ${numbers[0] ?? ''}`
  const given = { id: plan.id, offerId: plan.offerId }
  expect(countChosen(await staff.campaigns.audience(given), {}).eligible).toBe(6)
  expect(await staff.campaigns.audience({ ...given, isWave: true })).toEqual([
    { lastVisit: '2025-11-01', visits: 3, isVip: true, clients: 1 },
  ])
})

test.each([
  ['no client opts out', false, 6, 'finished'],
  ['one client opts out', true, 2, 'paused'],
])('the rest of a campaign after a first batch where %s', async (_, optsOut, sent, state) => {
  const app = await setUp()
  const { staff, plan, sql } = app
  await staff.campaigns.start({ ...plan, firstBatch: 2 })
  await passTime(app, DAY / 4)
  const sentTexts = () => sql<{ phone: string }[]>`
    select phone from messages where kind = 'offer' and accepted_at is not null`
  const texted = await sentTexts()
  expect(texted).toHaveLength(2)
  if (optsOut) await textFrom(app.origin, texted[0]?.phone ?? '', 'STOP', { To: app.salon.sender.address })
  await passTime(app, 2 * DAY)
  expect(await sentTexts()).toHaveLength(sent)
  const [campaign] = await staff.campaigns.list({ id: plan.id })
  expect(campaign).toMatchObject({ state, pausedReason: optsOut ? '1 of the first 2 opted out' : null })
})

test.each([
  ['a first batch', 2, [2, 4]],
  ['none', undefined, [6]],
])('another start keeps %s', async (_, firstBatch, days) => {
  const { staff, plan, sql } = await setUp()
  const given = { ...plan, startAt: '2026-03-11T10:00:00Z', ...(firstBatch && { firstBatch }) }
  const campaign = await staff.campaigns.start(given)
  expect(campaign.firstBatch).toBe(firstBatch ?? null)
  const startAt = '2026-03-13T10:00:00.000Z'
  await staff.campaigns.changeStart({ id: plan.id, campaignId: campaign.id, startAt })
  const rows = await sql<{ texts: number }[]>`
    select count(*)::int as texts from messages where kind = 'offer' group by due_at::date order by due_at::date`
  expect(rows.map(({ texts }) => texts)).toEqual(days)
})
