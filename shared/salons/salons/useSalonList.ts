import { usePages } from '../../kit/usePages.ts'
import { SalonSort } from './contract.ts'

/** Filter and order of the list of salons. */
export interface SalonView {
  search: string
  sort: { by: string; descending: boolean } | null
}

/** `owed`, or `-owed` for descending, of the address. Null for other texts: newest first. */
export function parseSalonSort(param: string | null): SalonView['sort'] {
  const by = SalonSort.safeParse(param?.replace(/^-/, '')).data
  return by ? { by, descending: param?.startsWith('-') ?? false } : null
}

/** Names go up first, numbers down; a second press turns the order round. */
export function nextSalonSort(sort: SalonView['sort'], pressed: string): string {
  const descending = sort?.by === pressed ? !sort.descending : pressed !== 'name'
  return `${descending ? '-' : ''}${pressed}`
}

/** The salons, newest first or sorted, by pages. */
export function useSalonList({ search, sort }: SalonView) {
  const descending = sort?.descending ? 'true' : 'false'
  return usePages('salons', 'list', {
    ...(search && { search }),
    ...(sort && { sort: SalonSort.parse(sort.by), descending }),
  })
}
