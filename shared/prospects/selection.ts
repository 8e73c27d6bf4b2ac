import { create } from 'zustand'
import { onReset } from '../host/reset.ts'
import { noFilters, type ProspectFilters } from './model.ts'

/** What this person looks at and has ticked in the Prospects tab; it outlives a visit to another tab. */
export const useProspectView = create<{
  filters: ProspectFilters
  selected: ReadonlySet<string>
  /** The row the keyboard stands on, by id. */
  current: string | null
}>(() => ({ filters: noFilters, selected: new Set(), current: null }))

onReset(() => useProspectView.setState({ filters: noFilters, selected: new Set(), current: null }))

export const setFilters = (change: Partial<ProspectFilters>) =>
  useProspectView.setState(({ filters }) => ({ filters: { ...filters, ...change } }))

export const clearFilters = () =>
  useProspectView.setState(({ filters }) => ({ filters: { ...noFilters, search: filters.search } }))

export const setCurrent = (current: string | null) => useProspectView.setState({ current })

/** Ticks or unticks these; the rest of the selection stays. */
export function select(ids: Iterable<string>, on: boolean) {
  useProspectView.setState(({ selected }) => {
    const next = new Set(selected)
    for (const id of ids) {
      if (on) next.add(id)
      else next.delete(id)
    }
    return { selected: next }
  })
}

export const clearSelection = () => useProspectView.setState({ selected: new Set() })
