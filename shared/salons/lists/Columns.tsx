import { HTMLSelect, HTMLTable } from '@blueprintjs/core'
import { useId } from 'react'
import { Panel } from '../../kit/Page.tsx'
import { Scroller } from '../../kit/Scroller.tsx'
import type { Salon } from '../salons/contract.ts'
import { fieldLabels, type ListField, listFields } from './columns.ts'
import type { ListPreview } from './contract.ts'
import { useRemap } from './useRemap.ts'

/** Columns with their positions: names may repeat or be empty. */
const numbered = (names: readonly string[]) =>
  names.map((name, index) => ({ index, name: name || `Column ${index + 1}` }))

/** The first rows, and which column holds what. */
export function Columns({ salon, preview }: { salon: Salon; preview: ListPreview }) {
  const remap = useRemap(salon.id, preview)
  const choose = (field: ListField, column: string) => {
    const { [field]: _, ...others } = preview.mapping
    remap.mutate({ mapping: column === '' ? others : { ...others, [field]: Number(column) } })
  }
  const columns = numbered(preview.columns)
  const id = useId()
  return (
    <Panel title="Columns">
      <SampleRows preview={preview} />
      <div className="sb-list-fields" aria-busy={remap.isPending}>
        {listFields.map((field) => (
          <div key={field}>
            <label className="sb-small" htmlFor={`${id}-${field}`}>
              {fieldLabels[field]}
            </label>
            <HTMLSelect
              id={`${id}-${field}`}
              fill
              disabled={remap.isPending}
              value={preview.mapping[field] ?? ''}
              onChange={(event) => choose(field, event.target.value)}
            >
              <option value="">Not in the list</option>
              {columns.map(({ name, index }) => (
                <option key={index} value={index}>
                  {name}
                </option>
              ))}
            </HTMLSelect>
          </div>
        ))}
      </div>
    </Panel>
  )
}

function SampleRows({ preview }: { preview: ListPreview }) {
  const columns = numbered(preview.columns)
  const rows = preview.sample.map((cells, line) => ({ cells, line }))
  return (
    <Scroller className="sb-list-sample" label="First rows of the list">
      <HTMLTable compact>
        <thead>
          <tr>
            {columns.map(({ name, index }) => (
              <th key={index} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells, line }) => (
            <tr key={line}>
              {columns.map(({ index }) => (
                <td key={index}>{cells[index]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </Scroller>
  )
}
