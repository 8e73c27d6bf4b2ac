import { dateTime, formatDay, money } from '../../formats.ts'
import { useAction } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { LoadMore } from '../../kit/LoadMore.tsx'
import { MayCall } from '../../kit/MayCall.tsx'
import { Panel } from '../../kit/Page.tsx'
import { toast } from '../../kit/toasts.ts'
import { usePages } from '../../kit/usePages.ts'
import { WaitingButton } from '../../kit/WaitingButton.tsx'
import type { Salon } from '../salons/contract.ts'
import type { LedgerEntry } from './contract.ts'
import { Why } from './LedgerTable.tsx'

/** Disputes that staff have to decide. Nothing without one. */
export function Disputes({ salon }: { salon: Salon }) {
  const disputes = usePages('ledger', 'list', { id: salon.id, state: 'disputed' })
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

function useDecide({ salon, entry }: Props) {
  return useAction({
    run: (api, upheld: boolean) => api.ledger.decideDispute({ id: salon.id, entryId: entry.id, upheld }),
    done: (_, upheld) =>
      upheld
        ? toast.success('Dispute upheld', 'No fee is owed for this visit.')
        : toast.success('Dispute rejected', `${money(entry.amount, salon.currency)} is still owed.`),
    refreshes: [['salons', 'list']],
    failure: { title: 'Not decided', fallback: 'Failed to decide the dispute', showServerMessage: true },
  })
}

function Dispute({ salon, entry }: Props) {
  const decide = useDecide({ salon, entry })
  const { line, amount, dispute } = entry
  const busy = (upheld: boolean) => decide.isPending && decide.variables === upheld
  const answer = (upheld: boolean) => () => decide.isPending || decide.mutate(upheld)
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
        <blockquote className="sb-dispute-note">
          {dispute.note}
          <span className="sb-second">
            {salon.ownerName}, {dateTime(dispute.openedAt)}
          </span>
        </blockquote>
      )}
      <MayCall
        call="ledger.decideDispute"
        instead={<p className="sb-small sb-muted">Only an admin can decide.</p>}
      >
        <div className="sb-buttons">
          <WaitingButton busy={busy(true)} busyText="Upholding..." onClick={answer(true)}>
            Uphold: no fee
          </WaitingButton>
          <WaitingButton variant="minimal" busy={busy(false)} busyText="Rejecting..." onClick={answer(false)}>
            Reject
          </WaitingButton>
        </div>
      </MayCall>
    </li>
  )
}
