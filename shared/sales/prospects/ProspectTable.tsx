import { ChevronDown, ChevronUp } from '@blueprintjs/icons'
import {
  createColumnHelper,
  type OnChangeFn,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import {
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { StatusChange } from '../../core/inbox/setStatus.ts'
import { fontScale, useNarrow, usePhone } from '../../kit/useMedia.ts'
import { type ListHandle, useVirtualRows } from '../../kit/useVirtualRows.ts'
import type { Prospect } from './contract.ts'
import { ProspectCells } from './ProspectCells.tsx'
import { type SortColumn, sortHeads } from './sorting.ts'
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

/** Row height in px at the default font size, by layout. */
const HEIGHT = { wide: 58, middle: 80, phone: 122 }
const GAP = 6

const features = tableFeatures({ rowSortingFeature })

const column = createColumnHelper<typeof features, Prospect>()
const columns = column.columns([
  column.display({ id: 'tick', header: 'Select' }),
  column.accessor('name', { header: sortHeads.name }),
  column.accessor('phone', { header: sortHeads.phone }),
  column.accessor('address', { header: sortHeads.address }),
  column.accessor('rating', { header: sortHeads.rating, sortDescFirst: true }),
  column.accessor('teamSize', { id: 'employees', header: sortHeads.employees, sortDescFirst: true }),
  column.accessor('contactStatus', { id: 'status', header: sortHeads.status }),
])

const rowId = ({ id }: Prospect) => id

/** The list as a virtual table: react-table gets only the rows in view, and the state that says how they are sorted. */
export function ProspectTable(props: Props) {
  const { prospects, selected, current, handle, onSelect, onStatus, onOpen } = props
  const whole = useRef<HTMLTableElement>(null)
  const height = useRowHeight(whole, prospects.length > 0)
  const nameAt = useCallback((index: number) => prospects[index]?.id ?? index, [prospects])
  const { scroller, virtual, rows, before, focus } = useVirtualRows<HTMLTableSectionElement>({
    count: prospects.length,
    nameAt,
    heightAt: () => height,
    gap: GAP,
    paddingEnd: 72,
  })
  useEffect(() => {
    if (height) virtual.measure()
  }, [height, virtual])
  useImperativeHandle(handle, () => ({ focus }), [focus])

  const inView = rows.flatMap(({ index }) => prospects[index] ?? [])
  const table = useSortedTable(inView, props.view)
  const totalHeight = virtual.getTotalSize()
  return (
    <table
      ref={whole}
      className="sb-prospect-table"
      aria-label="Prospects"
      aria-rowcount={prospects.length + 1}
    >
      <TableHead table={table} />
      <tbody className="sb-prospects" ref={scroller}>
        <tr
          className="sb-prospects-room"
          style={{ height: totalHeight, marginBottom: before - totalHeight }}
        />
        {table.getRowModel().rows.map(({ id, original }, position) => {
          const { index = 0 } = rows[position] ?? {}
          return (
            <tr
              key={id}
              className="sb-prospect"
              data-index={index}
              data-selected={selected.has(id)}
              data-current={id === current}
              style={{ height, marginBottom: GAP }}
              aria-rowindex={index + 2}
            >
              <ProspectCells
                prospect={original}
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

const TableHead = ({ table }: { table: ReturnType<typeof useSortedTable> }) => (
  <thead>
    {table.getHeaderGroups().map((group) => (
      <tr key={group.id} className="sb-prospect-heads">
        {group.headers.map(({ id, column }) => (
          <Head key={id} name={String(column.columnDef.header)} sorted={column.getIsSorted()}>
            {column.getCanSort() ? column.getToggleSortingHandler() : undefined}
          </Head>
        ))}
      </tr>
    ))}
  </thead>
)

/** Row height of the layout, or more where the rows in view need it: some browsers enlarge only text. */
function useRowHeight(table: RefObject<HTMLElement | null>, filled: boolean): number {
  const phone = usePhone()
  const middle = useNarrow()
  const minimum = HEIGHT[phone ? 'phone' : middle ? 'middle' : 'wide'] * fontScale()
  const [needed, setNeeded] = useState(0)
  useLayoutEffect(() => {
    if (!filled || !minimum) return
    const rows = [...(table.current?.querySelectorAll<HTMLElement>('.sb-prospect') ?? [])]
    const heights = rows.map((row) => row.style.height)
    for (const row of rows) row.style.height = 'auto'
    setNeeded(Math.max(0, ...rows.map((row) => row.offsetHeight)))
    for (const [index, row] of rows.entries()) row.style.height = heights[index] ?? ''
  }, [table, filled, minimum])
  return Math.max(minimum, needed)
}

/** The table of the rows in view. They are already sorted; the address holds the order. */
function useSortedTable(data: Prospect[], { sort, setSort }: ProspectsView) {
  const sorting = useMemo((): SortingState => [{ id: sort.column, desc: sort.descending }], [sort])
  const onSortingChange: OnChangeFn<SortingState> = (change) => {
    const [next] = typeof change === 'function' ? change(sorting) : change
    if (next) setSort({ column: next.id as SortColumn, descending: next.desc })
  }
  return useTable({
    features,
    columns,
    data,
    getRowId: rowId,
    manualSorting: true,
    // Otherwise react-table derives it from the first value.
    sortDescFirst: false,
    enableSortingRemoval: false,
    state: { sorting },
    onSortingChange,
  })
}

const directions = { asc: 'ascending', desc: 'descending' } as const

/** A column heading: a button that sorts by the column, then reverses the order. */
function Head({
  name,
  sorted,
  children: sort,
}: {
  name: string
  sorted: false | 'asc' | 'desc'
  children: ((event: unknown) => void) | undefined
}) {
  const Arrow = sorted === 'desc' ? ChevronDown : ChevronUp
  return (
    <th scope="col" aria-sort={sorted ? directions[sorted] : undefined}>
      {sort ? (
        <button type="button" className="sb-sort" onClick={sort}>
          {name}
          {sorted && <Arrow size={12} title={false} />}
        </button>
      ) : (
        <span className="sb-hidden">{name}</span>
      )}
    </th>
  )
}
