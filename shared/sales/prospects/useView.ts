import { useMemo } from 'react'
import { ContactStatus } from '../../core/inbox/contactStatus.ts'
import type { UrlParams } from '../../host/addresses.ts'
import { useRoute } from '../../host/routes.ts'
import { noFilters, type ProspectFilters } from './filters.ts'
import { funnelSteps, ratingRanges, reviewRanges } from './rules.ts'
import { type ProspectSort, parseSort, sortParam } from './sorting.ts'

/** Filters, search and order from the address; unknown values count as absent. */
export interface ProspectsView {
  filters: ProspectFilters
  sort: ProspectSort
  setFilters: (change: Partial<ProspectFilters>) => void
  /** Clears all filters, and the search if `search` is set. */
  clearFilters: (options?: { search?: boolean }) => void
  setSort: (sort: ProspectSort) => void
}

const oneOf = <T extends string>(known: readonly T[], param: string | null): T | '' =>
  known.find((value) => value === param) ?? ''

function parseFilters(params: UrlParams<'prospects'>): ProspectFilters {
  const read = (name: keyof ProspectFilters) => params.get(name)
  return {
    status: oneOf(['none', ...ContactStatus.options], read('status')),
    category: read('category') ?? '',
    country: read('country') ?? '',
    rating: oneOf(ratingRanges, read('rating')),
    reviews: oneOf(reviewRanges, read('reviews')),
    phoneType: read('phoneType') ?? '',
    reached: oneOf(funnelSteps, read('reached')),
    search: read('search') ?? '',
  }
}

/** The view that the address describes, and functions that change it. */
export function useProspectsView(): ProspectsView {
  const { params, set } = useRoute<'prospects'>()
  return useMemo(() => {
    const setFilters = (change: Partial<ProspectFilters>) => {
      const values = Object.entries(change).map(([name, value]) => [name, value || undefined])
      // Replace while searching: a history entry per letter would make Back useless.
      set(Object.fromEntries(values), { replace: 'search' in change })
    }
    return {
      filters: parseFilters(params),
      sort: parseSort(params.get('sort')),
      setFilters,
      clearFilters: ({ search = false } = {}) => {
        const { search: noSearch, ...selects } = noFilters
        setFilters(search ? { ...selects, search: noSearch } : selects)
      },
      setSort: (sort) => set({ sort: sortParam(sort) }),
    }
  }, [params, set])
}
