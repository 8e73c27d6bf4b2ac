import { type HotkeyConfig, useHotkeys } from '@blueprintjs/core'
import { useMemo, useState } from 'react'

/** `j` and `k` move through a list, Enter opens. Returns the key of the row under the keyboard. */
export function useListKeys<T>({
  items,
  keyOf,
  onOpen,
  verb,
}: {
  items: readonly T[]
  keyOf: (item: T) => string
  onOpen: (item: T) => void
  /** What Enter does, as the help says it: `View message`. */
  verb: string
}): string | null {
  const [active, setActive] = useState<string | null>(null)
  const keys = useMemo<HotkeyConfig[]>(() => {
    const place = items.findIndex((item) => keyOf(item) === active)
    const move = (step: number) => {
      const next = items[Math.min(Math.max(place + step, 0), items.length - 1)]
      if (next !== undefined) setActive(keyOf(next))
    }
    const open = (event: KeyboardEvent) => {
      const current = items[place]
      // A focused button or link keeps its own Enter.
      const control =
        event.target instanceof Element && event.target.closest('button, a, input, select, [role=tab]')
      if (current !== undefined && !control) onOpen(current)
    }
    return [
      { combo: 'j', global: true, group: 'Lists', label: 'Next', onKeyDown: () => move(1) },
      {
        combo: 'k',
        global: true,
        group: 'Lists',
        label: 'Previous',
        onKeyDown: () => move(place < 0 ? 0 : -1),
      },
      { combo: 'enter', global: true, group: 'Lists', label: verb, onKeyDown: open },
    ]
  }, [active, items, keyOf, onOpen, verb])
  useHotkeys(keys)
  return active
}
