import type { SalonHealth } from '@salonback/shared/salons/health/contract.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { moveTo, salonWithOffer } from '../../testing/salons.ts'

const none = { sent: 0, answered: 0, booked: 0, came: 0, broughtBack: 0, optedOut: 0 }

test('each salon has its figures of this month, and of the last one until the same day', async () => {
  const app = await testApp()
  const { sql, staff } = app
  await moveTo(app, '2026-03-10T12:00:00Z')
  const { salon, offerId } = await salonWithOffer(app, ['+447700900501', '+447700900502'], { name: 'Glow' })
  await salonWithOffer(app, ['+447700900601'], { name: 'Amber' })
  const { id } = await staff.campaigns.start({ id: salon.id, offerId, perDay: 20 })
  const text = async (phone: string, acceptedAt: string) => sql`
    insert into messages (direction, kind, phone, body, created_at, accepted_at, status, salon_id, campaign_id)
    values ('outbound', 'offer', ${phone}, '', ${acceptedAt}, ${acceptedAt}, 'sent', ${salon.id}, ${id})`
  // Until 10 February 12:00 counts for last month.
  for (const at of [
    '2026-02-09T10:00:00Z',
    '2026-02-11T10:00:00Z',
    '2026-03-03T10:00:00Z',
    '2026-03-04T10:00:00Z',
  ])
    await text(`+4477009007${at.slice(6, 7)}${at.slice(9, 10)}`, at)
  const write = (direction: 'inbound' | 'outbound', at: string) => sql`
    insert into messages (direction, kind, phone, body, created_at, status, salon_id, sender_id)
    select ${direction}, ${direction === 'inbound' ? 'inbound' : 'reply'}, '+447700900733', 'Hi', ${at},
      ${direction === 'inbound' ? 'received' : 'sent'}, ${salon.id}, (select id from senders where salon_id = ${salon.id})`
  await write('inbound', '2026-03-03T11:00:00Z')
  await write('outbound', '2026-03-03T11:30:00Z')
  await sql`
    insert into visits (salon_id, phone, campaign_id, booked_at, visit_at, state, amount, evidence, created_by, created_at) values
      (${salon.id}, '+447700900733', ${id}, '2026-03-03T12:00Z', '2026-03-06T12:00Z', 'attended', 4500, '[]', 'maya', now()),
      (${salon.id}, '+447700900734', ${id}, '2026-03-04T12:00Z', '2026-03-16T12:00Z', 'booked', null, '[]', 'maya', now()),
      (${salon.id}, '+447700900729', ${id}, '2026-02-09T12:00Z', '2026-02-20T12:00Z', 'attended', 3000, '[]', 'maya', now()),
      (${salon.id}, '+447700900728', null, '2026-03-04T12:00Z', '2026-03-05T12:00Z', 'attended', 9900, '[]', 'maya', now())`
  await sql`
    insert into suppressions (phone, since, source, wording, salon_id)
    values ('+447700900734', '2026-03-05T12:00Z', 'keyword', 'STOP', ${salon.id}),
      ('+447700900799', '2026-03-05T12:00Z', 'keyword', 'STOP', ${salon.id})`
  const { salons, replyMinutes } = await staff.health.list()
  const [amber, glow] = salons as [SalonHealth, SalonHealth]
  expect(amber).toMatchObject({ salonName: 'Amber', month: none, last: none, replyMinutes: null, queued: 0 })
  expect(glow).toMatchObject({
    salonName: 'Glow',
    currency: 'GBP',
    month: { sent: 2, answered: 1, booked: 2, came: 1, broughtBack: 4500, optedOut: 1 },
    last: { ...none, sent: 1, booked: 1 },
    replyMinutes: 30,
    ownerAt: null,
    queued: 2,
  })
  expect(replyMinutes).toBe(30)
  await staff.salons.createLink({ id: salon.id, purpose: 'home', text: true })
  await sql`update messages set accepted_at = '2026-03-10T12:00Z' where kind = 'details'`
  expect((await staff.health.list()).salons[1]?.ownerAt).toBe('2026-03-10T12:00:00.000Z')
  await staff.salons.update({ id: salon.id, state: 'closed' })
  expect((await staff.health.list()).salons.map(({ salonName }) => salonName)).toEqual(['Amber'])
})
