import { create } from 'zustand'
import { onReset } from '../../host/reset.ts'

interface Selection {
  /** Ids of the selected prospects. */
  selected: ReadonlySet<string>
  /** Id of the row that has the keyboard focus. */
  current: string | null
}

const nothing: Selection = { selected: new Set(), current: null }

/** Selection of the Prospects tab; it is kept while another tab is open. */
export const useSelection = create<Selection>(() => nothing)

onReset(() => useSelection.setState(nothing))

export const setCurrent = (current: string | null) => useSelection.setState({ current })

/** Adds these prospects to the selection or removes them from it. */
export function select(ids: Iterable<string>, on: boolean) {
  const selected = new Set(useSelection.getState().selected)
  for (const id of ids) {
    if (on) selected.add(id)
    else selected.delete(id)
  }
  useSelection.setState({ selected })
}

export const clearSelection = () => useSelection.setState({ selected: nothing.selected })
