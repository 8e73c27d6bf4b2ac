import type { ContactStatus } from '../../core/inbox/contactStatus.ts'
import { searchMatcher } from '../../kit/search.ts'
import type { FunnelStep } from '../metrics/contract.ts'
import type { Prospect } from './contract.ts'
import { matchesRating, matchesReviews, type RatingRange, type ReviewRange } from './rules.ts'

/** Filters and search of the tab; an empty string means all. */
export interface ProspectFilters {
  status: '' | 'none' | ContactStatus
  category: string
  country: string
  rating: '' | RatingRange
  reviews: '' | ReviewRange
  phoneType: string
  /** Only prospects counted by this figure of the dashboard. */
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

/** Number of filters in use, without the search. */
export const countFilters = ({ search: _, ...filters }: ProspectFilters) =>
  Object.values(filters).filter((value) => value !== '').length

/** Ids that pass the filter `reached`; null while it is not in use. */
export type Reached = ReadonlySet<string> | null

/** Filters that are chosen from a list. */
export type SelectFilter = Exclude<keyof ProspectFilters, 'search' | 'reached'>

/** Whether a prospect passes a filter in use; a filter without a line does not compile. */
const passes: Record<SelectFilter, (prospect: Prospect, filters: ProspectFilters) => boolean> = {
  status: ({ contactStatus }, { status }) => (contactStatus ?? 'none') === status,
  category: (prospect, { category }) => prospect.category === category,
  country: (prospect, { country }) => prospect.country === country,
  rating: (prospect, { rating }) => !rating || matchesRating(prospect.rating, rating),
  reviews: ({ reviewCount }, { reviews }) => !reviews || matchesReviews(reviewCount, reviews),
  phoneType: (prospect, { phoneType }) => prospect.phoneType === phoneType,
}
const selects = Object.keys(passes) as SelectFilter[]

/** The prospects that pass every filter and the search, in the given order. */
export function filterProspects(
  prospects: readonly Prospect[],
  filters: ProspectFilters,
  reached: Reached = null,
): Prospect[] {
  const used = selects.filter((name) => filters[name] !== '')
  const search = filters.search.trim()
  const found = searchMatcher(search)
  return prospects.filter(
    (prospect) =>
      used.every((name) => passes[name](prospect, filters)) &&
      (!reached || reached.has(prospect.id)) &&
      (search === '' || found(searchText(prospect))),
  )
}

const searchText = ({ name, phone, address, category }: Prospect) =>
  `${name}\n${phone}\n${address ?? ''}\n${category ?? ''}`.toLowerCase()

/** The distinct values of a field, sorted, without missing ones: the options of its filter. */
export function filterOptions(
  prospects: readonly Prospect[],
  field: 'category' | 'country' | 'phoneType',
): string[] {
  const values = new Set(prospects.flatMap((prospect) => prospect[field] || []))
  return [...values].sort((a, b) => a.localeCompare(b))
}

/** Prospects by status, over the whole list. */
export function countStatuses(prospects: readonly Prospect[]): Record<ContactStatus | 'none', number> {
  const counts = { none: 0, Selected: 0, Contacted: 0, Responded: 0, Submitted: 0 }
  for (const { contactStatus } of prospects) counts[contactStatus ?? 'none']++
  return counts
}
