import { useVirtualizer, type VirtualizerOptions } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useRef } from 'react'

type Options = VirtualizerOptions<HTMLElement, Element>
/** Where a list of another kind differs: one that keeps to its end, one whose rows are all equally high. */
type More = Partial<
  Pick<
    Options,
    'anchorTo' | 'followOnAppend' | 'scrollEndThreshold' | 'paddingStart' | 'paddingEnd' | 'gap'
  > & {}
>

interface Rows extends More {
  count: number
  /**
   * The key of a row, from `useCallback`: a new function would make the list lay out every row anew. Left out where all
   * rows are equally high: another order then costs nothing.
   */
  keyAt?: (index: number) => string | number
  /** What `data-row` says of a row, if not its key. */
  nameAt?: (index: number) => string | number
  /** Estimated height with the gap below, px; real heights are measured. */
  heightAt: (index: number) => number
  /** The row under the keyboard; it is kept in sight. */
  active?: number
}

/** What others may ask of a list: bring a row into view and give it the focus. */
export interface ListHandle {
  focus: (index: number) => void
}

/**
 * A long list of which only the rows in sight are in the page. The element that takes the focus of a row says whose
 * it is: `data-row={name}`. The rows stand one below the other, behind `before` px of nothing. No row is put in its
 * place by a style of its own: Chromium would compare the styles in each with those of all rows that were drawn
 * since memory was last tidied, and each frame of a long scroll would be slower than the one before.
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

  const wanted = useRef<string | null>(null)
  // A row far away is drawn only after the list has scrolled there.
  useEffect(() => focusWanted(scroller, wanted))
  const focus = useCallback(
    (index: number) => {
      wanted.current = String(nameAt(index))
      virtual.scrollToIndex(index, { align: 'auto' })
      focusWanted(scroller, wanted)
    },
    [nameAt, virtual],
  )
  const rows = virtual.getVirtualItems()
  return { scroller, virtual, rows, before: rows[0]?.start ?? 0, focus }
}

function focusWanted(scroller: RefObject<HTMLElement | null>, wanted: RefObject<string | null>) {
  if (wanted.current === null) return
  const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(wanted.current)}"]`)
  if (!row) return
  wanted.current = null
  row.focus({ preventScroll: true })
}
