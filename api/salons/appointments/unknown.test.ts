import { expect, test } from 'vitest'
import { erase } from '../../core/erasure/erase.ts'
import { keepOnlyHash } from '../../core/erasure/queries.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { exportPerson } from '../../platform/privacy/export.ts'
import { waitingForLocks } from '../../testing/database.ts'
import { appointment, DAY, fedSalon } from '../../testing/feed.ts'
import { makeKey } from '../../testing/keys.ts'
import { keepSession, storeList } from '../../testing/salons.ts'
import { prune } from '../../worker/prune.ts'
import { hashClearIds } from './clearIds.ts'

const STRANGER = '+447700900777'

test('an unknown number is stored only as a keyed hash until a list has it', async () => {
  const { app, send, id } = await fedSalon()
  const { sql } = app
  expect(await send(appointment({ phone: STRANGER }))).toEqual(['unknown_client'])
  const [row] = await sql`select to_jsonb(a)::text as text from appointments a`
  expect(row?.text).not.toContain('7700900777')
  await storeList(app, id, ['Nora,+447700900777,2025-09-01,Yes'])
  const [joined] = await sql`
    select c.phone, a.phone_hash, a.due from appointments a join clients c on c.id = a.client_id`
  expect(joined).toEqual({ phone: STRANGER, phoneHash: null, due: true })
  await app.worker.round()
  expect(await sql`select due, visit_id from appointments`).toEqual([{ due: false, visitId: null }])
})

test('the hash of an unknown number is deleted after 30 days', async () => {
  const { app, send } = await fedSalon()
  await send(appointment({ phone: STRANGER }), appointment({ externalId: 'a2' }))
  const count = async () => (await app.sql`select 1 from appointments`).count
  await prune(app.sql, new Date(app.clock().getTime() + 30 * DAY - 1))
  expect(await count()).toBe(2)
  await prune(app.sql, new Date(app.clock().getTime() + 30 * DAY))
  expect(await app.sql`select external_id from appointments`).toEqual([{ externalId: 'a2' }])
})

test('an erasure deletes the appointments of a number, also hashed ones, and later ones are not stored', async () => {
  const { app, send } = await fedSalon()
  const { sql, env, clock } = app
  await send(appointment({ phone: STRANGER }), appointment({ externalId: 'a2' }))
  const known = { phone: '+447700900600', now: clock() }
  const held = await exportPerson(sql, known)
  expect(held.held.appointments).toMatchObject([{ external_id: 'a2', state: 'attended' }])
  for (const phone of [STRANGER, known.phone]) await erase(sql, env, null, { phone, now: clock() })
  expect(await sql`select * from appointments`).toEqual([])
  expect(await send(appointment({ phone: STRANGER }))).toEqual(['unknown_client'])
  expect(await sql`select * from appointments`).toEqual([])
})

test('a number that is posted while it is erased leaves no hash', async () => {
  const { app, send } = await fedSalon()
  const { sql, env, clock } = app
  let sent: Promise<string[]> | undefined
  await inTransaction(sql, async (open) => {
    await keepOnlyHash(open, env, STRANGER, clock())
    sent = send(appointment({ phone: STRANGER }))
    // The call waits for the erasure; without its lock it would be stored by now.
    while ((await waitingForLocks(sql)).length === 0)
      expect(await sql`select 1 from appointments`).toHaveLength(0)
  })
  expect(await sent).toEqual(['unknown_client'])
  expect(await sql`select * from appointments`).toEqual([])
})

test('two calls with the same unknown numbers in opposite orders wait for each other in turn', async () => {
  const { app, send } = await fedSalon()
  const visits = Array.from({ length: 500 }, (_, n) =>
    appointment({ externalId: `u${n}`, phone: `+4477009${String(10_000 + n)}` }),
  )
  const results = await Promise.all([send(...visits), send(...visits.toReversed())])
  expect(new Set(results.flat())).toEqual(new Set(['unknown_client']))
  expect((await app.sql`select 1 from appointments where phone_hash is not null`).count).toBe(500)
})

