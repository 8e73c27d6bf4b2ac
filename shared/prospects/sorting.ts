import type { ProspectRow } from './contract.ts'
import type { ProspectModel } from './model.ts'
import { type SlowColumn, slowColumn, type Work } from './slowColumn.ts'

/** The columns of the list that it can be sorted by, with their heads. */
export const sortHeads = {
  name: 'Name',
  phone: 'Number',
  address: 'Address',
  rating: 'Rating',
  employees: 'Employees',
  status: 'Status',
} as const

export type SortColumn = keyof typeof sortHeads
export interface ProspectSort {
  column: SortColumn
  descending: boolean
}

const byName: ProspectSort = { column: 'name', descending: false }

/** What the address says: `rating`, `-rating`; the list comes by name. */
export function sortOf(word: string | null): ProspectSort {
  const descending = word?.startsWith('-') ?? false
  const name = descending ? word?.slice(1) : word
  const column = (Object.keys(sortHeads) as SortColumn[]).find((known) => known === name)
  return column ? { column, descending } : byName
}

/** Undefined for the order the list comes in. */
export function wordOf({ column, descending }: ProspectSort): string | undefined {
  if (column === 'name' && !descending) return undefined
  return descending ? `-${column}` : column
}

/**
 * The rows found, in this order; equal ones, and those without a value, by name. They are counted into their places,
 * so that 100,000 take a few milliseconds.
 */
export function sorted(model: ProspectModel, found: Uint32Array, sort: ProspectSort): Uint32Array {
  if (sort.column === 'name') return sort.descending ? found.toReversed() : found
  // No status is a status too, and the first one.
  const ranks =
    sort.column === 'status' ? model.status.map((code) => code + 1) : rankColumns[sort.column].of(model)
  let most = 0
  for (const index of found) most = Math.max(most, ranks[index] as number)
  const slotOf = (index: number) => {
    const rank = ranks[index] as number
    if (rank === MISSING) return most
    return sort.descending ? most - rank : rank - 1
  }
  const starts = new Uint32Array(most + 2)
  for (const index of found) (starts[slotOf(index) + 1] as number) += 1
  for (let n = 1; n < starts.length; n++) (starts[n] as number) += starts[n - 1] as number
  const order = new Uint32Array(found.length)
  for (const index of found) {
    const slot = slotOf(index)
    order[starts[slot] as number] = index
    ;(starts[slot] as number) += 1
  }
  return order
}

/** The rank of a row without a value: it stands last, whichever way the list is sorted. The others begin at 1. */
const MISSING = 0
const SLICE = 500

const rankColumns = {
  rating: slowColumn((rows) => rankNumbers(rows, ({ rating }) => rating)),
  employees: slowColumn((rows) => rankNumbers(rows, ({ teamSize }) => teamSize)),
  // By country code first, as they read.
  phone: slowColumn((rows) => rankNumbers(rows, ({ phone }) => Number(phone.slice(1).padEnd(15, '0')))),
  address: slowColumn((rows) => rankWords(rows, ({ address }) => address)),
}

/** For who has time to make them ahead; the longest first. */
export const slowOrders: readonly SlowColumn<unknown>[] = [
  rankColumns.address,
  rankColumns.phone,
  rankColumns.rating,
  rankColumns.employees,
]

/** What an order needs beside the model. */
export const orderOf = ({ column }: ProspectSort): SlowColumn<unknown> | undefined =>
  column === 'name' || column === 'status' ? undefined : rankColumns[column]

function* rankNumbers(rows: ProspectRow[], read: (row: ProspectRow) => number | null): Work<Uint32Array> {
  const values: (number | null)[] = []
  const distinct = new Set<number>()
  for (const row of rows) {
    const value = read(row)
    if (values.push(value) % SLICE === 0) yield
    if (value !== null) distinct.add(value)
  }
  return yield* ranksIn(values, Float64Array.from(distinct).sort())
}

function* rankWords(rows: ProspectRow[], read: (row: ProspectRow) => string | null): Work<Uint32Array> {
  const words: (string | null)[] = []
  const distinct = new Set<string>()
  for (const row of rows) {
    const word = plain(read(row) ?? '') || null
    if (words.push(word) % SLICE === 0) yield
    if (word !== null) distinct.add(word)
  }
  return yield* ranksIn(words, yield* mergeSorted([...distinct]))
}

function* ranksIn<T>(values: (T | null)[], order: Iterable<T>): Work<Uint32Array> {
  const rankOf = new Map<T | null, number>()
  for (const value of order) {
    rankOf.set(value, rankOf.size + 1)
    if (rankOf.size % SLICE === 0) yield
  }
  const ranks = new Uint32Array(values.length)
  for (const [index, value] of values.entries()) {
    ranks[index] = rankOf.get(value) ?? MISSING
    if (index % SLICE === 0) yield
  }
  return ranks
}

/** A merge sort in slices: sorting everything in one turn would block the page. */
function* mergeSorted(words: string[]): Work<string[]> {
  let runs: string[][] = []
  for (let at = 0; at < words.length; at += SLICE) {
    runs.push(words.slice(at, at + SLICE).sort())
    yield
  }
  while (runs.length > 1) {
    const longer: string[][] = []
    for (let n = 0; n < runs.length; n += 2) longer.push(yield* merged(runs[n] ?? [], runs[n + 1] ?? []))
    runs = longer
  }
  return runs[0] ?? []
}

function* merged(some: string[], others: string[]): Work<string[]> {
  const all: string[] = []
  let [one, other] = [0, 0]
  while (one < some.length && other < others.length) {
    const first = (some[one] as string) <= (others[other] as string) ? some[one++] : others[other++]
    if (all.push(first as string) % (10 * SLICE) === 0) yield
  }
  return all.concat(some.slice(one), others.slice(other))
}

const digits = /\d+/g
const beyondAscii = /[^\0-\x7f]/

/** As a reader sorts: any case, accents aside, 9 before 10. */
function plain(text: string): string {
  const lower = text.toLowerCase()
  const bare = beyondAscii.test(lower) ? lower.normalize('NFD').replace(/\p{M}/gu, '') : lower
  return bare.replace(digits, (number) => number.padStart(6, '0'))
}
