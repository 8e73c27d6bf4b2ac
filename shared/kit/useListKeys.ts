import { useState } from 'react'
import { useKeys } from './useKeys.ts'

interface ListKeys<T> {
  items: readonly T[]
  rowId: (item: T) => string
  onOpen: (item: T) => void
  /** Label of Enter in the list of shortcuts: `View message`. */
  verb: string
}

/** `j` and `k` move through a list, Enter opens. Returns the id of the current row. */
export function useListKeys<T>({ items, rowId, onOpen, verb }: ListKeys<T>): string | null {
  const [active, setActive] = useState<string | null>(null)
  const activeIndex = () => items.findIndex((item) => rowId(item) === active)
  const move = (step: number) => () => {
    const next = items[Math.min(Math.max(activeIndex() + step, 0), items.length - 1)]
    if (next !== undefined) setActive(rowId(next))
  }
  const open = ({ target }: KeyboardEvent) => {
    const item = items[activeIndex()]
    // A focused button or link keeps its own Enter.
    const control = target instanceof Element && target.closest('button, a, [role=tab]')
    if (item !== undefined && !control) onOpen(item)
  }
  useKeys([
    { combo: 'j', group: 'Lists', label: 'Next', run: move(1) },
    { combo: 'k', group: 'Lists', label: 'Previous', run: move(-1) },
    { combo: 'enter', group: 'Lists', label: verb, run: open },
  ])
  return active
}
