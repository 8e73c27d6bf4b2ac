import type { Appointment, AppointmentResult } from '@salonback/shared/salons/appointments/appointment.ts'
import { expect, test } from 'vitest'
import { appointment, fedSalon } from '../../testing/feed.ts'
import { makeKey } from '../../testing/keys.ts'

const MARY = '+447700900600'
const SIOBHAN = '+447700900601'
const CLIENT = 'externalId: two numbers have this id; an id stands for one client and one day'
const DAY = 'externalId: two days have this id; an id stands for one client and one day'
const BEFORE =
  'externalId: this id was sent for another number before. An id stands for one client; please send a new id'

/** The answers for a list, each with its message. */
const answersOf = (results: AppointmentResult[]) => results.map(({ result, message }) => message ?? result)

/** The same salon with a second system, whose ids also count from 1. */
async function twoSystems() {
  const fed = await fedSalon()
  const other = await makeKey(fed.app, { salonId: fed.id })
  const sendOther = async (...visits: Appointment[]) =>
    answersOf((await other.v1.recordVisits({ visits })).results)
  const importFile = async (fileName: string, ...rows: Appointment[]) =>
    answersOf(
      (await fed.app.staff.appointments.importRows({ id: fed.id, fileName, appointments: rows })).results,
    )
  const sum = async () => (await fed.entries()).reduce((total, { amount }) => total + amount, 0)
  return { ...fed, other, sendOther, importFile, sum }
}

test('a second system does not overwrite the ids of the first', async () => {
  const { send, sendOther, visits, sum } = await twoSystems()
  await send(appointment({ externalId: '1' }))
  const canceled = { externalId: '1', state: 'canceled', amount: null } as const
  expect(await sendOther(appointment({ ...canceled, phone: SIOBHAN }))).toEqual(['stored'])
  expect(
    await sendOther(appointment({ ...canceled, phone: SIOBHAN, startsAt: '2026-03-20T09:00:00Z' })),
  ).toEqual(['stored'])
  expect(await visits()).toMatchObject([{ state: 'attended', client: '0', fee: true }])
  expect(await sum()).toBe(1350)
})

test('a file and a key do not overwrite each other, two files do', async () => {
  const { send, importFile, visits, sum } = await twoSystems()
  await send(appointment({ externalId: '1' }))
  const other = appointment({ externalId: '1', phone: SIOBHAN, amount: 9000 })
  expect(await importFile('march.csv', other)).toEqual(['stored'])
  expect(await importFile('april.csv', { ...other, amount: 8000 })).toEqual(['stored'])
  expect(await importFile('may.csv', { ...other, phone: MARY })).toEqual([BEFORE])
  expect((await visits()).map(({ client, amount }) => [client, amount])).toEqual(
    expect.arrayContaining([
      ['0', 4500],
      ['1', 8000],
    ]),
  )
  expect(await sum()).toBe(1350 + 2400)
})

const repeats: [string, Partial<Appointment>, number][] = [
  ['the same', {}, 4500],
  ['another id', { externalId: 'z9' }, 4500],
  ['another hour of the day', { startsAt: '2026-03-18T12:00:00Z' }, 4500],
  ['a larger amount', { amount: 9000 }, 4500],
  ['a smaller amount', { amount: 4000 }, 4000],
  ['no amount', { amount: null }, 4500],
  ['canceled', { state: 'canceled' }, 4500],
  ['a no-show', { state: 'no_show' }, 4500],
  ['booked', { state: 'booked', amount: null }, 4500],
  ['canceled under another id', { state: 'canceled', externalId: 'z9' }, 4500],
]
test.each(repeats)('one visit from two systems is charged once: %s', async (_, more, amount) => {
  for (const isFirst of [true, false]) {
    const { send, sendOther, visits, sum } = await twoSystems()
    const calls = [() => send(appointment()), () => sendOther(appointment(more))]
    for (const call of isFirst ? calls : calls.toReversed()) await call()
    expect(await visits()).toEqual([
      { state: 'attended', visitAt: expect.any(String), amount, fee: true, client: '0' },
    ])
    expect(await sum()).toBe(amount * 0.3)
  }
})

test('a new key after a revoked one continues the same appointments', async () => {
  const { app, id, other, send, sendOther, visits, sum } = await twoSystems()
  await send(appointment())
  const old = (await app.staff.keys.list()).items.find((key) => key.id !== other.id)
  await app.staff.keys.revoke({ id: old?.id ?? '' })
  expect(await sendOther(appointment())).toEqual(['unchanged'])
  expect(await sendOther(appointment({ state: 'canceled' }))).toEqual(['stored'])
  expect(await visits()).toMatchObject([{ state: 'canceled', fee: false }])
  expect(await sum()).toBe(0)
  expect((await app.sql`select 1 from appointments where salon_id = ${id}`).count).toBe(1)
})

