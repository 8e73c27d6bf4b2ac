import { type RefObject, useCallback, useEffect, useImperativeHandle } from 'react'
import { useMedia } from '../kit/useMedia.ts'
import { type ListHandle, useVirtualRows } from '../kit/useVirtualRows.ts'
import type { ContactStatus, Prospect } from './contract.ts'
import { ProspectCard } from './ProspectCard.tsx'

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
  const phone = useMedia('(max-width: 599.98px)')
  const middle = useMedia('(max-width: 1023.98px)')
  const height = HEIGHT[phone ? 'phone' : middle ? 'middle' : 'wide']
  const at = useCallback((index: number) => rows[found[index] ?? -1], [rows, found])
  const keyAt = useCallback((index: number) => at(index)?.id ?? index, [at])

  const {
    scroller,
    virtual,
    rows: shown,
    focus,
  } = useVirtualRows({
    count: found.length,
    keyAt,
    heightAt: () => height,
    paddingEnd: 72,
    directDomUpdates: true,
  })
  useEffect(() => {
    if (height) virtual.measure()
  }, [height, virtual])

  useImperativeHandle(handle, () => ({ focus }), [focus])

  return (
    <div className="sb-prospects" ref={scroller}>
      <ul className="sb-prospects-inner" aria-label="Prospects" ref={virtual.containerRef}>
        {shown.map((item) => {
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
