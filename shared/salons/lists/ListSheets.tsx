import { Checkbox, HTMLSelect } from '@blueprintjs/core'
import { useId } from 'react'
import { plural } from '../../formats.ts'
import { useMayCall } from '../../kit/MayCall.tsx'
import type { Salon } from '../salons/contract.ts'
import type { ListPreview } from './contract.ts'
import { markColor, marksQuestion, markWords } from './marks.ts'
import { useRemap } from './useRemap.ts'

/** Which sheet of a workbook is read, and whether the rows that a filter hides are. */
export function ListSheets({ salon, preview }: { salon: Salon; preview: ListPreview }) {
  const { sheet, sheets, hiddenRows, includesHiddenRows, marks } = preview
  const leftOut = marks.filter((mark) => mark.leftOut).map(({ key }) => key)
  const remap = useRemap(salon.id, preview)
  const isDisabled = !useMayCall('lists.remapList') || remap.isPending
  const id = useId()
  return (
    <div aria-busy={remap.isPending}>
      {sheets.length > 1 && (
        <div className="sb-list-sheet sb-row sb-wrap sb-break">
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
      {marks.length > 0 && <p className="sb-small">{marksQuestion(marks)}</p>}
      {marks.map((mark) => (
        <Checkbox
          key={mark.key}
          checked={mark.leftOut}
          disabled={isDisabled}
          onChange={({ currentTarget: { checked } }) =>
            remap.mutate({
              leftOutMarks: checked ? [...leftOut, mark.key] : leftOut.filter((key) => key !== mark.key),
            })
          }
        >
          {markColor(mark) && <MarkColor color={markColor(mark) ?? ''} />} Do not text: {markWords(mark)}
        </Checkbox>
      ))}
    </div>
  )
}

const MarkColor = ({ color }: { color: string }) => (
  <span className="sb-list-mark" style={{ backgroundColor: color }} aria-hidden="true" />
)

const othersOf = (sheets: ListPreview['sheets']) =>
  sheets
    .filter(({ chosen }) => !chosen)
    .map(({ name }) => name)
    .join(', ')
