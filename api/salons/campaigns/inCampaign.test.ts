import { expect, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'
import { days, programmeSalon } from '../../testing/programmes.ts'
import { approvedOffer, later, passTime, REMINDER, salonWithOffer, storeList } from '../../testing/salons.ts'
import { textFrom } from '../../testing/webhooks.ts'

const DAY = 24 * 3_600_000
const phoneOf = (n: number) => `+44770090060${n}`
const first = [0, 1, 2].map(phoneOf)
const row = (n: number) => `Mary,${phoneOf(n)},2025-09-01,Yes`

const preview = async ({ staff }: App, id: string, offerId: string) => {
  const { recipients, leftOut } = await staff.campaigns.preview({ id, offerId, perDay: 1 })
  return [recipients, leftOut]
}

test('clients who are queued in one campaign are in no other, and the list, the count and the results show it', async () => {
  const app = await testApp()
  const { staff } = app
  const { salon, offerId } = await salonWithOffer(app, first)
  const { id } = salon
  const { id: campaignId } = await staff.campaigns.start({ id, offerId, perDay: 1 })
  const other = await approvedOffer(app, id)
  expect(await preview(app, id, other)).toEqual([0, { in_campaign: 3 }])
  await expect(staff.campaigns.start({ id, offerId: other, perDay: 1 })).rejects.toThrow(/^409/)
  await storeList(app, id, [row(0), row(1), row(2), row(3)])
  expect(await preview(app, id, other)).toEqual([1, { in_campaign: 3 }])
  expect(await staff.campaigns.audience({ id, offerId: other })).toMatchObject([{ clients: 1 }])
  const { items } = await staff.clients.list({ id })
  expect(items.map(({ eligibility }) => eligibility.reason).sort()).toEqual([
    ...['eligible', 'in_campaign', 'in_campaign', 'in_campaign'],
  ])
  await passTime(app, 4 * DAY)
  expect(await app.sql`select 1 from messages where kind = 'offer' and accepted_at is not null`).toHaveLength(
    3,
  )
  const second = await staff.campaigns.start({ id, offerId: other, perDay: 1 })
  // A campaign has a row in the results once a text of it has left.
  const shown = async () => (await staff.results.get({ id })).campaigns.map((one) => one.id)
  expect(await shown()).toEqual([campaignId])
  await passTime(app, DAY)
  expect(await shown()).toEqual([second.id, campaignId])
  expect((await staff.results.latest({})).items.map((one) => one.id)).toEqual([second.id, campaignId])
})

test('a client who may still get a reminder is in no other campaign, unless the client reacts or it is canceled', async () => {
  const app = await testApp()
  const { staff } = app
  const { salon, offerId } = await salonWithOffer(app, first, { reminder: REMINDER })
  const { id, sender } = salon
  const plan = { id, offerId, perDay: 100, reminderAfterDays: 20 }
  const { id: campaignId } = await staff.campaigns.start(plan)
  await passTime(app, DAY)
  await textFrom(app.origin, phoneOf(0), 'What does it cost?', { To: sender.address })
  const other = await approvedOffer(app, id)
  await later(app, 10)
  expect(await preview(app, id, other)).toEqual([0, { wrote_to_us: 1, in_campaign: 2 }])
  await staff.campaigns.cancel({ id, campaignId })
  expect(await preview(app, id, other)).toEqual([2, { wrote_to_us: 1 }])
})

test('monthly texts leave out who is queued in a campaign', async () => {
  const app = await programmeSalon({ listAsOf: '2026-03-09' })
  const { id, staff } = app
  await staff.campaigns.start({ id, offerId: await approvedOffer(app, id), perDay: 1, keptAside: 0 })
  await app.set(true)
  await days(app, 1)
  expect((await staff.programmes.get({ id })).waves).toMatchObject([
    { state: 'skipped', note: 'No client of this salon may be texted now' },
  ])
})
