import { events } from '@salonback/shared/contracts.ts'
import { type EventKind, eventKindNames } from '@salonback/shared/platform/receivers/eventKinds.ts'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { sendEvents } from '../../platform/receivers/sendEvents.ts'
import { appointment, DAY, fedSalon } from '../../testing/feed.ts'
import { keepSession, passTime } from '../../testing/salons.ts'
import { startReceiver } from '../../testing/startReceiver.ts'
import { textFrom } from '../../testing/webhooks.ts'

test('bookings that a booking system posts become fees without a click, and a receiver verifies each event', async () => {
  const { app, id, send, sender, campaignId } = await fedSalon()
  const { sql, staff, clock, origin } = app
  const receiver = await startReceiver()
  onTestFinished(receiver.stop)
  const { secret } = await staff.receivers.create({
    url: receiver.url,
    events: [...eventKindNames],
    salonId: id,
  })
  receiver.state.secret = secret
  const deliver = async () => {
    while ((await sendEvents(app.deps)) > 0);
    // The published schemas are what is sent, without a field more or less.
    for (const { type, data } of receiver.received)
      z.strictObject(events[type as EventKind].shape).parse(data)
    const sent = receiver.received.map(({ type, data }) => [
      type,
      data.state ?? data.text ?? data.number ?? '',
    ])
    receiver.received.length = 0
    return sent
  }

  const booked = { state: 'booked', amount: null } as const
  await send(appointment(booked), appointment({ ...booked, externalId: 'b1', phone: '+447700900601' }))
  await send(
    appointment(),
    appointment({ externalId: 'b1', phone: '+447700900601', state: 'no_show', amount: null }),
  )
  await textFrom(origin, '+447700900600', 'See you soon', { To: sender.address })
  await textFrom(origin, '+447700900602', 'STOP', { To: sender.address })
  const first = await deliver()
  expect(
    first
      .filter(([type]) => type === 'visit.recorded')
      .map(([, state]) => state)
      .sort(),
  ).toEqual(expect.arrayContaining(['attended', 'booked', 'booked', 'no_show']))
  expect(first.filter(([type]) => type !== 'visit.recorded')).toEqual(
    expect.arrayContaining([
      ['reply.received', 'See you soon'],
      ['reply.received', 'STOP'],
      ['opt_out.recorded', ''],
    ]),
  )

  await passTime(app, 1000)
  const [campaign] = await staff.salonCampaigns.list({ id })
  expect([campaign?.id, campaign?.state]).toEqual([campaignId, 'finished'])
  clock.advance(14 * DAY)
  await keepSession(app)
  const { owed, items } = await staff.ledger.list({ id })
  expect([owed.payable, items.length]).toEqual([1350, 1])
  const { lines, total } = await staff.ledger.issue({ id })
  expect([total, lines[0]?.reasons.includes('Confirmed by the booking system')]).toEqual([1350, true])
  expect(await deliver()).toEqual(expect.arrayContaining([['statement.issued', 1]]))
  expect(receiver.state.refused).toBe(0)
  // No text or number of another subject was sent twice, and nothing waits.
  expect(await sql`select 1 from deliveries where state <> 'delivered'`).toEqual([])
})
