import { matcher } from '../kit/search.ts'
import type { FunnelStep } from '../metrics/contract.ts'
import { type Columns, GrowingColumns, statusCodes } from './columns.ts'
import type { ContactStatus, Prospect, ProspectRow } from './contract.ts'
import { RowIndex } from './rowIndex.ts'
import { contactStatuses, type RatingRange, type ReviewRange, ratingRanges, reviewRanges } from './rules.ts'
import { atOnce, slowColumn, type Work } from './slowColumn.ts'

/** What the filters and the search are set to; an empty text means all. */
export interface ProspectFilters {
  status: '' | 'none' | ContactStatus
  category: string
  country: string
  rating: '' | RatingRange
  reviews: '' | ReviewRange
  phoneType: string
  /** Only those one of the dashboard's numbers counts. */
  reached: '' | FunnelStep
  search: string
}

export const noFilters: ProspectFilters = {
  status: '',
  category: '',
  country: '',
  rating: '',
  reviews: '',
  phoneType: '',
  reached: '',
  search: '',
}

/** The filters in use, the search aside: what "Clear 3 filters" counts. */
export const filtersInUse = ({ search: _, ...selects }: ProspectFilters) =>
  Object.values(selects).filter((value) => value !== '').length

/** The list cut into columns, so that a filter over 100,000 prospects is one pass over small arrays. */
export interface ProspectModel extends Columns {
  rows: ProspectRow[]
  indexOf: RowIndex
}

const statuses = [null, ...contactStatuses] as const

/** The status of a row. */
export const statusAt = ({ status }: ProspectModel, index: number): ContactStatus | null =>
  statuses[status[index] ?? 0] ?? null

/** All there is to know of a row, as the server would tell it; undefined where there is none. */
export function prospectAt(model: ProspectModel, index: number): Prospect | undefined {
  const row = model.rows[index]
  return row && { ...row, contactStatus: statusAt(model, index) }
}

const models = new WeakMap<ProspectRow[], ProspectModel>()

/** The columns of this very list; made once for it. */
export const modelOf = (rows: ProspectRow[]): ProspectModel => models.get(rows) ?? atOnce(modelWork(rows))

/** Columns made from others', for a list that differs from theirs in little. */
export function setModel(model: ProspectModel): void {
  models.set(model.rows, model)
}

/** Rows between two moments at which the work may pause. */
const SLICE = 1000

/** Makes the columns in slices, so that `modelOf` finds them; statuses as the rows came with them, if not given. */
export function* modelWork(rows: ProspectRow[], known?: Uint8Array): Work<ProspectModel> {
  const columns = new GrowingColumns(rows.length)
  for (let from = 0; from < rows.length; from += SLICE) {
    columns.add(rows.slice(from, from + SLICE))
    yield
  }
  return modelFrom(columns, rows, known)
}

/** The model of a list whose columns grew while it came, so that `modelOf` finds it. */
export function modelFrom(columns: GrowingColumns, rows: ProspectRow[], known?: Uint8Array): ProspectModel {
  const made = columns.finish()
  const model = { rows, indexOf: new RowIndex(rows), ...made, status: known ?? made.status }
  setModel(model)
  return model
}

/** Ids that the filter `reached` lets through; null when it is not in use. */
export type Reached = ReadonlySet<string> | null

/** Whether the row of this number passes one filter. */
type Test = (index: number) => boolean

/** Row numbers of the prospects that pass every filter, in the order of the list. */
export function filterProspects(
  model: ProspectModel,
  filters: ProspectFilters,
  reached: Reached = null,
): Uint32Array {
  let found = new Uint32Array(model.rows.length)
  for (let i = 0; i < found.length; i++) found[i] = i
  for (const test of testsOf(model, filters, reached)) found = found.filter(test)
  return found
}

/** One for each filter in use: a list that nothing narrows is gone through once. */
function testsOf(model: ProspectModel, filters: ProspectFilters, reached: Reached): Test[] {
  const { rows, status, rating, reviews } = model
  const tests: Test[] = []
  if (filters.status !== '') {
    const wanted = statusCodes[filters.status]
    tests.push((i) => status[i] === wanted)
  }
  for (const name of ['category', 'country', 'phoneType'] as const) {
    const { values, codes } = model[name]
    // A value that is no longer in the data finds nobody, not those without one.
    const wanted = values.indexOf(filters[name]) + 1 || -1
    if (filters[name] !== '') tests.push((i) => codes[i] === wanted)
  }
  if (filters.rating !== '') {
    const bit = 1 << ratingRanges.indexOf(filters.rating)
    tests.push((i) => ((rating[i] as number) & bit) !== 0)
  }
  if (filters.reviews !== '') {
    const bit = 1 << reviewRanges.indexOf(filters.reviews)
    tests.push((i) => ((reviews[i] as number) & bit) !== 0)
  }
  if (reached) tests.push((i) => reached.has((rows[i] as ProspectRow).id))
  if (filters.search.trim() !== '') {
    const texts = searchTexts.of(model)
    const matches = matcher(filters.search)
    tests.push((i) => matches(texts[i] as string))
  }
  return tests
}

/** What is searched in each row. */
export const searchTexts = slowColumn(function* (rows): Work<string[]> {
  const texts: string[] = []
  for (const { name, phone, address, category } of rows) {
    const text = `${name}\n${phone}\n${address ?? ''}\n${category ?? ''}`.toLowerCase()
    if (texts.push(text) % 500 === 0) yield
  }
  return texts
})

export interface StatusCounts {
  total: number
  Selected: number
  Contacted: number
  Responded: number
}

/** Counts over all prospects, whatever is filtered. */
export function countStatuses({ status }: ProspectModel): StatusCounts {
  const counts = [0, 0, 0, 0, 0]
  for (const code of status) counts[code] = (counts[code] as number) + 1
  const [, Selected = 0, Contacted = 0, Responded = 0] = counts
  return { total: status.length, Selected, Contacted, Responded }
}
