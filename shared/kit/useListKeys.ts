import { type HotkeyConfig, useHotkeys } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import { shortcutsPaused } from './useKeys.ts'
import { useLatest } from './useLatest.ts'

interface ListKeys<T> {
  items: readonly T[]
  rowId: (item: T) => string
  onOpen: (item: T) => void
  /** Label of Enter in the list of shortcuts: `View message`. */
  verb: string
}

/** `j` and `k` move through a list, Enter opens. Returns the id of the current row. */
export function useListKeys<T>(list: ListKeys<T>): string | null {
  const [active, setActive] = useState<string | null>(null)
  // Registered once: registering renders, so doing it on every render would loop.
  const latest = useLatest({ ...list, active })
  const { verb } = list
  const keys = useMemo<HotkeyConfig[]>(() => {
    const activeIndex = () => {
      const now = latest.current
      return now.items.findIndex((item) => now.rowId(item) === now.active)
    }
    const move = (step: number) => (event: KeyboardEvent) => {
      if (shortcutsPaused(event)) return
      const { items, rowId } = latest.current
      const next = items[Math.min(Math.max(activeIndex() + step, 0), items.length - 1)]
      if (next !== undefined) setActive(rowId(next))
    }
    const open = (event: KeyboardEvent) => {
      if (shortcutsPaused(event)) return
      const item = latest.current.items[activeIndex()]
      // A focused button or link keeps its own Enter.
      const control = event.target instanceof Element && event.target.closest('button, a, [role=tab]')
      if (item !== undefined && !control) latest.current.onOpen(item)
    }
    return [
      { combo: 'j', global: true, group: 'Lists', label: 'Next', onKeyDown: move(1) },
      { combo: 'k', global: true, group: 'Lists', label: 'Previous', onKeyDown: move(-1) },
      { combo: 'enter', global: true, group: 'Lists', label: verb, onKeyDown: open },
    ]
  }, [verb, latest])
  useHotkeys(keys)
  return active
}