test('a client with a future appointment is left out of campaigns', async () => {
  const { app, send, id } = await fedSalon()
  await storeList(app, id, ['Nora,+447700900777,2025-09-01,Yes'])
  const reason = async () =>
    (await app.staff.clients.list({ id })).items.find(({ phone }) => phone === STRANGER)?.eligibility.reason
  const before = await reason()
  await send(appointment({ phone: STRANGER, state: 'booked', startsAt: '2026-04-02T10:00:00Z' }))
  expect([before, await reason()]).toEqual(['eligible', 'future_booking'])
  await send(appointment({ phone: STRANGER, state: 'canceled', startsAt: '2026-04-02T10:00:00Z' }))
  expect(await reason()).toBe('eligible')
})

test('a key for all salons must name the salon; a foreign salon is not found', async () => {
  const { app, id, v1 } = await fedSalon()
  await keepSession(app)
  const all = await makeKey(app)
  const one = appointment()
  const missing = { status: 422, fields: { salonId: expect.any(String) } }
  await expect(all.v1.recordVisits(one)).rejects.toMatchObject(missing)
  const { results } = await all.v1.recordVisits({ salonId: id, ...one })
  expect(results).toEqual([{ externalId: 'a1', result: 'stored' }])
  const foreign = v1.recordVisits({ salonId: crypto.randomUUID(), ...one })
  await expect(foreign).rejects.toMatchObject({ status: 404 })
})

test('the answer names wrong fields, also within a list', async () => {
  const { v1 } = await fedSalon()
  const wrong = { ...appointment(), state: 'paid' } as never
  const fields = { 'visits.0.state': expect.any(String) }
  await expect(v1.recordVisits(wrong)).rejects.toMatchObject({ status: 422, fields })
  const many = Array.from({ length: 501 }, (_, n) => appointment({ externalId: `a${n}` }))
  const tooMany = { status: 422, fields: { visits: 'At most 500' } }
  await expect(v1.recordVisits({ visits: many })).rejects.toMatchObject(tooMany)
})

test('an id with the number of the person is stored as a hash, also one of an older version', async () => {
  const { app, send, id } = await fedSalon()
  const { sql, env, clock } = app
  const ids = [STRANGER, '07700 900777', '447700900777', '7700900777', 'tel:+44 7700-900-777'].map(
    (number) => `${number} 2026-03-18T14:30:00.000Z`,
  )
  for (const externalId of ids) await send(appointment({ externalId, phone: STRANGER }))
  const clear = `${STRANGER} 2026-03-12T14:30:00.000Z`
  await sql`
    insert into appointments (salon_id, external_id, phone_hash, starts_at, state, source, due, created_at)
    select salon_id, ${clear}, phone_hash, '2026-03-12T14:30:00Z', 'booked', 'march.csv', false, created_at
    from appointments limit 1`
  await hashClearIds(sql, env)
  const rows = await sql<{ text: string }[]>`select to_jsonb(a)::text as text from appointments a`
  expect(rows).toHaveLength(ids.length + 1)
  for (const { text } of rows) expect(text).not.toMatch(/7700.?900.?777/)
  const again = [appointment({ externalId: clear, phone: STRANGER, startsAt: '2026-03-12T14:30:00Z' })]
  await app.staff.appointments.importRows({ id, fileName: 'march.csv', appointments: again })
  expect((await sql`select 1 from appointments`).count).toBe(ids.length + 1)
  const held = await exportPerson(sql, { phone: STRANGER, now: clock(), keys: env })
  expect(held.held.appointments).toHaveLength(ids.length + 1)
  await erase(sql, env, null, { phone: STRANGER, now: clock() })
  expect(await sql`select * from appointments`).toEqual([])
})

test('a file without ids finds its appointments again after the ids are hashed', async () => {
  const { app, id, visits } = await fedSalon()
  const externalId = '+447700900600 2026-03-18T14:30:00.000Z'
  const send = async (amount: number) =>
    (
      await app.staff.appointments.importRows({
        ...{ id, fileName: 'march.csv', appointments: [appointment({ externalId, amount })] },
      })
    ).results
  expect(await send(4500)).toEqual([{ externalId, result: 'stored' }])
  await app.sql`update appointments set external_id = ${externalId}`
  await send(5000)
  expect(await visits()).toMatchObject([{ amount: 5000 }])
})
