import { expect, test } from 'vitest'
import type { App } from '../../testing/app.ts'
import { createRandom } from '../../testing/random.ts'
import { later } from '../../testing/salons.ts'
import { textedSalon } from '../../testing/textedSalon.ts'

const NOTE = 'Aoife told us on the phone'

/** A salon with three texted clients, eleven days after the text. */
async function setUp() {
  const { app, salon } = await textedSalon()
  await later(app, 11)
  const [mary, ella, orla] = salon.clients
  if (!mary || !ella || !orla) throw new Error('three clients expected')
  const { id } = salon
  const known = { id, state: 'attended', bookedAt: '2026-03-12T09:00:00.000Z', note: NOTE } as const
  const attended = (clientId: string, amount: number | null, visitOn = '2026-03-18') =>
    app.staff.visits.create({ ...known, clientId, visitOn, amount })
  return { ...app, salon, id, mary, ella, orla, attended }
}

/** Evidence besides the note of staff. */
const answers = (sql: App['sql'], visitId: string) => sql`
  update visits set evidence = evidence || '[{"kind": "owner", "name": "Aoife", "at": "2026-03-18T12:00:00.000Z"}]'
  where id = ${visitId}`

test('a note of staff alone brings no fee, an owner’s word does, once', async () => {
  const { staff, sql, id, mary, attended } = await setUp()
  const visit = await attended(mary.id, 4500)
  expect(visit).toMatchObject({
    firstName: 'Mary',
    evidence: [{ kind: 'staff', note: NOTE }],
    state: 'attended',
    visitAt: '2026-03-18T12:00:00.000Z',
    attribution: { fee: false, reasons: ['Only a note of staff: that is no evidence'] },
  })
  await answers(sql, visit.id)
  const confirmed = await staff.visits.update({ id, visitId: visit.id, state: 'attended' })
  expect(confirmed.attribution).toEqual({
    fee: true,
    reasons: ['Booked 2 days after the text', 'Not here for 6 months before', 'Confirmed by the salon'],
  })
  expect((await staff.billing.entries({ id })).items).toMatchObject([
    {
      kind: 'fee',
      amount: 1350,
      payableFrom: '2026-04-01T12:00:00.000Z',
      line: { client: 'M. …600', visitOn: '2026-03-18', paid: 4500, feeBps: 3000 },
    },
  ])
  const again = await attended(mary.id, 9000, '2026-03-20')
  await answers(sql, again.id)
  const second = await staff.visits.update({ id, visitId: again.id, state: 'attended' })
  expect(second.attribution.reasons).toEqual(['An earlier visit of this client was charged'])
  expect((await staff.billing.entries({ id })).items).toHaveLength(1)
})

test('no-shows, canceled visits and consultations bring no fee', async () => {
  const { staff, sql, id, mary, ella, orla, attended } = await setUp()
  const changes = [{ state: 'no_show' }, { state: 'canceled' }, { service: 'consultation' }] as const
  for (const [n, { id: clientId }] of [mary, ella, orla].entries()) {
    const visit = await attended(clientId, 4500)
    await answers(sql, visit.id)
    await staff.visits.update({ id, visitId: visit.id, ...changes[n] })
  }
  expect((await staff.billing.entries({ id })).items).toEqual([])
})

test('12 confirmations at the same time bring one fee', async () => {
  const { staff, sql, id, mary, attended } = await setUp()
  const visit = await attended(mary.id, 4500)
  await answers(sql, visit.id)
  const confirm = () => staff.visits.update({ id, visitId: visit.id, state: 'attended', amount: 4500 })
  await Promise.all(Array.from({ length: 12 }, confirm))
  expect((await staff.billing.entries({ id })).items).toMatchObject([{ kind: 'fee', amount: 1350 }])
})

test('corrections before a statement are one entry', async () => {
  const { staff, sql, id, mary, attended } = await setUp()
  const visit = await attended(mary.id, 4500)
  await answers(sql, visit.id)
  for (const amount of [4500, 5000, 4000, 0]) await staff.visits.update({ id, visitId: visit.id, amount })
  const { items } = await staff.billing.entries({ id })
  expect(items.map(({ kind, amount }) => [kind, amount]).reverse()).toEqual([
    ['fee', 1350],
    ['reversal', -1350],
  ])
  expect(new Set(items.map(({ payableFrom }) => payableFrom))).toEqual(new Set(['2026-04-01T12:00:00.000Z']))
})

test('the same decisions in any order give the same fees', async () => {
  const { staff, sql, id, mary, ella, orla, attended } = await setUp()
  const sums: number[] = []
  // One client for each order: what they had in common is the same.
  for (const [seed, { id: clientId }] of [mary, ella, orla].entries()) {
    const events = [
      { visitOn: '2026-03-14', amount: 3000, state: 'no_show' },
      { visitOn: '2026-03-16', amount: 5000, state: 'attended' },
      { visitOn: '2026-03-18', amount: 9000, state: 'attended' },
      { visitOn: '2026-03-20', amount: 1000, state: 'attended' },
    ] as const
    for (const { state, ...event } of createRandom(seed).shuffle(events)) {
      const { id: visitId } = await attended(clientId, event.amount, event.visitOn)
      await answers(sql, visitId)
      await staff.visits.update({ id, visitId, state })
    }
    const [row] = await sql<[{ sum: number }]>`
      select sum(amount)::int as sum from ledger_entries where client_id = ${clientId}`
    sums.push(row.sum)
  }
  expect(sums).toEqual([1500, 1500, 1500])
})

test('visits to decide are those that are reported and booked', async () => {
  const { staff, sql, id, mary, ella, orla, attended } = await setUp()
  await attended(mary.id, 4500)
  const [reported, booked] = [await attended(ella.id, null), await attended(orla.id, null)]
  await sql`update visits set state = 'reported' where id = ${reported.id}`
  await staff.visits.update({ id, visitId: booked.id, state: 'booked' })
  const idsOf = async (state: 'to_decide' | 'attended' | 'booked') =>
    (await staff.visits.list({ id, state })).items.map((visit) => visit.clientId)
  expect((await idsOf('to_decide')).sort()).toEqual([ella.id, orla.id].sort())
  expect(await idsOf('attended')).toEqual([mary.id])
  expect(await idsOf('booked')).toEqual([orla.id])
})

test('a visit needs a known day that has come, and a client of the salon', async () => {
  const { staff, id, mary, attended } = await setUp()
  await expect(attended(mary.id, 100, '2026-04-01')).rejects.toThrow('This day is in the future')
  await expect(attended(crypto.randomUUID(), 100)).rejects.toThrow('Client not found')
  const unknownDay = { id, clientId: mary.id, state: 'attended', visitOn: null, note: NOTE } as const
  await expect(staff.visits.create(unknownDay)).rejects.toThrow('Please enter the day of the visit')
  expect((await staff.visits.list({ id })).items).toEqual([])
  const booked = await staff.visits.create({ ...unknownDay, state: 'booked', visitOn: '2026-05-01' })
  expect(booked).toMatchObject({ state: 'booked', visitAt: '2026-05-01T11:00:00.000Z' })
})
