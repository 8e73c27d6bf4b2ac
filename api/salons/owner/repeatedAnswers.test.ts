import { expect, test } from 'vitest'
import { storeList } from '../../testing/salons.ts'
import { answeredSalon } from '../../testing/textedSalon.ts'

async function asked() {
  const { app, id, token, mary: clientId } = await answeredSalon()
  const came = (visitOn: string, amount: number, visitId: string | null = null) =>
    app.visitor.owner.visit({
      token,
      answer: { came: 'yes', clientId, visitId, visitOn, amount, amountConfirmed: true },
    })
  const didNotCome = (visitId: string | null = null) =>
    app.visitor.owner.visit({ token, answer: { came: 'no', clientId, visitId } })
  const add = (visitOn: string, amount: number | null, state: 'attended' | 'booked' = 'attended') =>
    app.staff.visits.create({ id, clientId, state, visitOn, amount, note: 'Seen in the diary' })
  const stored = async () =>
    (await app.staff.visits.list({ id })).items.map(({ state, visitAt, amount, decidedBy }) => [
      state,
      visitAt?.slice(0, 10) ?? null,
      amount,
      decidedBy,
    ])
  const fee = async () =>
    (await app.staff.billing.entries({ id })).items.reduce((sum, { amount }) => sum + amount, 0)
  return { ...app, id, token, clientId, came, didNotCome, add, stored, fee }
}

type Scene = Awaited<ReturnType<typeof asked>>

const CONFLICT = { status: 409 }
const alreadyGiven = 'We have an answer already: came on 18 Mar 2026, £45.00. Is it wrong?'

/** After the answer “came on 18 March, £45” none of these changes anything. */
const repeats: [what: string, act: (scene: Scene) => Promise<unknown>, refused: string | null][] = [
  ['the same answer', ({ came }) => came('2026-03-18', 4500), null],
  ['the same answer 15 times', ({ came }) => inParallel(15, () => came('2026-03-18', 4500)), null],
  ['a lower amount', ({ came }) => came('2026-03-18', 1), alreadyGiven],
  ['nothing', ({ came }) => came('2026-03-18', 0), alreadyGiven],
  ['a higher amount', ({ came }) => came('2026-03-18', 9000), alreadyGiven],
  ['another day', ({ came }) => came('2026-03-17', 4500), alreadyGiven],
  ['a later day', ({ came }) => came('2026-03-19', 4500), alreadyGiven],
  ['that she did not come', ({ didNotCome }) => didNotCome(), alreadyGiven],
  ['the same visit by staff', ({ add }) => add('2026-03-18', 9000), null],
  ['a booking by staff for that day', ({ add }) => add('2026-03-18', null, 'booked'), null],
  [
    'a newer list with that visit',
    (scene) => storeList(scene, scene.id, ['Mary,+447700900600,2026-03-18,Yes']),
    null,
  ],
]

const inParallel = (count: number, act: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, act))

test('after the first answer, no page or call changes it', async () => {
  const scene = await asked()
  await scene.came('2026-03-18', 4500)
  for (const [what, act, refused] of repeats) {
    if (refused) await expect(act(scene), what).rejects.toThrow(refused)
    else await act(scene)
    expect(await scene.stored(), what).toEqual([['attended', '2026-03-18', 4500, 'owner']])
    expect(await scene.fee(), what).toBe(1350)
  }
})

test('of several answers at the same time the first one counts, and there is one fee', async () => {
  const scene = await asked()
  await Promise.allSettled([
    scene.came('2026-03-18', 4500),
    scene.came('2026-03-18', 9000),
    scene.add('2026-03-18', 6000),
    storeList(scene, scene.id, ['Mary,+447700900600,2026-03-18,Yes']),
    scene.didNotCome(),
  ])
  // "She did not come" has no day: a later record of staff stands beside it.
  expect((await scene.stored()).filter(([state]) => state === 'attended')).toHaveLength(1)
  const { items } = await scene.staff.billing.entries({ id: scene.id })
  expect(items.filter(({ kind }) => kind === 'fee').length).toBeLessThanOrEqual(1)
})

test('an answer decides a visit that a list reported after the page was opened', async () => {
  const scene = await asked()
  await storeList(scene, scene.id, ['Mary,+447700900600,2026-03-18,Yes'])
  await scene.came('2026-03-18', 4500)
  expect(await scene.stored()).toEqual([['attended', '2026-03-18', 4500, 'owner']])
})

test('the owner’s link does not change a visit that staff decided', async () => {
  const scene = await asked()
  const { staff, id } = scene
  const { id: visitId } = await scene.add('2026-03-18', 4500)
  for (const state of ['attended', 'no_show', 'canceled'] as const) {
    await staff.visits.update({ id, visitId, state })
    const before = await scene.stored()
    for (const named of [visitId, null]) {
      await expect(scene.came('2026-03-18', 1, named), state).rejects.toMatchObject(CONFLICT)
      await expect(scene.came('2026-03-17', 9000, named), state).rejects.toMatchObject(CONFLICT)
      if (state !== 'no_show') await expect(scene.didNotCome(named), state).rejects.toMatchObject(CONFLICT)
    }
    expect(await scene.stored()).toEqual(before)
  }
})

