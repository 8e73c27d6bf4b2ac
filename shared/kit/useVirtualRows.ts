import { useVirtualizer, type VirtualizerOptions } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useRef } from 'react'

type Options = VirtualizerOptions<HTMLElement, Element>
/** Options for lists that stay at their end or have rows of equal height. */
type More = Partial<
  Pick<Options, 'anchorTo' | 'followOnAppend' | 'scrollEndThreshold' | 'paddingStart' | 'paddingEnd' | 'gap'>
>

interface Rows extends More {
  count: number
  /** Key of a row. Memoize it: a new function measures all rows again. Leave it out if all rows have the same height. */
  keyAt?: (index: number) => string | number
  /** Value of `data-row`, by default the key. */
  nameAt?: (index: number) => string | number
  /** Estimated height in px with the gap below; real heights are measured. */
  heightAt: (index: number) => number
  /** Index of the row with the keyboard focus; it is scrolled into view. */
  active?: number
}

/** Scrolls a row into view and focuses it. */
export interface ListHandle {
  focus: (index: number) => void
}

/**
 * Rows of a virtual list. Mark the focusable element of each row with `data-row={name}`. Render the rows in normal flow
 * after `before` px of space, without a style per row: Chromium keeps each inline style until the next garbage
 * collection and compares new ones with all of them, so a long scroll would get slower.
 */
export function useVirtualRows<Box extends HTMLElement = HTMLDivElement>({
  count,
  keyAt,
  nameAt = keyAt ?? String,
  heightAt,
  active = -1,
  ...more
}: Rows) {
  const scroller = useRef<Box>(null)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: heightAt,
    ...(keyAt && { getItemKey: keyAt }),
    overscan: 8,
    initialRect: { width: 1000, height: 800 },
    useFlushSync: false,
    ...more,
  })
  useEffect(() => {
    if (active >= 0) virtual.scrollToIndex(active, { align: 'auto' })
  }, [active, virtual])

  const pendingFocus = useRef<string | null>(null)
  // A row that was out of view is rendered only after the list scrolled.
  useEffect(() => focusPending(scroller, pendingFocus))
  const focus = useCallback(
    (index: number) => {
      pendingFocus.current = String(nameAt(index))
      virtual.scrollToIndex(index, { align: 'auto' })
      focusPending(scroller, pendingFocus)
    },
    [nameAt, virtual],
  )
  const rows = virtual.getVirtualItems()
  return { scroller, virtual, rows, before: rows[0]?.start ?? 0, focus }
}

function focusPending(scroller: RefObject<HTMLElement | null>, pending: RefObject<string | null>) {
  if (pending.current === null) return
  const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(pending.current)}"]`)
  if (!row) return
  pending.current = null
  row.focus({ preventScroll: true })
}
