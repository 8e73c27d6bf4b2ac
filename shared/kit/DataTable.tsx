import { HTMLTable } from '@blueprintjs/core'
import { ChevronDown, ChevronUp } from '@blueprintjs/icons'
import { createColumnHelper, type Row, tableFeatures, useTable } from '@tanstack/react-table'
import { type ReactNode, useCallback } from 'react'
import { useVirtualRows } from './useVirtualRows.ts'

/**
 * `className` applies to heading and cells of a column; `hiddenHeader` shows it only to screen readers. A heading with
 * `unsorted` is text in a table that can be sorted.
 */
interface Meta {
  className?: string
  hiddenHeader?: boolean
  unsorted?: boolean
}

export const features = tableFeatures({ columnMeta: {} as Meta })
type Features = typeof features

/** Column helper of a table; use at module level: `column.columns([column.accessor(...), ...])`. */
export const columnHelper = <T extends object>() => createColumnHelper<Features, T>()

/** Makes the table focusable, so that the arrow keys scroll it. */
const focusable = { tabIndex: 0 } as const

type Columns<T extends object> = ReturnType<ReturnType<typeof columnHelper<T>>['columns']>

interface Props<T extends object> {
  columns: Columns<T>
  rows: T[]
  rowId: (row: T) => string
  /** Name of the table for screen readers. */
  label: string
  /** Estimated height of a row in pixels. */
  rowHeight?: number
  /** Id of the row that is open or has the keyboard focus. */
  selected?: string | null
  onOpen?: (row: T) => void
  /** How `rows` are sorted, and what a press of a heading does; without it headings are text. */
  sort?: { by: string; descending: boolean; onSort: (column: string) => void }
}

/** A table with a sticky heading and virtual rows. */
export function DataTable<T extends object>(props: Props<T>) {
  const { columns, rows, rowId, label, rowHeight = 46, selected, onOpen, sort } = props
  const table = useTable({ features, columns, data: rows, getRowId: rowId })
  const model = table.getRowModel().rows
  const keyAt = useCallback((index: number) => model[index]?.id ?? index, [model])
  const heightAt = () => rowHeight
  const active = selected ? model.findIndex((row) => row.id === selected) : -1
  const list = useVirtualRows({ count: model.length, keyAt, heightAt, active })
  const { scroller, virtual, rows: shown, before } = list
  const after = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)
  const width = columns.length
  return (
    <section className="sb-scroll" ref={scroller} aria-label={label} {...focusable}>
      <HTMLTable aria-rowcount={model.length + 1}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <HeaderCell key={header.id} id={header.id} meta={header.column.columnDef.meta} sort={sort}>
                  <table.FlexRender header={header} />
                </HeaderCell>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {before > 0 && <Spacer height={before} width={width} />}
          {shown.map((item) => {
            const row = model[item.index]
            return (
              row && (
                <BodyRow
                  key={row.id}
                  row={row}
                  index={item.index}
                  {...{ table, selected, onOpen, virtual }}
                />
              )
            )
          })}
          {after > 0 && <Spacer height={after} width={width} />}
        </tbody>
      </HTMLTable>
    </section>
  )
}

interface HeaderCellProps {
  id: string
  meta: Meta | undefined
  sort: Props<object>['sort']
  children: ReactNode
}

/** A column heading; a button if the table can be sorted. */
export function HeaderCell({ id, meta, sort, children }: HeaderCellProps) {
  if (meta?.hiddenHeader || meta?.unsorted || !sort)
    return (
      <th scope="col" className={meta?.className}>
        {meta?.hiddenHeader ? <span className="sb-hidden">{children}</span> : children}
      </th>
    )
  const Arrow = sort.descending ? ChevronDown : ChevronUp
  const direction = sort.descending ? 'descending' : 'ascending'
  const sorted = sort.by === id
  return (
    <th scope="col" className={meta?.className} aria-sort={sorted ? direction : undefined}>
      <button type="button" className="sb-sort" onClick={() => sort.onSort(id)}>
        {children}
        {sorted && <Arrow size={12} title={false} />}
      </button>
    </th>
  )
}

const Spacer = ({ height, width }: { height: number; width: number }) => (
  <tr className="sb-spacer">
    <td colSpan={width} style={{ height }} />
  </tr>
)

interface BodyRowProps<T extends object> {
  row: Row<Features, T>
  index: number
  table: ReturnType<typeof useTable<Features, T>>
  selected: string | null | undefined
  onOpen: ((row: T) => void) | undefined
  virtual: { measureElement: (node: HTMLTableRowElement | null) => void }
}

function BodyRow<T extends object>({ row, index, table, selected, onOpen, virtual }: BodyRowProps<T>) {
  return (
    <tr
      ref={virtual.measureElement}
      data-index={index}
      data-selected={selected === row.id || undefined}
      data-opens={onOpen ? true : undefined}
      aria-rowindex={index + 2}
      onClick={onOpen ? () => onOpen(row.original) : undefined}
    >
      {row.getAllCells().map((cell) => {
        const { header, meta } = cell.column.columnDef
        // Phones hide the headings; CSS shows this label in each cell.
        const label = typeof header === 'string' && !meta?.hiddenHeader ? header : undefined
        return (
          <td key={cell.id} className={meta?.className} data-label={label}>
            <table.FlexRender cell={cell} />
          </td>
        )
      })}
    </tr>
  )
}
