import { type RefObject, useCallback, useEffect, useImperativeHandle } from 'react'
import type { StatusChange } from '../../core/inbox/setStatus.ts'
import { HeaderCell } from '../../kit/DataTable.tsx'
import { fontScale, useNarrow, usePhone } from '../../kit/useMedia.ts'
import { type ListHandle, useVirtualRows } from '../../kit/useVirtualRows.ts'
import type { Prospect } from './contract.ts'
import { ProspectCells } from './ProspectCells.tsx'
import { nextSort, type SortColumn, sortHeads } from './sorting.ts'
import type { ProspectsView } from './useView.ts'

interface Props {
  /** Filtered and sorted. */
  prospects: Prospect[]
  view: ProspectsView
  selected: ReadonlySet<string>
  current: string | null
  handle: RefObject<ListHandle | null>
  onSelect: (id: string, on: boolean, range: boolean) => void
  onStatus: (change: StatusChange) => void
  onOpen: (prospect: Prospect) => void
}

/** Row height in px at the default font size, by layout: `min-height` in the style sheet. */
const HEIGHT = { wide: 58, middle: 80, phone: 122 }
const GAP = 6

/** The columns; only the first one does not sort. */
const heads = { tick: 'Select', ...sortHeads }

/** The list as a virtual table. */
export function ProspectTable({
  prospects,
  view,
  selected,
  current,
  handle,
  onSelect,
  onStatus,
  onOpen,
}: Props) {
  const height = useRowHeight()
  const nameAt = useCallback((index: number) => prospects[index]?.id ?? index, [prospects])
  const { scroller, virtual, rows, before, focus } = useVirtualRows<HTMLTableSectionElement>({
    count: prospects.length,
    nameAt,
    heightAt: () => height,
    gap: GAP,
    paddingEnd: 72,
  })
  // Heights of another layout are forgotten.
  useEffect(() => {
    if (height) virtual.measure()
  }, [height, virtual])
  useImperativeHandle(handle, () => ({ focus }), [focus])

  const sort = {
    by: view.sort.column,
    descending: view.sort.descending,
    onSort: (column: string) => view.setSort(nextSort(view.sort, column as SortColumn)),
  }
  const totalHeight = virtual.getTotalSize()
  return (
    <table className="sb-prospect-table" aria-label="Prospects" aria-rowcount={prospects.length + 1}>
      <thead>
        <tr className="sb-prospect-heads">
          {Object.entries(heads).map(([id, head]) => (
            <HeaderCell key={id} id={id} meta={{ hiddenHeader: id === 'tick' }} sort={sort}>
              {head}
            </HeaderCell>
          ))}
        </tr>
      </thead>
      <tbody className="sb-prospects" ref={scroller}>
        <tr
          className="sb-prospects-room"
          style={{ height: totalHeight, marginBottom: before - totalHeight }}
        />
        {rows.map(({ index }) => {
          const prospect = prospects[index]
          if (!prospect) return null
          const { id } = prospect
          return (
            <tr
              key={id}
              ref={virtual.measureElement}
              className="sb-prospect"
              data-index={index}
              data-selected={selected.has(id)}
              data-current={id === current}
              aria-rowindex={index + 2}
            >
              <ProspectCells
                prospect={prospect}
                selected={selected.has(id)}
                onSelect={onSelect}
                onStatus={onStatus}
                onOpen={onOpen}
              />
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function useRowHeight(): number {
  const phone = usePhone()
  const middle = useNarrow()
  return HEIGHT[phone ? 'phone' : middle ? 'middle' : 'wide'] * fontScale()
}
