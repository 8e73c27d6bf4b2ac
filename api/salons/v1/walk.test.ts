import { events } from '@salonback/shared/contracts.ts'
import { type EventKind, eventKindNames } from '@salonback/shared/platform/receivers/eventKinds.ts'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { databaseNow } from '../../platform/db/now.ts'
import { claimDeliveries } from '../../platform/receivers/deliveryStates.ts'
import { sendEvents } from '../../platform/receivers/sendEvents.ts'
import { appointment, fedSalon } from '../../testing/feed.ts'
import { later, passTime } from '../../testing/salons.ts'
import { startReceiver } from '../../testing/startReceiver.ts'
import { textFrom } from '../../testing/webhooks.ts'

test('bookings that a booking system posts become fees without a click, and a receiver verifies each event', async () => {
  const { app, id, send, sender, campaignId } = await fedSalon()
  const { sql, staff, clock, origin } = app
  let receiver = await startReceiver()
  onTestFinished(() => receiver.stop())
  const wanted = { url: receiver.url, events: [...eventKindNames], salonId: id }
  const { secret } = await staff.receivers.create(wanted)
  receiver.state.secret = secret
  /** Ids of events in the order of their arrival. */
  const arrived = new Set<string>()
  const deliver = async () => {
    while ((await sendEvents(app.deps)) > 0);
    for (const event of receiver.received) arrived.add(event.id)
    // The published schemas are what is sent, without a field more or less.
    for (const { type, data } of receiver.received)
      z.strictObject(events[type as EventKind].shape).parse(data)
    return receiver.received
      .splice(0)
      .map(({ type, data }) => [type, data.state ?? data.text ?? data.number ?? ''])
  }

  const booked = { state: 'booked', amount: null } as const
  const second = { externalId: 'b1', phone: '+447700900601', amount: null }
  await send(appointment(booked), appointment({ ...second, ...booked }))
  // Both sides die: the receiver does not listen, and a process claims events that it never sends.
  await receiver.stop()
  expect(await deliver()).toEqual([])
  clock.advance(5000)
  const claimed = await claimDeliveries(sql, databaseNow(sql, clock), { most: 20, perReceiver: 5 })
  expect(claimed.length).toBeGreaterThan(0)
  receiver = await startReceiver(Number(new URL(receiver.url).port))
  receiver.state.secret = secret
  await send(appointment(), appointment({ ...second, state: 'no_show' }))
  await textFrom(origin, '+447700900600', 'See you soon', { To: sender.address })
  await textFrom(origin, '+447700900602', 'STOP', { To: sender.address })
  clock.advance(60_000)
  const first = await deliver()
  const states = first.flatMap(([type, state]) => (type === 'visit.recorded' ? [state] : []))
  expect(states).toEqual(expect.arrayContaining(['attended', 'booked', 'booked', 'no_show']))
  expect(first.filter(([type]) => type !== 'visit.recorded')).toEqual(
    expect.arrayContaining([
      ['reply.received', 'See you soon'],
      ['reply.received', 'STOP'],
      ['opt_out.recorded', ''],
    ]),
  )

  await passTime(app, 1000)
  const [campaign] = await staff.campaigns.list({ id })
  expect([campaign?.id, campaign?.state]).toEqual([campaignId, 'finished'])
  await later(app, 14)
  const { owed, items } = await staff.billing.entries({ id })
  expect([owed.payable, items.length]).toEqual([1350, 1])
  const { lines, total } = await staff.billing.issue({ id })
  expect([total, lines[0]?.reasons.includes('Confirmed by the booking system')]).toEqual([1350, true])
  expect(await deliver()).toEqual(expect.arrayContaining([['statement.issued', 1]]))
  expect(receiver.state.refused).toBe(0)
  const subjects = await sql<{ ids: string[] }[]>`
    select jsonb_agg(id order by seq) as ids from deliveries group by subject`
  for (const { ids } of subjects) expect([...arrived].filter((event) => ids.includes(event))).toEqual(ids)
  expect(await sql`select 1 from deliveries where state <> 'delivered'`).toEqual([])
})