test('one id for two people is refused on both', async () => {
  const { app, v1, visits } = await fedSalon()
  const seat = appointment({ externalId: 'seat-1', amount: 2000 })
  const sent = ['+447700900403', '+447700900434'].map((phone) => ({ ...seat, phone }))
  expect(answersOf((await v1.recordVisits({ visits: sent })).results)).toEqual([CLIENT, CLIENT])
  expect(await visits()).toEqual([])
  expect((await app.sql`select 1 from appointments`).count).toBe(0)
})

const at = (hour: number) => ({ updatedAt: `2026-03-20T0${hour}:00:00Z` })
const lists: [string, Partial<Appointment>[], string[]][] = [
  ['two people', [{}, { phone: SIOBHAN }], [CLIENT, CLIENT]],
  ['two people, one on no list', [{}, { phone: '+447700900777' }], [CLIENT, CLIENT]],
  ['three people', [{}, { phone: SIOBHAN }, { phone: '+447700900602' }], [CLIENT, CLIENT, CLIENT]],
  ['two people, with times of change', [at(1), { ...at(2), phone: SIOBHAN }], [CLIENT, CLIENT]],
  [
    'two people beside a good one',
    [{}, { phone: SIOBHAN }, { externalId: 'b2' }],
    [CLIENT, CLIENT, 'stored'],
  ],
  ['one person in two spellings', [{}, { phone: '07700 900600' }], ['stored', 'stored']],
  ['two days', [{}, { startsAt: '2026-03-19T14:30:00Z' }], [DAY, DAY]],
  ['two days, one with a time of change', [at(1), { startsAt: '2026-03-19T14:30:00Z' }], [DAY, DAY]],
  ['two days with one time of change', [at(1), { ...at(1), startsAt: '2026-03-19T14:30:00Z' }], [DAY, DAY]],
  [
    'a move, with times of change',
    [at(1), { ...at(2), startsAt: '2026-03-19T14:30:00Z' }],
    ['stored', 'stored'],
  ],
  ['two hours of a day', [{}, { startsAt: '2026-03-18T16:30:00Z' }], ['stored', 'stored']],
  ['a booking and its visit', [{ state: 'booked', amount: null }, {}], ['stored', 'stored']],
  [
    'midnight in London',
    [{ startsAt: '2026-03-18T23:59:00Z' }, { startsAt: '2026-03-19T00:01:00Z' }],
    [DAY, DAY],
  ],
]
test.each(lists)('one id in one list: %s', async (_, more, expected) => {
  const { v1 } = await fedSalon()
  const { results } = await v1.recordVisits({ visits: more.map(appointment) })
  expect(answersOf(results)).toEqual(expected)
})

test('the id of a stored appointment is refused for another person, and moves to another day', async () => {
  const { v1, visits, entries } = await fedSalon()
  const send = async (more: Partial<Appointment>) =>
    answersOf((await v1.recordVisits({ visits: [appointment(more)] })).results)
  await send({})
  for (const more of [
    { phone: SIOBHAN },
    { phone: SIOBHAN, state: 'canceled' },
    { phone: '+447700900777' },
    { phone: SIOBHAN, updatedAt: '2026-03-21T09:00:00Z' },
    { phone: SIOBHAN, startsAt: '2026-03-20T09:00:00Z' },
  ] satisfies Partial<Appointment>[])
    expect(await send(more)).toEqual([BEFORE])
  expect(await visits()).toMatchObject([{ state: 'attended', client: '0', fee: true }])
  expect(await send({ startsAt: '2026-03-20T09:00:00Z' })).toEqual(['stored'])
  expect(await visits()).toMatchObject([{ visitAt: '2026-03-20T09:00:00.000Z', client: '0', fee: true }])
  expect(await entries()).toEqual([{ kind: 'fee', amount: 1350 }])
})

test('the id of an unknown number is refused for another one, before and after a list has it', async () => {
  const { v1 } = await fedSalon()
  const send = async (phone: string) =>
    answersOf((await v1.recordVisits({ visits: [appointment({ phone })] })).results)
  expect(await send('+447700900777')).toEqual(['unknown_client'])
  expect(await send('+447700900778')).toEqual([BEFORE])
  expect(await send(MARY)).toEqual([BEFORE])
  expect(await send('07700 900777')).toEqual(['unknown_client'])
})
