import type { Appointment } from '@salonback/shared/salons/appointments/appointment.ts'
import { expect, test } from 'vitest'
import { appointment, fedSalon } from '../../testing/feed.ts'
import { later, storeList } from '../../testing/salons.ts'

const visit = { state: 'attended', visitAt: '2026-03-18T14:30:00.000Z', amount: 4500, fee: true, client: '0' }
const CONFIRMED = 'Confirmed by the booking system'

test('an attended booking brings a fee after the hold, and the statement names the booking system', async () => {
  const { app, send, visits, id } = await fedSalon()
  const booked = { state: 'booked', amount: null } as const
  expect(await send(appointment(booked))).toEqual(['stored'])
  expect(await visits()).toEqual([{ ...visit, ...booked, fee: false }])
  expect(await send(appointment())).toEqual(['stored'])
  const reasons = ['Booked 2 days after the text', 'Not here for 6 months before', CONFIRMED]
  expect((await app.staff.visits.list({ id })).items).toMatchObject([
    {
      evidence: [{ kind: 'system', source: 'Zapier', at: app.clock().toISOString() }],
      decidedBy: 'booking system',
      attribution: { fee: true, reasons },
    },
  ])
  expect((await app.staff.billing.entries({ id })).owed).toMatchObject({ payable: 0, later: 1350 })
  await later(app, 14)
  expect((await app.staff.billing.entries({ id })).owed).toMatchObject({ payable: 1350, later: 0 })
  const { lines } = await app.staff.billing.issue({ id })
  expect(lines).toMatchObject([{ amount: 1350, reasons: expect.arrayContaining([CONFIRMED]) }])
})

test('a repeat changes nothing, and a field that is left out keeps its value', async () => {
  const { send, visits, entries } = await fedSalon()
  await send(appointment())
  expect(await send(appointment(), appointment())).toEqual(['unchanged', 'unchanged'])
  expect(await send(appointment({ bookedAt: null, amount: null }))).toEqual(['unchanged'])
  await Promise.all(Array.from({ length: 8 }, () => send(appointment())))
  expect(await visits()).toEqual([visit])
  expect(await entries()).toEqual([{ kind: 'fee', amount: 1350 }])
})

/** All orders of a list. */
const ordersOf = <T>(list: readonly T[]): T[][] =>
  list.length < 2
    ? [[...list]]
    : list.flatMap((one, n) => ordersOf(list.toSpliced(n, 1)).map((rest) => [one, ...rest]))

test('the changes of an appointment in any order lead to the same visit and fee', async () => {
  const { app, send, visits, id } = await fedSalon()
  const { sql } = app
  const at = (hour: number) => `2026-03-20T${String(hour).padStart(2, '0')}:00:00Z`
  const changes = [
    appointment({ state: 'booked', amount: null, startsAt: '2026-03-19T10:00:00Z', updatedAt: at(1) }),
    appointment({ state: 'canceled', amount: null, startsAt: '2026-03-19T10:00:00Z', updatedAt: at(2) }),
    appointment({ state: 'attended', updatedAt: at(3) }),
    appointment({ state: 'attended', amount: 5000, updatedAt: at(4) }),
  ]
  for (const [n, order] of ordersOf(changes).entries()) {
    for (const change of order) await send({ ...change, externalId: `order ${n}` })
    const title = order.map(({ updatedAt }) => updatedAt).join()
    expect(await visits(), title).toEqual([{ ...visit, amount: 5000 }])
    const [{ sum }] = await sql<[{ sum: number }]>`select sum(amount)::int as sum from ledger_entries`
    expect(sum).toBe(1500)
    // The next order starts without appointments and visits.
    await sql`delete from appointments where salon_id = ${id}`
    await sql`delete from visits where salon_id = ${id}`
  }
})

test('without a time of change, "booked" does not replace a later state unless its time differs', async () => {
  const { send, visits } = await fedSalon()
  await send(appointment())
  expect(await send(appointment({ state: 'booked', amount: null }))).toEqual(['unchanged'])
  expect(await visits()).toEqual([visit])
  const later = { state: 'booked', amount: null, startsAt: '2026-03-25T10:00:00Z' } as const
  expect(await send(appointment(later))).toEqual(['stored'])
  expect(await visits()).toEqual([
    { ...visit, state: 'booked', visitAt: '2026-03-25T10:00:00.000Z', fee: false },
  ])
})

