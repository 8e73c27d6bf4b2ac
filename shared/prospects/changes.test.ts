import { describe, expect, test } from 'vitest'
import { manyProspects, random } from '../testing/manyProspects.ts'
import { type Chosen, changedWork, withStatus, withStatusOf } from './changes.ts'
import type { ContactStatus, Prospect, ProspectChanges, ProspectRow } from './contract.ts'
import { countStatuses, filterProspects, modelOf, modelWork, noFilters, prospectAt } from './model.ts'
import { contactStatuses } from './rules.ts'
import { atOnce, inSlices } from './slowColumn.ts'

const nothing: ProspectChanges = {
  reset: false,
  placed: [],
  statuses: [],
  deleted: [],
  next: 'here',
  more: false,
}
const changed = (rows: ProspectRow[], told: Partial<ProspectChanges>) =>
  atOnce(changedWork(rows, { ...nothing, ...told }))
const status = (id: string, contactStatus: ContactStatus | null) => ({ id, contactStatus })
const named = (id: string, more: Partial<Prospect> = {}): Prospect => ({
  ...(manyProspects(1)[0] as Prospect),
  id,
  name: `Salon ${id}`,
  ...more,
})
/** Rows of a list by their numbers. */
const chosen = (rows: ProspectRow[], ...indexes: number[]): Chosen => ({
  model: modelOf(rows),
  indexes: Uint32Array.from(indexes),
})
const idsOf = (rows: ProspectRow[] | null) => rows?.map(({ id }) => id).join(' ')

/** The rows with their statuses. */
const whole = (rows: ProspectRow[] | null) =>
  (rows ?? []).map((_, index) => prospectAt(modelOf(rows ?? []), index) as Prospect)

/** The columns are those that would be made of these rows anew. */
function expectOwnColumns(rows: ProspectRow[]) {
  const { rows: listed, ...columns } = modelOf(rows)
  const { rows: _, ...anew } = atOnce(modelWork(whole(rows)))
  expect(listed).toBe(rows)
  expect(columns).toEqual(anew)
}

describe('changing a status', () => {
  test('changes these rows only, and counts and filters follow', () => {
    const rows = manyProspects(200)
    const changed = withStatus(rows, chosen(rows, 3, 4), 'Responded')
    const expected = manyProspects(200).map((row, n) =>
      n === 3 || n === 4 ? { ...row, contactStatus: 'Responded' } : row,
    )
    expect(whole(changed)).toEqual(expected)
    expect(whole(rows)).toEqual(manyProspects(200))
    const found = filterProspects(modelOf(changed), { ...noFilters, status: 'Responded' })
    const responded = expected.filter(({ contactStatus }) => contactStatus === 'Responded')
    expect(Array.from(found, (index) => prospectAt(modelOf(changed), index))).toEqual(responded)
    expect(countStatuses(modelOf(changed)).Responded).toBe(responded.length)
  })

  test('taken back, the rows are as before and a later change elsewhere stays', () => {
    const rows = manyProspects(200)
    const before = chosen(rows, 3, 4)
    const changed = withStatus(rows, before, 'Responded')
    const later = withStatus(changed, chosen(changed, 9), 'Selected')
    const back = whole(withStatusOf(later, before))
    expect(back.slice(0, 9)).toEqual(rows.slice(0, 9))
    expect(back[9]?.contactStatus).toBe('Selected')
  })

  test('rows chosen in an older list are found by who they are; who is gone is left aside', () => {
    const rows = manyProspects(20)
    for (const row of rows) row.contactStatus = null
    const before = chosen(rows, 3, 4, 5)
    const fewer = rows.filter((_, n) => n > 3)
    const list = withStatus(fewer, before, 'Submitted')
    expect(idsOf(whole(list).filter(({ contactStatus }) => contactStatus))).toBe('p4 p5')
    expect(whole(withStatusOf(list, before))).toEqual(fewer)
  })
})

test('no row is copied, and nothing is made anew but the statuses', () => {
  const rows = manyProspects(3000)
  const before = modelOf(rows)
  const list = withStatus(rows, { model: before, indexes: Uint32Array.from(rows.keys()) }, 'Submitted')
  expect(list).not.toBe(rows)
  expect(list.every((row, n) => row === rows[n])).toBe(true)
  const { rows: _, status, ...columns } = modelOf(list)
  expect(new Set(status).size).toBe(1)
  for (const [name, column] of Object.entries(columns)) expect(before[name as 'indexOf'], name).toBe(column)
})

