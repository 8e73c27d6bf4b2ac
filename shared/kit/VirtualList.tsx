import { type ReactNode, useCallback } from 'react'
import { useVirtualRows } from './useVirtualRows.ts'

interface Props<T> {
  items: readonly T[]
  rowId: (item: T) => string
  /** Estimated height of a row with the gap below it, in pixels; real heights are measured. */
  rowHeight: number
  label: string
  render: (item: T, index: number) => ReactNode
  /** Index of the row with the keyboard focus; it is scrolled into view. */
  active?: number
}

/** A virtual list that fills its container. */
export function VirtualList<T>({ items, rowId, rowHeight, label, render, active = -1 }: Props<T>) {
  const keyAt = useCallback(
    (index: number) => {
      const item = items[index]
      return item === undefined ? index : rowId(item)
    },
    [items, rowId],
  )
  const heightAt = () => rowHeight
  const { scroller, virtual, rows, before } = useVirtualRows({ count: items.length, keyAt, heightAt, active })
  return (
    <div className="sb-scroll" ref={scroller}>
      <ul
        className="sb-virtual"
        aria-label={label}
        style={{ height: virtual.getTotalSize(), paddingTop: before }}
      >
        {rows.map((row) => {
          const item = items[row.index]
          return (
            item !== undefined && (
              <li
                key={row.key}
                data-index={row.index}
                ref={virtual.measureElement}
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
