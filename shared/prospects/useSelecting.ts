import { type RefObject, useMemo, useRef } from 'react'
import { useKeys } from '../kit/useKeys.ts'
import { useLatest } from '../kit/useLatest.ts'
import type { ListHandle } from '../kit/useVirtualRows.ts'
import type { Prospect } from './contract.ts'
import type { ProspectModel } from './model.ts'
import { clearSelection, select, setCurrent, useTicked } from './selection.ts'

/** How many ticked prospects still exist, and how many of them the filters show. */
export function usePicked(model: ProspectModel, found: Uint32Array, selected: ReadonlySet<string>) {
  return useMemo(() => {
    let shown = 0
    let count = 0
    if (selected.size === 0) return { count, shown }
    // Ids are looked up once: of 100,000 that is most of the work.
    const marks = new Uint8Array(model.rows.length)
    for (const id of selected) {
      const index = model.indexOf.get(id)
      if (index === undefined) continue
      marks[index] = 1
      count++
    }
    for (const index of found) shown += marks[index] as number
    return { count, shown }
  }, [model, found, selected])
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
    const idsOf = (indexes: Uint32Array) =>
      Array.from(indexes, (index) => (latest.current.model.rows[index] as Prospect).id)
    const placeOf = (id: string | null) => {
      const index = id === null ? undefined : latest.current.model.indexOf.get(id)
      return index === undefined ? -1 : latest.current.found.indexOf(index)
    }
    return {
      one: (id, on, range) => {
        const [from, to] = [placeOf(anchor.current), placeOf(id)].sort((a, b) => a - b) as [number, number]
        if (range && from >= 0) select(idsOf(latest.current.found.slice(from, to + 1)), on)
        else select([id], on)
        anchor.current = id
        setCurrent(id)
      },
      all: (on) => select(idsOf(latest.current.found), on),
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
  onOpen: (prospect: Prospect) => void
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
    if (row) selecting.one(row.id, range || !useTicked.getState().selected.has(row.id), range)
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
