import { Radio } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { Panel } from '../../kit/Page.tsx'
import { WaitingButton } from '../../kit/WaitingButton.tsx'
import type { Salon } from '../salons/contract.ts'
import type { ListPreview } from './contract.ts'
import { useRemap } from './useRemap.ts'

interface Props {
  salon: Salon
  preview: ListPreview
}

type Remap = ReturnType<typeof useRemap>

/** The answer that there is no such column. */
const NONE = -1

/** Lets staff choose the column of the numbers when none was found. Shows sample values; the likely column is preset. */
export function ChoosePhoneColumn({ salon, preview }: Props) {
  const { phoneColumns, proposedPhoneColumn, mapping } = preview
  const remap = useRemap(salon.id, preview)
  return (
    <ChooseColumn
      title="Which column holds the mobile numbers?"
      label="Column with the mobile numbers"
      columns={phoneColumns}
      preset={proposedPhoneColumn}
      remap={remap}
      onChoose={(phone) => remap.mutate({ mapping: { ...mapping, phone } })}
    />
  )
}

/** The same for the last visit, which a list can lack. */
export function ChooseLastVisit({ salon, preview }: Props) {
  const { lastVisitColumns: columns, proposedLastVisitColumn: proposed, mapping } = preview
  const remap = useRemap(salon.id, preview)
  return (
    <ChooseColumn
      title="Which column says when they last came?"
      label="Column with the last visit"
      hint="We found no such column that we know by its name. Clients whose last visit is not known get no text."
      columns={columns}
      preset={columns.length === 0 ? NONE : proposed}
      none="There is no such column"
      remap={remap}
      onChoose={(lastVisit) =>
        remap.mutate(
          lastVisit === NONE
            ? { noLastVisit: true }
            : { mapping: { ...mapping, lastVisit }, noLastVisit: false },
        )
      }
    />
  )
}

interface ChooseProps {
  title: string
  label: string
  hint?: ReactNode
  columns: ListPreview['phoneColumns']
  preset: number | null
  /** Label of the answer that there is no such column. */
  none?: string
  remap: Remap
  onChoose: (column: number) => void
}

function ChooseColumn({ title, label, hint, columns, preset, none, remap, onChoose }: ChooseProps) {
  const [chosen, setChosen] = useState(preset)
  const radio = (value: number) => ({
    name: label,
    value,
    checked: chosen === value,
    onChange: () => setChosen(value),
  })
  return (
    <Panel title={title}>
      {hint && <p className="sb-small sb-muted">{hint}</p>}
      <div className="sb-list-choices" role="radiogroup" aria-label={label}>
        {columns.map(({ index, name, values }) => (
          <Radio key={index} {...radio(index)}>
            <b>{name || `Column ${index + 1}`}</b>
            <span className="sb-second">{values.join(' · ') || 'Empty'}</span>
          </Radio>
        ))}
        {none && <Radio {...radio(NONE)} label={none} />}
      </div>
      <WaitingButton
        intent="primary"
        disabled={chosen === null}
        busy={remap.isPending}
        busyText="Reading..."
        onClick={() => chosen !== null && onChoose(chosen)}
      >
        {chosen === NONE ? 'Go on' : 'Use this column'}
      </WaitingButton>
    </Panel>
  )
}
