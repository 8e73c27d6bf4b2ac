import { expect, test } from 'vitest'
import { erase } from '../../core/erasure/erase.ts'
import { appointment, fedSalon } from '../../testing/feed.ts'
import { later } from '../../testing/salons.ts'

const visit = { state: 'attended', visitAt: '2026-03-18T14:30:00.000Z', amount: 4500, fee: true, client: '0' }
const STRANGER = '+447700900777'

/** A fed salon and the import of a file. */
async function importing() {
  const fed = await fedSalon()
  const { appointments } = fed.app.staff
  const store = (importId: string, ...rows: ReturnType<typeof appointment>[]) =>
    appointments.importRows({ id: fed.id, fileName: 'july.csv', importId, appointments: rows })
  const takeBack = (importId: string) => appointments.takeBack({ id: fed.id, importId })
  const sum = async () => (await fed.entries()).reduce((total, { amount }) => total + amount, 0)
  return { ...fed, appointments, store, takeBack, sum }
}

test('a preview says what an import would charge, and stores nothing', async () => {
  const { id, appointments, visits, entries, app } = await importing()
  const rows = [
    appointment(),
    appointment({ externalId: 'a2', phone: '+447700900601', amount: 10_000 }),
    appointment({ externalId: 'a3', phone: '+447700900602', state: 'canceled' }),
    appointment({ externalId: 'a4', phone: STRANGER }),
  ]
  const preview = () => appointments.preview({ id, fileName: 'july.csv', appointments: rows })
  expect(await preview()).toEqual({
    results: ['stored', 'stored', 'stored', 'unknown_client'].map((result, n) => ({
      ...{ externalId: `a${n + 1}`, result },
    })),
    charged: { clients: 2, amount: 4350 },
    takenBack: { clients: 0, amount: 0 },
  })
  expect([await visits(), await entries()]).toEqual([[], []])
  expect(await app.sql`select 1 from appointments`).toHaveLength(0)
  await appointments.importRows({ id, fileName: 'july.csv', appointments: rows })
  expect(await preview()).toMatchObject({ charged: { clients: 0, amount: 0 } })
  rows[0] = appointment({ state: 'no_show' })
  expect(await preview()).toMatchObject({ takenBack: { clients: 1, amount: 1350 } })
})

test('an import is taken back: its appointments, visits and fees are gone', async () => {
  const { id, appointments, store, takeBack, visits, sum, app } = await importing()
  const importId = crypto.randomUUID()
  await store(importId, appointment())
  await store(importId, appointment({ externalId: 'a2', phone: STRANGER }))
  expect([await visits(), await sum()]).toEqual([[visit], 1350])
  const { lastImport } = await appointments.choices({ id })
  expect(lastImport).toMatchObject({ id: importId, fileName: 'july.csv', appointments: 2, canTakeBack: true })
  expect(await takeBack(importId)).toEqual({ removed: 2, restored: 0 })
  expect(await app.sql`select 1 from appointments`).toHaveLength(0)
  expect(await sum()).toBe(0)
  expect((await visits()).filter(({ state }) => state !== 'canceled')).toEqual([])
  expect((await appointments.choices({ id })).lastImport).toMatchObject({ canTakeBack: false })
  await expect(takeBack(importId)).rejects.toMatchObject({ status: 409 })
  // The right file is not hindered by the wrong one.
  await store(crypto.randomUUID(), appointment({ amount: 5000 }))
  expect(await sum()).toBe(1500)
})

test('what an import changed has its facts from before again', async () => {
  const { store, takeBack, visits, sum } = await importing()
  await store(crypto.randomUUID(), appointment())
  const wrong = crypto.randomUUID()
  await store(wrong, appointment({ state: 'no_show', amount: null }))
  await store(wrong, appointment({ state: 'canceled', amount: null }))
  expect([(await visits())[0]?.state, await sum()]).toEqual(['canceled', 0])
  expect(await takeBack(wrong)).toEqual({ removed: 0, restored: 1 })
  expect([await visits(), await sum()]).toEqual([[visit], 1350])
})

test('an import that was taken back leaves what a booking system sent', async () => {
  const { send, store, takeBack, visits, sum } = await importing()
  await send(appointment())
  const importId = crypto.randomUUID()
  await store(importId, appointment({ externalId: 'f1', phone: '+447700900601' }))
  expect(await sum()).toBe(2700)
  await takeBack(importId)
  expect([(await visits()).filter(({ state }) => state === 'attended'), await sum()]).toEqual([[visit], 1350])
})

test('a visit that staff decided after the import keeps their decision', async () => {
  const { app, id, store, takeBack } = await importing()
  const importId = crypto.randomUUID()
  await store(importId, appointment({ state: 'booked', amount: null }))
  const [made] = (await app.staff.visits.list({ id })).items
  await app.staff.visits.update({ id, visitId: made?.id ?? '', state: 'attended', amount: 7000 })
  await takeBack(importId)
  expect((await app.staff.visits.list({ id })).items).toMatchObject([{ state: 'attended', amount: 7000 }])
})

test('the next import and a statement end the time to take back', async () => {
  const { app, id, store, takeBack } = await importing()
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  await store(first, appointment())
  await store(second, appointment({ externalId: 'a2', phone: '+447700900601' }))
  await expect(takeBack(first)).rejects.toMatchObject({ status: 404 })
  await later(app, 14)
  await app.staff.billing.issue({ id })
  await expect(takeBack(second)).rejects.toMatchObject({ status: 409 })
})

test('an erasure deletes what an import keeps of the client', async () => {
  const { app, store } = await importing()
  const importId = crypto.randomUUID()
  await store(importId, appointment())
  await store(importId, appointment({ amount: 5000 }))
  const { sql, env, clock } = app
  await erase(sql, env, null, { phone: '+447700900600', now: clock() })
  expect(await sql`select 1 from appointment_import_rows`).toHaveLength(0)
  expect(await sql`select 1 from appointment_import_visits`).toHaveLength(0)
})

test('decisions about words and the unit are kept for later files, and can be changed', async () => {
  const { id, appointments } = await importing()
  expect(await appointments.choices({ id })).toEqual({ states: {}, unit: null, lastImport: null })
  const hold = { word: 'On hold', meaning: 'booked' } as const
  const paid = { word: 'Paid', meaning: 'attended' } as const
  await appointments.choose({ id, states: { onhold: hold } })
  await appointments.choose({ id, states: { paid }, unit: 'minor' })
  expect(await appointments.choices({ id })).toMatchObject({ states: { onhold: hold, paid }, unit: 'minor' })
  await appointments.choose({ id, states: { onhold: null, paid: { ...paid, meaning: 'leave_out' } } })
  expect((await appointments.choices({ id })).states).toEqual({ paid: { ...paid, meaning: 'leave_out' } })
})
