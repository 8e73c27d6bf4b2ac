import type { Appointment } from '@salonback/shared/salons/appointments/appointment.ts'
import { expect, test } from 'vitest'
import { appointment, fedSalon } from '../../testing/feed.ts'

// The text is of Tuesday, 10 March 2026, and it is 21 March. A booking in force when the text left rules out the fee.

const BEFORE = '2026-03-02T09:00:00Z'
const HAD = 'Had a booking before the text'

const kept = (more: Partial<Appointment> = {}) => appointment({ externalId: 'n1', ...more })
const moved = (more: Partial<Appointment> = {}) =>
  appointment({ externalId: 'o1', bookedAt: BEFORE, state: 'canceled', amount: null, ...more })
const link = (n: number, more: Partial<Appointment> = {}) => moved({ externalId: `o${n}`, ...more })

/** Calls in the order in which they arrive, each a list of appointments, and the reason against a fee; null: a fee. */
const worlds: [string, Appointment[][], string | null][] = [
  ['canceled and made again under a new id', [[moved({ updatedAt: '2026-03-12T08:59:00Z' })], [kept()]], HAD],
  ['in the other order', [[kept()], [moved({ updatedAt: '2026-03-12T08:59:00Z' })]], HAD],
  ['both in one list', [[moved({ updatedAt: '2026-03-12T08:59:00Z' }), kept()]], HAD],
  ['both in one list, the new one first', [[kept(), moved()]], HAD],
  ['without the time of the cancellation', [[moved()], [kept()]], HAD],
  ['from another day', [[moved({ startsAt: '2026-03-25T10:00:00Z' })], [kept()]], HAD],
  ['from another hour of the day', [[moved({ startsAt: '2026-03-18T17:00:00Z' })], [kept()]], HAD],
  ['from an earlier day', [[moved({ startsAt: '2026-03-14T10:00:00Z' })], [kept()]], HAD],
  ['booked, moved and kept in three calls', [[moved({ state: 'booked' })], [moved()], [kept()]], HAD],
  ['the new one before the cancellation', [[moved({ state: 'booked' })], [kept()], [moved()]], HAD],
  [
    'a chain of three',
    [
      [link(1, { updatedAt: '2026-03-11T09:00:00Z' })],
      [link(2, { bookedAt: '2026-03-11T09:00:00Z', updatedAt: '2026-03-12T09:00:00Z' })],
      [kept()],
    ],
    HAD,
  ],
  ['a chain of three in one list', [[kept(), link(2, { bookedAt: '2026-03-11T09:00:00Z' }), link(1)]], HAD],
  ['the old one missed', [[moved({ state: 'no_show' })], [kept()]], HAD],
  [
    'the old one still booked',
    [[moved({ state: 'booked', startsAt: '2026-03-25T10:00:00Z' })], [kept()]],
    HAD,
  ],
  ['the old one still booked on that day', [[moved({ state: 'booked' })], [kept()]], HAD],
  [
    'moved under its id, with a new time of booking',
    [
      [moved({ externalId: 'n1', state: 'booked', startsAt: '2026-03-14T10:00:00Z' })],
      [kept({ bookedAt: '2026-03-12T09:00:00Z' })],
    ],
    'Booked before the first text',
  ],
  [
    'canceled after the text and canceled again',
    [
      [moved({ updatedAt: '2026-03-11T09:00:00Z' })],
      [moved({ updatedAt: '2026-03-19T09:00:00Z' })],
      [kept()],
    ],
    HAD,
  ],
  [
    'canceled, restored and canceled after the text',
    [
      [moved({ updatedAt: '2026-03-05T09:00:00Z' })],
      [moved({ state: 'booked', updatedAt: '2026-03-06T09:00:00Z' })],
      [moved({ updatedAt: '2026-03-12T09:00:00Z' })],
      [kept()],
    ],
    HAD,
  ],
  ['canceled before the text', [[moved({ updatedAt: '2026-03-09T09:00:00Z' })], [kept()]], null],
  [
    'canceled before the text, and again later',
    [
      [moved({ updatedAt: '2026-03-09T09:00:00Z' })],
      [moved({ updatedAt: '2026-03-15T09:00:00Z' })],
      [kept()],
    ],
    null,
  ],
  [
    'canceled before the text, told in the other order',
    [
      [moved({ updatedAt: '2026-03-15T09:00:00Z' })],
      [kept()],
      [moved({ updatedAt: '2026-03-09T09:00:00Z' })],
    ],
    null,
  ],
  ['booked after the text and moved', [[moved({ bookedAt: '2026-03-11T09:00:00Z' })], [kept()]], null],
  ['canceled, of a day before the text', [[moved({ startsAt: '2026-03-05T09:00:00Z' })], [kept()]], null],
  ['canceled, with no time of booking', [[moved({ bookedAt: null })], [kept()]], null],
]

test.each(worlds)('%s', async (_, calls, against) => {
  const { app, send, id, entries } = await fedSalon()
  for (const call of calls) await send(...call)
  const { items } = await app.staff.visits.list({ id, state: 'attended' })
  expect(items.map(({ attribution }) => (attribution.fee ? null : attribution.reasons[0]))).toEqual([against])
  const owed = (await entries()).reduce((sum, { amount }) => sum + amount, 0)
  expect(owed).toBe(against ? 0 : 1350)
})

test('a next visit on a list of before the text counts, one on a later list does not', async () => {
  for (const [asOf, against] of [
    ['2026-03-09', HAD],
    ['2026-03-10', HAD],
    ['2026-03-11', null],
  ] as const) {
    const { app, send, id, clients } = await fedSalon()
    await send(kept({ bookedAt: null }))
    await app.sql`
      update client_lists set as_of = ${asOf} where id = (select list_id from clients where id = ${clients[0]?.id ?? ''})`
    await app.sql`update clients set next_visit = '2026-03-18' where id = ${clients[0]?.id ?? ''}`
    await send(kept({ amount: 4600 }))
    await send(kept({ bookedAt: null, amount: 4500, externalId: 'n2', startsAt: '2026-03-20T09:00:00Z' }))
    const { items } = await app.staff.visits.list({ id })
    const reasons = items.map(
      ({
        visitAt,
        attribution: {
          fee,
          reasons: [reason],
        },
      }) => [visitAt, fee ? null : reason],
    )
    expect(reasons, asOf).toContainEqual([
      '2026-03-20T09:00:00.000Z',
      against ?? 'An earlier visit of this client was charged',
    ])
  }
})

test('a visit is one event, with its time and amount', async () => {
  const { app, send } = await fedSalon()
  await app.staff.receivers.create({
    url: 'https://example.com/hook',
    events: ['visit.recorded'],
    salonId: null,
  })
  const colour = appointment({ externalId: 'a2', startsAt: '2026-03-18T16:00:00Z', amount: 9000 })
  await send(appointment(), colour)
  await send(appointment(), colour)
  const events = async () => (await app.sql`select data from deliveries order by seq`).map(({ data }) => data)
  expect(await events()).toMatchObject([
    {
      state: 'attended',
      visitAt: '2026-03-18T14:30:00.000Z',
      bookedAt: '2026-03-12T09:00:00.000Z',
      amount: 13_500,
    },
  ])
  await send({ ...colour, amount: 8000 })
  expect((await events()).map(({ amount }) => amount)).toEqual([13_500, 12_500])
})
