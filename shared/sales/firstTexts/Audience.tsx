import { Button, Collapse } from '@blueprintjs/core'
import { ChevronDown, ChevronRight } from '@blueprintjs/icons'
import { useState } from 'react'
import { count, plural } from '../../formats.ts'
import type { SelectedProspect } from './compose.ts'
import { type CampaignPreview, leftOutLabels } from './contract.ts'
import { leftOutGroups, leftOutNotes } from './leftOut.ts'

const MAX_NAMES = 40

interface AudienceProps {
  prospects: ReadonlyMap<string, SelectedProspect>
  selected: number
  preview: CampaignPreview
}

/** How many selected prospects get the text, and why the others do not. */
export function Audience({ prospects, selected, preview }: AudienceProps) {
  const { recipients, leftOut } = preview
  const share = selected === 0 ? 0 : (100 * recipients) / selected
  return (
    <>
      <p className="sb-first-figure sb-num">
        <span className="sb-figure">{count(recipients)}</span> of {count(selected)} selected prospects
      </p>
      <div className="sb-first-share" aria-hidden="true">
        <span style={{ width: `${share}%` }} />
      </div>
      <p className="sb-first-split sb-small sb-muted sb-num">
        <span>{plural(recipients, 'gets', 'get')} the text</span>
        <span>{count(leftOut.length)} left out</span>
      </p>
      {leftOut.length > 0 && (
        <ul className="sb-first-reasons">
          {leftOutGroups(leftOut).map(({ reason, prospectIds }) => (
            <NamedGroup
              key={reason}
              label={leftOutLabels[reason]}
              note={leftOutNotes[reason]}
              prospectIds={prospectIds}
              prospects={prospects}
            />
          ))}
        </ul>
      )}
    </>
  )
}

interface NamedGroupProps {
  label: string
  note: string
  prospectIds: readonly string[]
  prospects: ReadonlyMap<string, SelectedProspect>
}

/** How many prospects have something in common; their names on a press. */
export function NamedGroup({ label, note, prospectIds, prospects }: NamedGroupProps) {
  const [open, setOpen] = useState(false)
  const names = open
    ? prospectIds.slice(0, MAX_NAMES).map((id) => prospects.get(id)?.name ?? 'No longer in the list')
    : []
  const more = prospectIds.length - names.length
  return (
    <li>
      <Button
        variant="minimal"
        fill
        alignText="left"
        aria-expanded={open}
        icon={open ? <ChevronDown size={12} title={false} /> : <ChevronRight size={12} title={false} />}
        endIcon={<span className="sb-num">{count(prospectIds.length)}</span>}
        onClick={() => setOpen(!open)}
      >
        <strong>{label}</strong> <span className="sb-muted">{note}</span>
      </Button>
      <Collapse isOpen={open} transitionDuration={0}>
        <p className="sb-first-names sb-muted">
          {names.join(', ')}
          {more > 0 && ` and ${count(more)} more`}
        </p>
      </Collapse>
    </li>
  )
}
