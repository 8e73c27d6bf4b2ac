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
import { letterScale, useNarrow, usePhone } from '../kit/useMedia.ts'
import { type ListHandle, useVirtualRows } from '../kit/useVirtualRows.ts'
import type { ContactStatus, ProspectRow } from './contract.ts'
import type { StatusChange } from './data.ts'
import { type ProspectModel, statusAt } from './model.ts'
import { ProspectCells } from './ProspectCells.tsx'
import { type SortColumn, sortHeads } from './sorting.ts'
import type { ProspectsView } from './useView.ts'

interface Props {
  model: ProspectModel
  /** Numbers of the rows to show, in order. */
  found: Uint32Array
  view: ProspectsView
  /** 1 for each row of the list that is ticked. */
  marks: Uint8Array
  current: string | null
  handle: RefObject<ListHandle | null>
  onSelect: (id: string, on: boolean, range: boolean) => void
  onStatus: (change: StatusChange) => void
  onOpen: (prospect: ProspectRow) => void
}

/** Heights, px at letters of the usual size; all rows of a layout are equally high. */
const HEIGHT = { wide: 58, middle: 80, phone: 122 }
const GAP = 6

const features = tableFeatures({ rowSortingFeature })

/** What a line of the table shows. */
interface Line {
  prospect: ProspectRow
  status: ContactStatus | null
}

const column = createColumnHelper<typeof features, Line>()
const columns = column.columns([
  column.display({ id: 'tick', header: 'Select' }),
  column.accessor(({ prospect }) => prospect.name, { id: 'name', header: sortHeads.name }),
  column.accessor(({ prospect }) => prospect.phone, { id: 'phone', header: sortHeads.phone }),
  column.accessor(({ prospect }) => prospect.address, { id: 'address', header: sortHeads.address }),
  // The best first: who looks for few stars or a small team is rare.
  column.accessor(({ prospect }) => prospect.rating, {
    id: 'rating',
    header: sortHeads.rating,
    sortDescFirst: true,
  }),
  column.accessor(({ prospect }) => prospect.teamSize, {
    id: 'employees',
    header: sortHeads.employees,
    sortDescFirst: true,
  }),
  column.accessor('status', { header: sortHeads.status }),
])

const idOf = ({ prospect }: Line) => prospect.id

/**
 * The list as a table. Filters and order are worked out over the columns of the model, where 100,000 take
 * milliseconds; the table has the rows in sight alone, and the state that says how they are sorted.
 */
export function ProspectTable(props: Props) {
  const { model, found, marks, current, handle, onSelect, onStatus, onOpen } = props
  const whole = useRef<HTMLTableElement>(null)
  const height = useHeight(whole, found.length > 0)
  const nameAt = useCallback((index: number) => model.rows[found[index] ?? -1]?.id ?? index, [model, found])
  const {
    scroller,
    virtual,
    rows: shown,
    before,
    focus,
  } = useVirtualRows<HTMLTableSectionElement>({
    count: found.length,
    nameAt,
    heightAt: () => height,
    gap: GAP,
    paddingEnd: 72,
  })
  useEffect(() => {
    if (height) virtual.measure()
  }, [height, virtual])
  useImperativeHandle(handle, () => ({ focus }), [focus])

  const inSight = shown.flatMap(({ index }): Line[] => {
    const row = found[index] ?? -1
    const prospect = model.rows[row]
    return prospect ? [{ prospect, status: statusAt(model, row) }] : []
  })
  const table = useSortedTable(inSight, props.view)
  const room = virtual.getTotalSize()
  return (
    <table ref={whole} className="sb-prospect-table" aria-label="Prospects" aria-rowcount={found.length + 1}>
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
      <tbody className="sb-prospects" ref={scroller}>
        <tr className="sb-prospects-room" style={{ height: room, marginBottom: before - room }} />
        {table.getRowModel().rows.map(({ id, original }, place) => {
          const { index = 0 } = shown[place] ?? {}
          const selected = marks[found[index] ?? -1] === 1
          return (
            <tr
              key={id}
              className="sb-prospect"
              data-index={index}
              data-selected={selected}
              data-current={id === current}
              style={{ height, marginBottom: GAP }}
              aria-rowindex={index + 2}
            >
              <ProspectCells
                prospect={original.prospect}
                status={original.status}
                selected={selected}
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

/** The least height of a row, or the greatest that one in sight needs: some browsers enlarge text and nothing else. */
function useHeight(whole: RefObject<HTMLElement | null>, filled: boolean): number {
  const phone = usePhone()
  const middle = useNarrow()
  const least = HEIGHT[phone ? 'phone' : middle ? 'middle' : 'wide'] * letterScale()
  const [needed, setNeeded] = useState(0)
  useLayoutEffect(() => {
    if (!filled || !least) return
    const rows = [...(whole.current?.querySelectorAll<HTMLElement>('.sb-prospect') ?? [])]
    const given = rows.map((row) => row.style.height)
    for (const row of rows) row.style.height = 'auto'
    setNeeded(Math.max(0, ...rows.map((row) => row.offsetHeight)))
    for (const [at, row] of rows.entries()) row.style.height = given[at] ?? ''
  }, [whole, filled, least])
  return Math.max(least, needed)
}

/** The table of the rows in sight; its order is the address's. */
function useSortedTable(data: Line[], { sort, setSort }: ProspectsView) {
  const sorting = useMemo((): SortingState => [{ id: sort.column, desc: sort.descending }], [sort])
  const onSortingChange: OnChangeFn<SortingState> = (change) => {
    const [next] = typeof change === 'function' ? change(sorting) : change
    if (next) setSort({ column: next.id as SortColumn, descending: next.desc })
  }
  return useTable({
    features,
    columns,
    data,
    getRowId: idOf,
    manualSorting: true,
    // Else it is guessed from the value that happens to stand first.
    sortDescFirst: false,
    enableSortingRemoval: false,
    state: { sorting },
    onSortingChange,
  })
}

const ways = { asc: 'ascending', desc: 'descending' } as const

/** The head of a column: a button that sorts by it, and then the other way round. */
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
    <th scope="col" aria-sort={sorted ? ways[sorted] : undefined}>
      {sort ? (
        <button type="button" onClick={sort}>
          {name}
          {sorted && <Arrow size={12} title={false} />}
        </button>
      ) : (
        <span className="sb-hidden">{name}</span>
      )}
    </th>
  )
}