test('a visit that an account named booking system decided stays decided', async () => {
  const { app, send, visits, id } = await fedSalon()
  await app.sql`update admins set username = 'booking system'`
  await send(appointment({ state: 'booked' }))
  const [stored] = (await app.staff.visits.list({ id })).items
  await app.staff.visits.update({ id, visitId: stored?.id ?? '', state: 'no_show' })
  await send(appointment({ state: 'booked', amount: 5000 }))
  expect(await visits()).toMatchObject([{ state: 'no_show', amount: 5000 }])
})

test('an older change is ignored', async () => {
  const { send, visits } = await fedSalon()
  await send(appointment({ updatedAt: '2026-03-20T10:00:00Z' }))
  const older = appointment({ state: 'canceled', updatedAt: '2026-03-20T09:00:00Z' })
  expect(await send(older)).toEqual(['unchanged'])
  expect(await visits()).toEqual([visit])
})

test('a cancellation or no-show takes the fee back, and what is on no statement is netted', async () => {
  const { send, visits, entries } = await fedSalon()
  for (const state of ['attended', 'no_show', 'attended', 'canceled'] as const)
    await send(appointment({ state }))
  expect(await visits()).toEqual([{ ...visit, state: 'canceled', fee: false }])
  expect(await entries()).toEqual([
    { kind: 'fee', amount: 1350 },
    { kind: 'reversal', amount: -1350 },
  ])
  for (let n = 0; n < 30; n++)
    for (const state of ['attended', 'canceled'] as const) await send(appointment({ state }))
  expect(await entries()).toHaveLength(2)
  await send(appointment())
  expect(await entries()).toEqual([{ kind: 'fee', amount: 1350 }])
})

test('a correction of a line that a statement has is netted, the line stays', async () => {
  const { app, send, entries, id } = await fedSalon()
  await send(appointment())
  await later(app, 14)
  await app.staff.billing.issue({ id })
  for (const amount of [4600, 4700, 4800, 4500]) await send(appointment({ amount }))
  expect(await entries()).toEqual([{ kind: 'fee', amount: 1350 }])
  for (const amount of [4600, 4700, 4800]) await send(appointment({ amount }))
  expect(await entries()).toEqual([
    { kind: 'fee', amount: 1350 },
    { kind: 'adjustment', amount: 90 },
  ])
  await expect(app.sql`delete from ledger_entries`).rejects.toThrow('ledger entries cannot change')
})

test('when the first visit is canceled, the fee of the next one waits its own 14 days', async () => {
  const { app, send, id } = await fedSalon()
  const { sql } = app
  const next = { externalId: 'a2', startsAt: '2026-03-20T10:00:00Z' }
  const at = ['2026-04-01T14:30:00.000Z', '2026-04-01T14:30:00.000Z', '2026-04-03T10:00:00.000Z']
  await send(appointment())
  await send(appointment({ state: 'canceled' }))
  await send(appointment(next))
  const { items } = await app.staff.billing.entries({ id })
  expect(items.map(({ payableFrom }) => payableFrom).reverse()).toEqual(at)
  await sql`update salons set fee_bps = 5000`
  await send(appointment({ ...next, amount: 4600 }))
  // The share that the owner had agreed to before the first fee.
  expect((await app.staff.billing.entries({ id })).items[0]).toMatchObject({
    amount: 1380,
    payableFrom: '2026-04-03T10:00:00.000Z',
    line: { feeBps: 3000, paid: 4600 },
  })
})

test('two appointments on one day are one visit until one of them moves to another day', async () => {
  const { send, visits, entries } = await fedSalon()
  const colour = appointment({ externalId: 'a2', startsAt: '2026-03-18T16:00:00Z', amount: 9000 })
  await send(appointment(), colour)
  expect(await visits()).toEqual([{ ...visit, amount: 13_500 }])
  await send({ ...colour, startsAt: '2026-03-20T16:00:00Z' })
  expect((await visits()).map(({ state, visitAt, amount, fee }) => [state, visitAt, amount, fee])).toEqual(
    expect.arrayContaining([
      ['attended', '2026-03-18T14:30:00.000Z', 4500, true],
      ['attended', '2026-03-20T16:00:00.000Z', 9000, false],
    ]),
  )
  expect((await entries()).reduce((sum, { amount }) => sum + amount, 0)).toBe(1350)
})

