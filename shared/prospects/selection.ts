import { create } from 'zustand'
import { onReset } from '../host/reset.ts'

interface Ticked {
  selected: ReadonlySet<string>
  /** The row the keyboard stands on, by id. */
  current: string | null
}

const none = (): Ticked => ({ selected: new Set(), current: null })

/** What this person has ticked in the Prospects tab; it outlives a visit to another tab. */
export const useTicked = create<Ticked>(none)

onReset(() => useTicked.setState(none()))

export const setCurrent = (current: string | null) => useTicked.setState({ current })

/** Ticks or unticks these; the rest of the selection stays. */
export function select(ids: Iterable<string>, on: boolean) {
  useTicked.setState(({ selected }) => {
    const next = new Set(selected)
    for (const id of ids) {
      if (on) next.add(id)
      else next.delete(id)
    }
    return { selected: next }
  })
}

export const clearSelection = () => useTicked.setState({ selected: new Set() })
