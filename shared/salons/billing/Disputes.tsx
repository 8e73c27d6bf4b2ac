import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { dateTime, formatDay, money } from '../../formats.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { LoadMore } from '../../kit/LoadMore.tsx'
import { MayCall } from '../../kit/MayCall.tsx'
import { Panel } from '../../kit/Page.tsx'
import { usePages } from '../../kit/usePages.ts'
import type { Salon } from '../salons/contract.ts'
import type { LedgerEntry } from './contract.ts'
import { DecideDialog } from './DecideDialog.tsx'
import { Why } from './LedgerTable.tsx'

/** Disputes that staff have to decide. Nothing without one. */
export function Disputes({ salon }: { salon: Salon }) {
  const disputes = usePages('billing', 'entries', { id: salon.id, state: 'disputed' })
  if (disputes.data?.length === 0) return null
  return (
    <Panel flush title="Disputes">
      <Loaded
        read={disputes}
        loading={{ text: 'Loading disputes...', rows: 2 }}
        failed="Failed to load the disputes"
      >
        {(entries) => (
          <ul className="sb-plain sb-disputes" aria-label="Disputes">
            {entries.map((entry) => (
              <Dispute key={entry.id} salon={salon} entry={entry} />
            ))}
          </ul>
        )}
      </Loaded>
      <LoadMore more={disputes.more} things="disputes" />
    </Panel>
  )
}

interface Props {
  salon: Salon
  entry: LedgerEntry
}

function Dispute({ salon, entry }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { line, amount, dispute } = entry
  return (
    <li>
      <p className="sb-strong sb-num">
        {line.client}
        {line.visitOn && `, ${formatDay(line.visitOn)}`}: {money(amount, salon.currency)}
      </p>
      <p className="sb-small sb-muted">
        <Why line={{ ...line, ...entry }} currency={salon.currency} />
      </p>
      {dispute && (
        <blockquote className="sb-dispute-note sb-break">
          {dispute.note}
          <span className="sb-second">
            {salon.ownerName}, {dateTime(dispute.openedAt)}
          </span>
        </blockquote>
      )}
      <MayCall
        call="billing.decideDispute"
        instead={<p className="sb-small sb-muted">Only an admin can decide.</p>}
      >
        <div className="sb-buttons">
          <Button onClick={() => setOpen(true)}>Decide...</Button>
        </div>
        {isOpen && <DecideDialog salon={salon} entry={entry} onClose={() => setOpen(false)} />}
      </MayCall>
    </li>
  )
}
