import { Radio } from '@blueprintjs/core'
import { useState } from 'react'
import { Panel } from '../../kit/Page.tsx'
import { WaitingButton } from '../../kit/WaitingButton.tsx'
import type { Salon } from '../salons/contract.ts'
import type { ListPreview } from './contract.ts'
import { useRemap } from './useRemap.ts'

/** Lets staff choose the column of the numbers when none was found. Shows sample values; the likely column is preset. */
export function ChoosePhoneColumn({ salon, preview }: { salon: Salon; preview: ListPreview }) {
  const { phoneColumns, proposedPhoneColumn, mapping } = preview
  const [chosen, setChosen] = useState(proposedPhoneColumn)
  const remap = useRemap(salon.id, preview)
  return (
    <Panel title="Which column holds the mobile numbers?">
      <div className="sb-list-choices" role="radiogroup" aria-label="Column with the mobile numbers">
        {phoneColumns.map(({ index, name, values }) => (
          <Radio
            key={index}
            name="phoneColumn"
            value={index}
            checked={chosen === index}
            onChange={() => setChosen(index)}
          >
            <b>{name || `Column ${index + 1}`}</b>
            <span className="sb-second">{values.join(' · ') || 'Empty'}</span>
          </Radio>
        ))}
      </div>
      <WaitingButton
        intent="primary"
        disabled={chosen === null}
        busy={remap.isPending}
        busyText="Reading..."
        onClick={() => chosen !== null && remap.mutate({ mapping: { ...mapping, phone: chosen } })}
      >
        Use this column
      </WaitingButton>
    </Panel>
  )
}
