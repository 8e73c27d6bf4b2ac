import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'

interface Props<T> {
  items: readonly T[]
  keyOf: (item: T) => string
  /** Estimated height of a row with the gap below it, in pixels; real heights are measured. */
  rowHeight: number
  label: string
  render: (item: T, index: number) => ReactNode
  /** Place of the row under the keyboard; it is kept in sight. */
  active?: number
}

/** A long list of which only the rows in sight are in the page. It fills its place and scrolls by itself. */
export function VirtualList<T>({ items, keyOf, rowHeight, label, render, active = -1 }: Props<T>) {
  const scroll = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
    overscan: 8,
    initialRect: { width: 1000, height: 800 },
  })
  useEffect(() => {
    if (active >= 0) virtual.scrollToIndex(active, { align: 'auto' })
  }, [active, virtual])
  return (
    <div className="sb-scroll" ref={scroll}>
      <ul className="sb-virtual" aria-label={label} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((row) => {
          const item = items[row.index]
          return (
            item !== undefined && (
              <li
                key={row.key}
                data-index={row.index}
                ref={virtual.measureElement}
                style={{ transform: `translateY(${row.start}px)` }}
                aria-setsize={items.length}
                aria-posinset={row.index + 1}
              >
                {render(item, row.index)}
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}
