import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useImperativeHandle, useRef } from 'react'
import { useMedia } from '../kit/useMedia.ts'
import type { ContactStatus, Prospect } from './contract.ts'
import { ProspectCard } from './ProspectCard.tsx'

export interface ListHandle {
  /** Brings a row into view and gives its tick the focus. */
  focus: (index: number) => void
}

interface Props {
  rows: Prospect[]
  /** Numbers of the rows to show, in order. */
  found: Uint32Array
  selected: ReadonlySet<string>
  current: string | null
  handle: RefObject<ListHandle | null>
  onSelect: (id: string, on: boolean, range: boolean) => void
  onStatus: (prospect: Prospect, to: ContactStatus | null) => void
  onOpen: (prospect: Prospect) => void
}

/** Heights with the gap below, px; all cards of a layout are equally high, so that nothing needs measuring. */
const HEIGHT = { wide: 64, middle: 86, phone: 128 }

/** The cards; only those in view are in the page, however many there are. */
export function ProspectList({ rows, found, selected, current, handle, onSelect, onStatus, onOpen }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const wanted = useRef<string | null>(null)
  const phone = useMedia('(max-width: 599.98px)')
  const middle = useMedia('(max-width: 1023.98px)')
  const height = HEIGHT[phone ? 'phone' : middle ? 'middle' : 'wide']
  const at = useCallback((index: number) => rows[found[index] ?? -1], [rows, found])
  // A new function would make the list lay out every row anew.
  const keyAt = useCallback((index: number) => at(index)?.id ?? index, [at])

  const virtual = useVirtualizer({
    count: found.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: keyAt,
    overscan: 6,
    paddingEnd: 72,
    initialRect: { width: 1000, height: 800 },
    directDomUpdates: true,
    useFlushSync: false,
  })
  useEffect(() => {
    if (height) virtual.measure()
  }, [height, virtual])

  useImperativeHandle(handle, () => ({
    focus: (index) => {
      wanted.current = at(index)?.id ?? null
      virtual.scrollToIndex(index, { align: 'auto' })
      focusWanted(scroller.current, wanted)
    },
  }))
  // A row far away is drawn only after the list has scrolled there.
  useEffect(() => focusWanted(scroller.current, wanted))

  return (
    <div className="sb-prospects" ref={scroller}>
      <ul className="sb-prospects-inner" aria-label="Prospects" ref={virtual.containerRef}>
        {virtual.getVirtualItems().map((item) => {
          const prospect = at(item.index)
          return (
            prospect && (
              <li
                key={item.key}
                data-index={item.index}
                ref={virtual.measureElement}
                style={{ height }}
                aria-setsize={found.length}
                aria-posinset={item.index + 1}
              >
                <ProspectCard
                  prospect={prospect}
                  selected={selected.has(prospect.id)}
                  current={prospect.id === current}
                  onSelect={onSelect}
                  onStatus={onStatus}
                  onOpen={onOpen}
                />
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}

function focusWanted(scroller: HTMLElement | null, wanted: RefObject<string | null>) {
  if (!wanted.current || !scroller) return
  const tick = scroller.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`)
  if (!tick) return
  wanted.current = null
  tick.focus({ preventScroll: true })
}
