import { type RefObject, useMemo, useRef } from 'react'
import { undoKey, useKeys } from '../../kit/useKeys.ts'
import { useLatest } from '../../kit/useLatest.ts'
import type { ListHandle } from '../../kit/useVirtualRows.ts'
import type { Prospect } from './contract.ts'
import { clearSelection, select, setCurrent, useSelection } from './selection.ts'

const indexOf = (prospects: readonly Prospect[], id: string | null) =>
  id === null ? -1 : prospects.findIndex((prospect) => prospect.id === id)

export interface Selecting {
  one: (id: string, on: boolean, range: boolean) => void
  all: (on: boolean) => void
}

/** Selects one prospect, a range from the one selected last, or the whole filtered list. */
export function useSelecting(shown: readonly Prospect[]): Selecting {
  const latest = useLatest(shown)
  const anchor = useRef<string | null>(null)
  return useMemo(
    () => ({
      one: (id, on, range) => {
        const from = indexOf(latest.current, anchor.current)
        const to = indexOf(latest.current, id)
        const inRange = latest.current.slice(Math.min(from, to), Math.max(from, to) + 1)
        select(range && from >= 0 ? inRange.map((prospect) => prospect.id) : [id], on)
        anchor.current = id
        setCurrent(id)
      },
      all: (on) =>
        select(
          latest.current.map(({ id }) => id),
          on,
        ),
    }),
    [latest],
  )
}

/** Keyboard shortcuts: move, select, open, mark, send first texts. */
export function useProspectKeys({
  shown,
  current,
  handle,
  selecting,
  onMark,
  onFirstTexts,
  onOpen,
}: {
  shown: readonly Prospect[]
  current: string | null
  handle: RefObject<ListHandle | null>
  selecting: Selecting
  onMark: () => void
  onFirstTexts: () => void
  onOpen: (prospect: Prospect) => void
}) {
  const group = 'Prospects'
  const move = (by: number) => {
    const next = Math.min(Math.max(indexOf(shown, current) + by, 0), shown.length - 1)
    const id = shown[next]?.id
    if (id === undefined) return
    setCurrent(id)
    handle.current?.focus(next)
  }
  const toggle = (range: boolean) => {
    if (current === null || indexOf(shown, current) < 0) return
    selecting.one(current, range || !useSelection.getState().selected.has(current), range)
  }
  useKeys([
    { combo: 'j', group, label: 'Next prospect', run: () => move(1) },
    { combo: 'k', group, label: 'Previous prospect', run: () => move(-1) },
    { combo: 'x', group, label: 'Select', run: () => toggle(false) },
    { combo: 'shift+x', group, label: 'Select up to here', run: () => toggle(true) },
    {
      combo: 'enter',
      group,
      label: 'Open the conversation',
      run: ({ target }) => {
        // A focused button, link or select keeps its own Enter.
        if (target instanceof Element && target.closest('button, a, select, [role=button], [role=tab]'))
          return
        const prospect = shown[indexOf(shown, current)]
        if (prospect) onOpen(prospect)
      },
    },
    { combo: 'm', group, label: 'Mark the selected', run: onMark },
    undoKey(group),
    { combo: 'f', group, label: 'Send first texts', run: onFirstTexts },
    { combo: 'esc', group, label: 'Clear the selection', run: clearSelection },
  ])
}
