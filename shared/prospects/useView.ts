import { useMemo } from 'react'
import { useRoute } from '../host/routes.ts'
import { noFilters, type ProspectFilters } from './model.ts'
import { contactStatuses, funnelSteps, ratingRanges, reviewRanges } from './rules.ts'
import { type ProspectSort, sortOf, wordOf } from './sorting.ts'

/** The tab's parameters from the address; an unknown value counts as absent. */
export interface ProspectsView {
  filters: ProspectFilters
  sort: ProspectSort
  setFilters: (change: Partial<ProspectFilters>) => void
  /** Takes all filters away, the search too if wanted. */
  clearFilters: (options?: { search?: boolean }) => void
  setSort: (sort: ProspectSort) => void
}

const oneOf = <T extends string>(words: readonly T[], word: string | null): T | '' =>
  words.find((known) => known === word) ?? ''

function filtersOf(params: URLSearchParams): ProspectFilters {
  const read = (name: keyof ProspectFilters) => params.get(name)
  return {
    status: oneOf(['none', ...contactStatuses], read('status')),
    category: read('category') ?? '',
    country: read('country') ?? '',
    rating: oneOf(ratingRanges, read('rating')),
    reviews: oneOf(reviewRanges, read('reviews')),
    phoneType: read('phoneType') ?? '',
    reached: oneOf(funnelSteps, read('reached')),
    search: read('search') ?? '',
  }
}

/** Filters, search and order of the list: the address is where they are kept. */
export function useProspectsView(): ProspectsView {
  const { params, set } = useRoute()
  return useMemo(() => {
    const setFilters = (change: Partial<ProspectFilters>) => {
      const words = Object.entries(change).map(([name, value]) => [name, value || undefined])
      // A history entry for each letter of a search would make Back useless.
      set(Object.fromEntries(words), { replace: 'search' in change })
    }
    return {
      filters: filtersOf(params),
      sort: sortOf(params.get('sort')),
      setFilters,
      clearFilters: ({ search = false } = {}) => {
        const { search: words, ...selects } = noFilters
        setFilters(search ? { ...selects, search: words } : selects)
      },
      setSort: (sort) => set({ sort: wordOf(sort) }),
    }
  }, [params, set])
}