test('an amount that was confirmed once is not lowered when staff open the visit again', async () => {
  const scene = await asked()
  await scene.came('2026-03-18', 4500)
  const [visit] = (await scene.staff.visits.list({ id: scene.id })).items
  await scene.staff.visits.update({ id: scene.id, visitId: visit?.id ?? '', state: 'booked' })
  await expect(scene.came('2026-03-18', 1)).rejects.toThrow('We have £45.00 for this visit')
  await scene.came('2026-03-18', 4500)
  expect(await scene.fee()).toBe(1350)
})

test('an answer about a client without an open question is refused', async () => {
  const { visitor, staff, token, id } = await asked()
  const { items } = await staff.clients.list({ id })
  const orla = items.find(({ firstName }) => firstName === 'Orla')?.id ?? ''
  const answer = { came: 'yes', clientId: orla, visitId: null, visitOn: '2026-03-18', amount: 4500 } as const
  await expect(visitor.owner.visit({ token, answer })).rejects.toThrow('did not answer or book')
  expect((await staff.visits.list({ id })).items).toEqual([])
})

test('after an upheld dispute no later record brings a fee', async () => {
  const scene = await asked()
  const { staff, visitor, token, id } = scene
  await scene.came('2026-03-18', 6000)
  const [fee] = (await staff.billing.entries({ id })).items
  const entryId = fee?.id ?? ''
  await visitor.owner.dispute({ token, entryId, note: 'She had booked before' })
  // A correction stays on hold together with its fee.
  await staff.visits.update({ id, visitId: fee?.visitId ?? '', amount: 5000 })
  expect((await staff.billing.entries({ id })).owed).toMatchObject({ payable: 0, later: 0, disputed: 1500 })
  await staff.billing.decideDispute({ id, entryId, upheld: true })
  await staff.billing.decideDispute({ id, entryId, upheld: true })
  await expect(staff.billing.decideDispute({ id, entryId, upheld: false })).rejects.toMatchObject(CONFLICT)
  expect(await scene.fee()).toBe(0)
  await scene.add('2026-03-16', 9000)
  await scene.sql`update visits set evidence = '[{"kind": "owner", "name": "Aoife", "at": "2026-03-18T12:00:00.000Z"}]'`
  const { items } = await staff.visits.list({ id })
  for (const { id: visitId } of items) await staff.visits.update({ id, visitId, state: 'attended' })
  expect(await scene.fee()).toBe(0)
  expect(items[0]?.attribution.reasons).toEqual(['A dispute about the fee was upheld'])
  const { items: entries } = await staff.billing.entries({ id })
  expect(entries.map(({ amount, line }) => [amount, line.paidBefore, line.paid, line.reasons])).toEqual([
    // On no statement yet, so one line has the whole correction.
    [-1800, 6000, 0, ['Taken back: a dispute about the fee was upheld']],
    [1800, undefined, 6000, expect.anything()],
  ])
})

test('a visit costs at most 20,000, wherever the amount is typed', async () => {
  const scene = await asked()
  await expect(scene.came('2026-03-18', 2_000_001)).rejects.toThrow('At most 20,000 for one visit')
  await expect(scene.add('2026-03-18', 2_000_001)).rejects.toThrow('At most 20,000 for one visit')
  await scene.came('2026-03-18', 2_000_000)
  expect(await scene.fee()).toBe(600_000)
  await expect(scene.sql`update visits set amount = 2000001`).rejects.toThrow('too large')
})

test('sums above four bytes are shown', async () => {
  const { sql, staff, id, clock } = await asked()
  await sql`
    insert into ledger_entries (salon_id, client_id, kind, amount, payable_from, line, rule_version, created_by, created_at)
    select ${id}, gen_random_uuid(), 'fee', 2000000000, '2026-03-01',
      '{"client": "M. …600", "visitOn": null, "paid": 2000000, "feeBps": 3000, "reasons": []}', '1', 'maya', ${clock()}
    from generate_series(1, 3)`
  const sum = 3 * 2_000_000_000
  expect((await staff.billing.entries({ id })).owed.payable).toBe(sum)
  expect((await staff.salons.list({})).items[0]?.counts.owed).toBe(sum)
  expect(await staff.billing.issue({ id })).toMatchObject({ total: sum })
  expect((await staff.salons.get({ id })).counts).toMatchObject({ owed: 0, outstanding: sum })
})

test('an owner’s no is no evidence that a text led to a visit', async () => {
  const scene = await asked()
  await scene.didNotCome()
  const [visit] = (await scene.staff.visits.list({ id: scene.id })).items
  expect(visit).toMatchObject({ state: 'no_show', evidence: [] })
})
