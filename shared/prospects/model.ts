import { matcher } from '../kit/search.ts'
import type { FunnelStep } from '../metrics/contract.ts'
import type { ContactStatus, Prospect } from './contract.ts'
import {
  matchesRating,
  matchesReviews,
  type RatingRange,
  type ReviewRange,
  ratingRanges,
  reviewRanges,
} from './rules.ts'
import { slowColumn, type Work } from './slowColumn.ts'

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

/** A column of few distinct texts: `codes[i]` points into `values`; 0 is a missing one. */
interface TextColumn {
  values: string[]
  codes: Uint16Array | Uint32Array
}

/** The list cut into columns, so that a filter over 100,000 prospects is one pass over small arrays. */
export interface ProspectModel {
  rows: Prospect[]
  status: Uint8Array
  category: TextColumn
  country: TextColumn
  phoneType: TextColumn
  /** Bit n is set when the rating lies in range n; ranges are inclusive, so 4.0 lies in two. */
  rating: Uint8Array
  reviews: Uint8Array
  indexOf: Map<string, number>
}

const statusCodes: Record<ContactStatus | 'none', number> = {
  none: 0,
  Selected: 1,
  Contacted: 2,
  Responded: 3,
  Submitted: 4,
}

const models = new WeakMap<Prospect[], ProspectModel>()

/** The columns of this very list; made once for it. */
export function modelOf(rows: Prospect[]): ProspectModel {
  let model = models.get(rows)
  if (!model) {
    model = build(rows)
    models.set(rows, model)
  }
  return model
}

function build(rows: Prospect[]): ProspectModel {
  const { length } = rows
  const status = new Uint8Array(length)
  const rating = new Uint8Array(length)
  const reviews = new Uint8Array(length)
  const indexOf = new Map<string, number>()
  const ratingMask = masks(ratingRanges, matchesRating)
  const reviewMask = masks(reviewRanges, matchesReviews)
  for (let i = 0; i < length; i++) {
    const row = rows[i] as Prospect
    status[i] = statusCodes[row.contactStatus ?? 'none']
    rating[i] = ratingMask(row.rating)
    reviews[i] = reviewMask(row.reviewCount)
    indexOf.set(row.id, i)
  }
  return {
    rows,
    status,
    rating,
    reviews,
    indexOf,
    category: column(rows, (row) => row.category),
    country: column(rows, (row) => row.country),
    phoneType: column(rows, (row) => row.phoneType),
  }
}

/** For each value the ranges it lies in, asked of the rules once: values repeat, rows are many. */
function masks<T>(ranges: readonly T[], inside: (value: number | null, range: T) => boolean) {
  const known = new Map<number | null, number>()
  return (value: number | null): number => {
    let bits = known.get(value)
    if (bits === undefined) {
      bits = ranges.reduce((sum, range, n) => (inside(value, range) ? sum | (1 << n) : sum), 0)
      known.set(value, bits)
    }
    return bits
  }
}

function column(rows: Prospect[], read: (row: Prospect) => string | null): TextColumn {
  const seen = new Set<string>()
  for (const row of rows) {
    const value = read(row)
    if (value) seen.add(value)
  }
  const values = [...seen].sort((a, b) => a.localeCompare(b))
  const codeOf = new Map(values.map((value, index) => [value, index + 1]))
  const codes = values.length < 0xffff ? new Uint16Array(rows.length) : new Uint32Array(rows.length)
  for (let i = 0; i < rows.length; i++) codes[i] = codeOf.get(read(rows[i] as Prospect) ?? '') ?? 0
  return { values, codes }
}

/** Ids that the filter `reached` lets through; null when it is not in use. */
export type Reached = ReadonlySet<string> | null

/** Row numbers of the prospects that pass every filter, in the order of the list. */
export function filterProspects(
  model: ProspectModel,
  filters: ProspectFilters,
  reached: Reached = null,
): Uint32Array {
  const { rows, status, rating, reviews, category, country, phoneType } = model
  const wantedStatus = filters.status === '' ? -1 : statusCodes[filters.status]
  const ratingBit = filters.rating === '' ? 0 : 1 << ratingRanges.indexOf(filters.rating)
  const reviewBit = filters.reviews === '' ? 0 : 1 << reviewRanges.indexOf(filters.reviews)
  const wanted = [category, country, phoneType].map((one, n) => {
    const value = [filters.category, filters.country, filters.phoneType][n] as string
    const place = one.values.indexOf(value)
    // A value that is no longer in the data finds nobody, not those without one.
    return { codes: one.codes, code: value === '' ? -1 : place < 0 ? Number.POSITIVE_INFINITY : place + 1 }
  })
  const texts = filters.search.trim() === '' ? null : searchTexts.of(model)
  const matches = matcher(filters.search)
  const found = new Uint32Array(rows.length)
  let count = 0
  for (let i = 0; i < rows.length; i++) {
    if (wantedStatus >= 0 && status[i] !== wantedStatus) continue
    if (ratingBit && !((rating[i] as number) & ratingBit)) continue
    if (reviewBit && !((reviews[i] as number) & reviewBit)) continue
    if (wanted.some(({ codes, code }) => code >= 0 && codes[i] !== code)) continue
    if (reached && !reached.has((rows[i] as Prospect).id)) continue
    if (texts && !matches(texts[i] as string)) continue
    found[count++] = i
  }
  return found.slice(0, count)
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

/**
 * The list with these prospects' status changed; all other rows are the very same objects, and the columns are
 * carried over. Ids that are not in the list are left aside.
 */
export function withStatus(rows: Prospect[], ids: Iterable<string>, to: ContactStatus | null): Prospect[] {
  const model = modelOf(rows)
  const changed = rows.slice()
  const status = model.status.slice()
  for (const id of ids) {
    const index = model.indexOf.get(id)
    if (index === undefined) continue
    changed[index] = { ...(rows[index] as Prospect), contactStatus: to }
    status[index] = statusCodes[to ?? 'none']
  }
  models.set(changed, { ...model, rows: changed, status })
  return changed
}

/** Puts single rows back as they were, for a change that was refused, without touching what changed meanwhile. */
export function withRows(rows: Prospect[], before: Prospect[]): Prospect[] {
  const model = modelOf(rows)
  const changed = rows.slice()
  const status = model.status.slice()
  for (const row of before) {
    const index = model.indexOf.get(row.id)
    if (index === undefined) continue
    changed[index] = { ...(rows[index] as Prospect), contactStatus: row.contactStatus }
    status[index] = statusCodes[row.contactStatus ?? 'none']
  }
  models.set(changed, { ...model, rows: changed, status })
  return changed
}