describe('what the server told', () => {
  test('a status changes its row alone; told again it is the very same list', () => {
    const rows = manyProspects(100).map((row) => ({ ...row, contactStatus: null }))
    const list = changed(rows, { statuses: [status('p7', 'Submitted'), status('elsewhere', 'Selected')] })
    expect(whole(list)).toEqual(
      rows.map((row) => (row.id === 'p7' ? { ...row, contactStatus: 'Submitted' } : row)),
    )
    expectOwnColumns(list as ProspectRow[])
    expect(changed(list as ProspectRow[], { statuses: [status('p7', 'Submitted')] })).toBe(list)
  })

  test('new ones stand behind their predecessors, also behind each other and before all', () => {
    const rows = ['b', 'd', 'f'].map((id) => named(id))
    const placed = [
      { after: null, prospect: named('a') },
      { after: 'b', prospect: named('c', { category: 'New', rating: 5 }) },
      { after: 'f', prospect: named('g') },
      { after: 'g', prospect: named('h') },
    ]
    const list = changed(rows, { placed })
    expect(idsOf(list)).toBe('a b c d f g h')
    expectOwnColumns(list as ProspectRow[])
    expect(changed(list as ProspectRow[], { placed })).toBe(list)
  })

  test('one of another name goes to its new place, and who is erased leaves', () => {
    const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => named(id))
    const list = changed(rows, {
      placed: [{ after: 'd', prospect: named('a', { name: 'Salon dd' }) }],
      deleted: ['b', 'e', 'elsewhere'],
    })
    expect(idsOf(list)).toBe('c d a')
    expectOwnColumns(list as ProspectRow[])
  })

  test('a predecessor that is not there means reading the list again', () => {
    expect(changed([named('a')], { placed: [{ after: 'elsewhere', prospect: named('c') }] })).toBeNull()
  })

  test('changes at random leave what the whole list would be', () => {
    const next = random(3)
    const everybody = manyProspects(300)
    let there = everybody.filter((_, n) => n % 2)
    let list: ProspectRow[] = there.slice()
    for (let round = 0; round < 60; round++) {
      const before = new Set(there.map(({ id }) => id))
      const chosen = new Set(Array.from({ length: next(12) }, () => next(300)))
      const known = new Map(there.map((row) => [row.id, row]))
      for (const n of chosen) {
        const row = everybody[n] as Prospect
        const held = known.get(row.id)
        const way = next(3)
        if (!held) known.set(row.id, row)
        else if (way === 0) known.delete(row.id)
        else known.set(row.id, { ...held, contactStatus: contactStatuses[next(4)] ?? null })
      }
      there = everybody.flatMap(({ id }) => known.get(id) ?? [])
      const now = new Map(there.map((row, n) => [row.id, { after: there[n - 1]?.id ?? null, prospect: row }]))
      const ids = [...chosen].map((n) => `p${n}`)
      const told = changed(list, {
        placed: ids.flatMap((id) => (before.has(id) ? [] : (now.get(id) ?? []))),
        statuses: ids.flatMap((id) => (before.has(id) ? (now.get(id)?.prospect ?? []) : [])),
        deleted: ids.filter((id) => !now.has(id)),
      })
      expect(whole(told)).toEqual(there)
      list = told as ProspectRow[]
    }
    expectOwnColumns(list)
  })
})

test('one that is placed anew keeps the statuses of all others as they are now', () => {
  const rows = ['a', 'b', 'c'].map((id) => named(id, { contactStatus: null }))
  const marked = withStatus(rows, chosen(rows, 0, 2), 'Responded')
  const list = changed(marked, {
    placed: [{ after: 'a', prospect: named('aa', { contactStatus: 'Selected' }) }],
    deleted: ['b'],
  })
  expect(whole(list).map(({ id, contactStatus }) => [id, contactStatus])).toEqual([
    ['a', 'Responded'],
    ['aa', 'Selected'],
    ['c', 'Responded'],
  ])
})

test('work in slices gives the page a turn between them, and stops when nobody wants it any more', async () => {
  let turns = 0
  let next = setImmediate(function turn() {
    turns++
    next = setImmediate(turn)
  })
  function* work() {
    for (let step = 0; step < 20; step++) {
      for (const end = performance.now() + 2; performance.now() < end; );
      yield
    }
    return turns
  }
  expect(await inSlices(work())).toBeGreaterThan(2)
  clearImmediate(next)
  await expect(inSlices(work(), AbortSignal.abort())).rejects.toThrow('abort')
})
