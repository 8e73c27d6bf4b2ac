import { expect, test } from 'vitest'
import { appointment, DAY, fedSalon } from '../../testing/feed.ts'
import { settleAppointments } from './settleAppointments.ts'

const at = (n: number) => new Date(Date.UTC(2026, 2, 11, 9) + n * 3_600_000).toISOString()
const many = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) =>
    appointment({
      externalId: `w${from + n}`,
      startsAt: at((from + n) % 200),
      bookedAt: null,
      state: 'attended',
    }),
  )

test('1,500 appointments of one number are not settled, and staff see it once', async () => {
  const { app, id, send, visits, clients } = await fedSalon()
  const { sql, staff, deps } = app
  for (const from of [0, 500, 1000])
    expect(new Set(await send(...many(from, 500)))).toEqual(new Set(['stored']))
  expect((await sql`select 1 from appointments where due`).count).toBe(0)
  expect(await visits()).toEqual([])
  const { items } = await staff.visits.unsettled({ id })
  expect(items).toMatchObject([{ phone: '+447700900600', appointments: 1500, reason: 'too_many' }])
  const today = (await staff.today.list()).filter(({ kind }) => kind === 'shopNumbers')
  expect(today).toMatchObject([{ salonId: id, text: '1 number is probably of a shop' }])
  await staff.visits.markSeen({ id, clientId: clients[0]?.id ?? '' })
  expect((await staff.visits.unsettled({ id })).items).toEqual([])
  await send(...many(1500, 1))
  await settleAppointments(deps)
  expect((await staff.visits.unsettled({ id })).items).toEqual([])
})

test('other clients of the call are settled', async () => {
  const { send, visits } = await fedSalon()
  await send(...many(0, 450), appointment({ externalId: 'b1', phone: '+447700900601' }))
  expect(await visits()).toMatchObject([{ client: '1', fee: true }])
})

test('hundreds of appointments of one client are settled, each day once', async () => {
  const { send, visits, entries } = await fedSalon()
  await send(...many(0, 200))
  expect(await visits()).toHaveLength(9)
  expect(await entries()).toHaveLength(1)
})

test('a failure is tried five times and then shown, and the next call tries again', async () => {
  const { app, id, send } = await fedSalon()
  const { sql, staff, deps } = app
  await sql`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`
  await sql`create trigger broken before insert on visits for each row execute function fail()`
  await send(appointment())
  const state = async () => [
    (await staff.visits.unsettled({ id })).items.map(({ reason }) => reason),
    (await sql`select 1 from appointments where due`).count,
  ]
  for (let n = 0; n < 3; n++) await settleAppointments(deps)
  expect(await state()).toEqual([[], 1])
  await settleAppointments(deps)
  expect(await state()).toEqual([['failed'], 0])
  await sql`drop trigger broken on visits`
  await send(appointment({ amount: 5000 }))
  expect(await state()).toEqual([[], 0])
  expect((await staff.visits.list({ id })).items).toHaveLength(1)
})

test('a day has 10,000 appointments of numbers on no list, and the next day has room again', async () => {
  const { app, id, v1 } = await fedSalon()
  await app.sql`
    insert into appointments (salon_id, external_id, phone_hash, starts_at, state, source, due, created_at)
    select ${id}, 'u' || n, decode(md5(n::text), 'hex'), now(), 'booked', 'x', false, ${app.clock()}
    from generate_series(1, 9999) n`
  const send = async (externalId: string, phone: string) =>
    (await v1.recordVisits({ visits: [appointment({ externalId, phone })] })).results[0]
  expect(await send('s1', '+447700900777')).toEqual({ externalId: 's1', result: 'unknown_client' })
  expect(await send('s2', '+447700900778')).toEqual({
    externalId: 's2',
    result: 'unknown_client',
    message: 'The number is on no list of the salon, and this appointment does not wait for one',
  })
  expect(await send('s3', '+447700900600')).toMatchObject({ result: 'stored' })
  app.clock.advance(DAY + 1)
  expect(await send('s2', '+447700900778')).toEqual({ externalId: 's2', result: 'unknown_client' })
})

test('ids that a spreadsheet shortened or that stand for none name no appointment', async () => {
  const { v1, visits } = await fedSalon()
  const spoilt = ['1.23457E+11', '1,23457E+11', '1E+11', '#N/A', 'N/A', '-', '0']
  const words = ['Online', 'null', 'undefined', 'none', 'Walk-in']
  const ids = [...spoilt, ...words]
  const sent = [...ids.map((externalId) => appointment({ externalId })), appointment()]
  const { results } = await v1.recordVisits({ visits: sent })
  const message = expect.stringContaining('externalId: this names no appointment')
  expect(results).toEqual([
    ...ids.map((externalId) => ({ externalId, result: 'invalid', message })),
    { externalId: 'a1', result: 'stored' },
  ])
  expect(await visits()).toHaveLength(1)
})

test('a bad item of a list refuses itself alone', async () => {
  const { v1 } = await fedSalon()
  const good = appointment({ externalId: 'b1' })
  const bad: [unknown, string][] = [
    [{ ...good, amount: 45.5 }, 'amount: Please send a whole number of pence or cents, like 4500 for 45.00'],
    [{ ...good, state: 'paid' }, 'state: Please send booked, attended, no_show or canceled'],
    [{ ...good, phone: null }, 'phone: Please send a number like +447700900123'],
    [{ ...good, phone: '12' }, 'phone: this is no phone number'],
    [
      { ...good, startsAt: '18/03/2026' },
      expect.stringContaining('startsAt: Please send a time with its zone'),
    ],
    [{ ...good, bookedAt: 'today' }, expect.stringContaining('bookedAt: Please send a time with its zone')],
    [{ ...good, externalId: 4.5 }, 'externalId: Please send the id of the appointment as text'],
    [{ ...good, amount: -1 }, expect.stringContaining('amount: ')],
    [{}, expect.stringContaining(': ')],
    [null, 'Please send an object with the fields of an appointment'],
    ['b1', 'Please send an object with the fields of an appointment'],
    [[], 'Please send an object with the fields of an appointment'],
  ]
  for (const [item, message] of bad) {
    const visits = [good, item, appointment({ externalId: 'b3' })] as never
    const { results } = await v1.recordVisits({ visits })
    expect(results.map((one) => one.message ?? one.result)).toEqual([
      expect.stringMatching(/^stored|unchanged$/),
      message,
      expect.stringMatching(/^stored|unchanged$/),
    ])
  }
  await expect(v1.recordVisits({ visits: 'b1' } as never)).rejects.toMatchObject({ status: 422 })
})
