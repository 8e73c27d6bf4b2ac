import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { moveTo, salonWithOffer } from '../../testing/salons.ts'

const phones = Array.from({ length: 4 }, (_, n) => `+44770090060${n}`)
const THURSDAY = '2026-03-12T14:00:00.000Z'
const FRIDAY = '2026-03-13T10:00:00.000Z'

async function scheduled(perDay = 2) {
  const app = await testApp()
  const { salon, offerId } = await salonWithOffer(app, phones)
  const plan = { id: salon.id, offerId, perDay }
  const campaign = await app.staff.campaigns.start({ ...plan, startAt: THURSDAY })
  return { ...app, salon, plan, campaign, one: { id: salon.id, campaignId: campaign.id } }
}

type App = Awaited<ReturnType<typeof scheduled>>

async function at(app: App, time: string) {
  await moveTo(app, time)
  await app.worker.round()
}

const sent = async ({ sql }: App) => {
  const { count } = await sql`select 1 from messages where kind = 'offer' and accepted_at is not null`
  return count
}

test('a campaign of a salon shows its start, which can be changed until a text has left', async () => {
  const app = await scheduled()
  const { staff, one, sql } = app
  const wait = { canChangeStart: true, waiting: 4, zone: 'Europe/London' }
  expect(app.campaign.wait).toMatchObject({ ...wait, startsAt: THURSDAY, nextAt: THURSDAY })
  const changed = await staff.campaigns.changeStart({ ...one, startAt: FRIDAY })
  expect(changed.wait).toMatchObject({ startsAt: FRIDAY, nextAt: FRIDAY })
  const days = await sql<{ day: string }[]>`
    select to_char(due_at at time zone 'UTC', 'MM-DD') as day from messages where kind = 'offer' order by due_at`
  expect(days.map(({ day }) => day)).toEqual(['03-13', '03-13', '03-14', '03-14'])
  await at(app, THURSDAY)
  expect(await sent(app)).toBe(0)
  await at(app, FRIDAY)
  expect(await sent(app)).toBe(1)
  const again = staff.campaigns.changeStart({ ...one, startAt: null })
  await expect(again).rejects.toMatchObject({ status: 409 })
  const lines = await sql`select actor, detail from audit_log where action = 'salon-campaign.change-start'`
  expect(lines).toEqual([{ actor: 'maya', detail: { startsAt: FRIDAY } }])
})

test('a start in the past is a 422, and a campaign that has not started can be canceled', async () => {
  const app = await scheduled()
  const { staff, one, plan } = app
  const startAt = '2026-03-09T12:00:00.000Z'
  const refused = { status: 422, fields: { startAt: 'Please choose a time in the future' } }
  await expect(staff.campaigns.preview({ ...plan, startAt })).rejects.toMatchObject(refused)
  await expect(staff.campaigns.start({ ...plan, startAt })).rejects.toMatchObject(refused)
  await expect(staff.campaigns.changeStart({ ...one, startAt })).rejects.toMatchObject(refused)
  expect(await staff.campaigns.cancel(one)).toMatchObject({ state: 'canceled', canceled: 4, wait: null })
  await at(app, FRIDAY)
  expect(await sent(app)).toBe(0)
})

test.each([
  ['Tuesday noon, in the hours', '2026-03-10T12:00:00Z', 3, '2026-03-10T14:55:00.000Z', false],
  ['Tuesday night', '2026-03-10T23:00:00Z', 4, '2026-03-11T10:00:00.000Z', true],
  ['Sunday, a closed day', '2026-03-15T12:00:00Z', 4, '2026-03-17T10:00:00.000Z', true],
])('texts that start on %s wait only for closed hours', async (_, now, waiting, nextAt, isOutsideHours) => {
  const app = await testApp()
  const { salon, offerId } = await salonWithOffer(app, phones)
  await moveTo(app, now)
  const started = await app.staff.campaigns.start({ id: salon.id, offerId, perDay: 2 })
  expect(started.wait).toMatchObject({ waiting, nextAt, isOutsideHours })
})

test('a start on a later day is no wait for hours, not even at night', async () => {
  const app = await scheduled()
  await moveTo(app, '2026-03-10T23:00:00Z')
  const [campaign] = await app.staff.campaigns.list({ id: app.salon.id })
  expect(campaign?.wait).toMatchObject({ startsAt: THURSDAY, waiting: 4, isOutsideHours: false })
})

test('on the simulated network the texts of a salon can leave outside its hours', async () => {
  const app = await scheduled()
  app.clock.set(new Date('2026-03-10T23:00:00Z'))
  await app.staff.campaigns.sendNow(app.one)
  // The sender of a salon has a rate.
  for (const second of [0, 1, 2, 3]) await at(app, `2026-03-10T23:00:0${second}Z`)
  expect(await sent(app)).toBe(4)
})
