import { type RefObject, useMemo, useRef } from 'react'
import { useKeys } from '../kit/useKeys.ts'
import { useLatest } from '../kit/useLatest.ts'
import type { ListHandle } from '../kit/useVirtualRows.ts'
import type { ProspectRow } from './contract.ts'
import type { ProspectModel } from './model.ts'
import { clearSelection, select, setCurrent, ticksIn, useTicked } from './selection.ts'

/** What is ticked in this list, and how many of it the filters show. */
export function usePicked(model: ProspectModel, found: Uint32Array) {
  const stored = useTicked(({ ticks }) => ticks)
  const ticks = useMemo(() => ticksIn(model, stored), [model, stored])
  const shown = useMemo(() => {
    let count = 0
    for (const index of found) count += ticks.marks[index] as number
    return count
  }, [found, ticks])
  return { ticks, shown }
}

export interface Selecting {
  one: (id: string, on: boolean, range: boolean) => void
  all: (on: boolean) => void
}

/** Ticking: one, a range from the one ticked last, or the whole filtered list. */
export function useSelecting(model: ProspectModel, found: Uint32Array): Selecting {
  const latest = useLatest({ model, found })
  const anchor = useRef<string | null>(null)
  return useMemo(() => {
    const placeOf = (id: string | null) => {
      const index = id === null ? undefined : latest.current.model.indexOf.get(id)
      return index === undefined ? -1 : latest.current.found.indexOf(index)
    }
    return {
      one: (id, on, range) => {
        const { model, found } = latest.current
        const [from, to] = [placeOf(anchor.current), placeOf(id)].sort((a, b) => a - b) as [number, number]
        const index = model.indexOf.get(id)
        if (range && from >= 0) select(model, found.slice(from, to + 1), on)
        else if (index !== undefined) select(model, Uint32Array.of(index), on)
        anchor.current = id
        setCurrent(id)
      },
      all: (on) => select(latest.current.model, latest.current.found, on),
    }
  }, [latest])
}

/** Moving, ticking, opening and first texts by key. */
export function useProspectKeys({
  model,
  found,
  current,
  handle,
  selecting,
  onMark,
  onFirstTexts,
  onOpen,
}: {
  model: ProspectModel
  found: Uint32Array
  current: string | null
  handle: RefObject<ListHandle | null>
  selecting: Selecting
  onMark: () => void
  onFirstTexts: () => void
  onOpen: (prospect: ProspectRow) => void
}) {
  const group = 'Prospects'
  const index = current === null ? undefined : model.indexOf.get(current)
  const row = index === undefined ? undefined : model.rows[index]
  const move = (by: number) => {
    const at = index === undefined ? -1 : found.indexOf(index)
    const next = Math.min(Math.max(at + by, 0), found.length - 1)
    const id = model.rows[found[next] ?? -1]?.id
    if (id === undefined) return
    setCurrent(id)
    handle.current?.focus(next)
  }
  const tick = (range: boolean) => {
    if (!row || index === undefined) return
    const { marks } = ticksIn(model, useTicked.getState().ticks)
    selecting.one(row.id, range || !marks[index], range)
  }
  useKeys([
    { combo: 'j', group, label: 'Next prospect', run: () => move(1) },
    { combo: 'k', group, label: 'Previous prospect', run: () => move(-1) },
    { combo: 'x', group, label: 'Select', run: () => tick(false) },
    { combo: 'shift+x', group, label: 'Select up to here', run: () => tick(true) },
    {
      combo: 'enter',
      group,
      label: 'Open the conversation',
      run: ({ target }) => {
        // A focused button, link or select keeps its own Enter.
        if (target instanceof Element && target.closest('button, a, select, [role=button], [role=tab]'))
          return
        if (row) onOpen(row)
      },
    },
    { combo: 'm', group, label: 'Mark the selected', run: onMark },
    { combo: 'f', group, label: 'Send first texts', run: onFirstTexts },
    { combo: 'esc', group, label: 'Clear the selection', run: clearSelection },
  ])
}
