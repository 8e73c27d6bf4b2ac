import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { approvedOffer, OFFER, passTime, salonWithOffer, storeList } from '../../testing/salons.ts'
import { SENDER } from '../../testing/start.ts'
import { testSalon } from '../../testing/testSalon.ts'
import { textFrom } from '../../testing/webhooks.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const [agency, asks, refuses] = ['+447700900610', '+447700900611', '+447700900612'] as const
const [answered, undecided, early] = ['+447700900613', '+447700900614', '+447700900615'] as const

test('clients who wrote before the scheduled start get no offer, and the campaign says why', async () => {
  const app = await testApp()
  const { staff, sql, origin, clock } = app
  const { salon, offerId } = await salonWithOffer(app, [agency, asks, refuses, answered, undecided, early])
  const To = salon.sender.address
  const plan = { id: salon.id, offerId, perDay: 100 }
  await textFrom(origin, early, 'Do you do nails?', { To })
  const preview = await staff.campaigns.preview(plan)
  expect(preview).toMatchObject({ recipients: 5, leftOut: { wrote_to_us: 1 } })
  const startAt = new Date(clock().getTime() + DAY).toISOString()
  await staff.campaigns.start({ ...plan, startAt })
  await textFrom(origin, agency, 'Do you sell vouchers?', { To: SENDER })
  await textFrom(origin, asks, 'How much is a cut?', { To })
  await textFrom(origin, refuses, 'No thanks', { To })
  await textFrom(origin, answered, 'What time do you open?', { To })
  await textFrom(origin, undecided, 'Hello, wrong number?', { To })
  for (const number of [refuses, answered])
    await staff.inbox.markProcessed({ conversations: [{ number, salonId: salon.id }] })
  await passTime(app, DAY + 5.9 * HOUR)
  const rows = await sql<{ phone: string; outcome: string }[]>`
    select phone, coalesce(error_message, status) as outcome from messages where kind = 'offer'`
  expect(Object.fromEntries(rows.map(({ phone, outcome }) => [phone, outcome]))).toEqual({
    [agency]: 'Wrote to us',
    [asks]: 'Wrote to us',
    [refuses]: 'Said no',
    [answered]: 'sent',
    [undecided]: 'queued',
  })
  const [campaign] = await staff.campaigns.list({ id: salon.id })
  expect(campaign).toMatchObject({ total: 5, sent: 1, canceled: 3, queued: 1, leftOut: 1 })
})

test('a new offer goes to a client who said no to an earlier one, after staff answered', async () => {
  const { app, staff, sql, origin, clock, salon } = await testSalon()
  await storeList(app, salon.id, [`Mary,${refuses},2025-09-01,Yes`])
  await textFrom(origin, refuses, 'No thanks', { To: salon.sender.address })
  await staff.inbox.markProcessed({ conversations: [{ number: refuses, salonId: salon.id }] })
  clock.advance(60_000)
  const offerId = await approvedOffer(app, salon.id)
  await staff.campaigns.start({ id: salon.id, offerId, perDay: 100 })
  await app.worker.round()
  const [text] = await sql`select body, status from messages where kind = 'offer'`
  expect(text).toMatchObject({ body: expect.stringContaining(OFFER.slice(8, 12)), status: 'sent' })
})