test('an appointment that moves to the day of another visit joins it', async () => {
  const { send, visits } = await fedSalon()
  await send(appointment(), appointment({ externalId: 'a2', startsAt: '2026-03-20T16:00:00Z', amount: 9000 }))
  await send(appointment({ startsAt: '2026-03-20T10:00:00Z' }))
  expect((await visits()).map(({ state, visitAt, amount }) => [state, visitAt, amount])).toEqual(
    expect.arrayContaining([
      ['canceled', '2026-03-18T14:30:00.000Z', 4500],
      ['attended', '2026-03-20T10:00:00.000Z', 13_500],
    ]),
  )
})

test('the same appointment from list, owner and feed in any order is one visit with one fee', async () => {
  const { app, send, id, clients } = await fedSalon()
  const [client] = clients
  const { sql, staff } = app
  const tellers: Record<string, () => Promise<unknown>> = {
    feed: () => send(appointment()),
    list: () => storeList(app, id, ['Mary,+447700900600,2026-03-18,Yes']),
    // What the page of an owner does.
    owner: async () => {
      const given = { state: 'attended', visitOn: '2026-03-18', amount: 4000, note: 'Said so' } as const
      await staff.visits.create({ id, clientId: client?.id ?? '', ...given })
      await sql`
        update visits set decided_by = 'owner', decided_kind = 'owner', created_by = 'owner', created_kind = 'owner'
        where decided_by = 'maya'`
    },
  }
  for (const order of ordersOf(Object.keys(tellers))) {
    for (const name of order) await tellers[name]?.()
    const [{ visits, sum }] = await sql<[{ visits: number; sum: number }]>`
      select (select count(*)::int from visits where state <> 'canceled') as visits,
        (select coalesce(sum(amount), 0)::int from ledger_entries) as sum`
    expect([order.join(), visits, sum]).toEqual([order.join(), 1, 1350])
    await sql`delete from appointments`
    await sql`delete from visits`
    await sql`update clients set last_visit = '2025-09-01' where id = ${client?.id ?? ''}`
  }
})

test('a booking before the text brings no fee', async () => {
  const { send, visits, entries } = await fedSalon()
  await send(appointment({ externalId: 'a2', startsAt: '2026-03-25T10:00:00Z' }))
  const early = { bookedAt: '2026-03-01T09:00:00Z', startsAt: '2026-03-11T09:00:00Z', amount: 2000 }
  await send(appointment(), appointment({ externalId: 'a3', ...early }))
  expect((await visits()).map(({ fee }) => fee)).toEqual([false, false])
  expect((await entries()).reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
})

test('an appointment before the text is no visit after it, and rules out the fee', async () => {
  const { send, visits, entries } = await fedSalon()
  await send(appointment())
  const before = { bookedAt: null, startsAt: '2026-02-20T09:00:00Z' }
  await send(appointment({ externalId: 'a0', ...before }))
  expect(await visits()).toEqual([{ ...visit, fee: false }])
  expect(await entries()).toEqual([
    { kind: 'fee', amount: 1350 },
    { kind: 'reversal', amount: -1350 },
  ])
})

test('a visit of the morning before the text brings no fee for a later one', async () => {
  const { send, visits, entries } = await fedSalon()
  const morning = { externalId: 'a0', bookedAt: null, startsAt: '2026-03-10T09:00:00Z' }
  await send(appointment(morning), appointment())
  expect(await visits()).toEqual([{ ...visit, fee: false }])
  expect(await entries()).toEqual([])
})

test.each<[string, Partial<Appointment>, string]>([
  ['a number that is none', { phone: '12' }, 'phone: this is no phone number'],
  ['booked in the future', { bookedAt: '2026-03-22T09:00:00Z' }, 'bookedAt: this is in the future'],
  ['changed in the future', { updatedAt: '2026-03-22T09:00:00Z' }, 'updatedAt: this is in the future'],
  [
    'attended in the future',
    { startsAt: '2026-03-25T09:00:00Z' },
    'startsAt: this is in the future, so the client cannot have come or missed it',
  ],
])('%s is not stored, the others of the list are', async (_, wrong, message) => {
  const { v1, visits } = await fedSalon()
  const both = [appointment({ externalId: 'a0', ...wrong }), appointment()]
  const { results } = await v1.recordVisits({ visits: both })
  expect(results).toEqual([
    { externalId: 'a0', result: 'invalid', message },
    { externalId: 'a1', result: 'stored' },
  ])
  expect(await visits()).toEqual([visit])
})
