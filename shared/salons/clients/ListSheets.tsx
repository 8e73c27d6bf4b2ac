import { Checkbox, HTMLSelect } from '@blueprintjs/core'
import { useId } from 'react'
import { plural } from '../../formats.ts'
import { useMayCall } from '../../kit/MayCall.tsx'
import type { Salon } from '../salons/contract.ts'
import type { ListPreview } from './contract.ts'
import { useRemap } from './useRemap.ts'

/** Which sheet of a workbook is read, and whether the rows that a filter hides are. */
export function ListSheets({ salon, preview }: { salon: Salon; preview: ListPreview }) {
  const { sheet, sheets, hiddenRows, includesHiddenRows } = preview
  const remap = useRemap(salon.id, preview)
  const isDisabled = !useMayCall('clients.remapList') || remap.isPending
  const id = useId()
  return (
    <div aria-busy={remap.isPending}>
      {sheets.length > 1 && (
        <div className="sb-list-sheet">
          <label htmlFor={id}>Sheet</label>
          <HTMLSelect
            id={id}
            disabled={isDisabled}
            value={sheet ?? ''}
            onChange={(event) => remap.mutate({ sheet: event.target.value })}
          >
            {sheets.map(({ name, hidden }) => (
              <option key={name} value={name}>
                {hidden ? `${name} (hidden)` : name}
              </option>
            ))}
          </HTMLSelect>
          <span className="sb-muted">Not read: {othersOf(sheets)}</span>
        </div>
      )}
      {hiddenRows > 0 && (
        <Checkbox
          checked={includesHiddenRows}
          disabled={isDisabled}
          onChange={(event) => remap.mutate({ hiddenRows: event.currentTarget.checked })}
        >
          Read the {plural(hiddenRows, 'row')} that a filter hides in the file
        </Checkbox>
      )}
    </div>
  )
}

const othersOf = (sheets: ListPreview['sheets']) =>
  sheets
    .filter(({ chosen }) => !chosen)
    .map(({ name }) => name)
    .join(', ')
