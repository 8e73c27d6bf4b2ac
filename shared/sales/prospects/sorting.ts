import { ContactStatus } from '../../core/inbox/contactStatus.ts'
import type { Prospect } from './contract.ts'

/** Sortable columns with their headings. */
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

/** Reads the `sort` parameter of the address, `rating` or `-rating`; by name if unknown or absent. */
export function parseSort(param: string | null): ProspectSort {
  const descending = param?.startsWith('-') ?? false
  const name = descending ? param?.slice(1) : param
  const column = (Object.keys(sortHeads) as SortColumn[]).find((known) => known === name)
  return column ? { column, descending } : byName
}

/** The `sort` parameter of the address; undefined for the default order. */
export function sortParam({ column, descending }: ProspectSort): string | undefined {
  if (column === 'name' && !descending) return undefined
  return descending ? `-${column}` : column
}

/** The order after a press of a heading: the other direction, or by another column, best first for figures. */
export const nextSort = (sort: ProspectSort, column: SortColumn): ProspectSort => ({
  column,
  descending: sort.column === column ? !sort.descending : column === 'rating' || column === 'employees',
})

/** Ignores case and accents, 9 before 10. */
const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const sortKeys: Record<Exclude<SortColumn, 'name'>, (prospect: Prospect) => string | number | null> = {
  // E.164, so this groups by country code.
  phone: ({ phone }) => phone,
  address: ({ address }) => address || null,
  rating: ({ rating }) => rating,
  employees: ({ teamSize }) => teamSize,
  status: ({ contactStatus }) => (contactStatus ? ContactStatus.options.indexOf(contactStatus) : -1),
}

/** Sorts a list that is ordered by name. Equal values stay ordered by name; missing values come last in both directions. */
export function sortProspects(prospects: Prospect[], { column, descending }: ProspectSort): Prospect[] {
  if (column === 'name') return descending ? prospects.toReversed() : prospects
  const keyOf = sortKeys[column]
  const sign = descending ? -1 : 1
  return prospects.toSorted((a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    if (column === 'address') return sign * natural.compare(String(one), String(other))
    if (one === other) return 0
    return one < other ? -sign : sign
  })
}
