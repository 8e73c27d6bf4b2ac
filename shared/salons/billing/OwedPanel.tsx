import { Document } from '@blueprintjs/icons'
import { useState } from 'react'
import { money } from '../../formats.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { useAction } from '../../kit/data.ts'
import { Loaded, type Read } from '../../kit/Loaded.tsx'
import { MayCall } from '../../kit/MayCall.tsx'
import { Panel } from '../../kit/Page.tsx'
import { toast } from '../../kit/toasts.ts'
import { WaitingButton } from '../../kit/WaitingButton.tsx'
import type { Salon } from '../salons/contract.ts'
import { OwnerLinkAction } from '../salons/OwnerLinkAction.tsx'
import { firstNameOf } from '../salons/rules.ts'
import type { Owed } from './contract.ts'
import { owedFigures, VAT_INCLUDED } from './labels.ts'
import { moneyCalls } from './moneyCalls.ts'

/** What the salon owes, and *Issue statement*. */
export function OwedPanel({ salon, read }: { salon: Salon; read: Read<{ owed: Owed }> }) {
  const owed = read.data?.owed
  return (
    <Panel
      title="Owed"
      aside={
        <span className="sb-buttons sb-owed-actions">
          {salon.state !== 'closed' && (
            <OwnerLinkAction
              salon={salon}
              purpose="results"
              label={`Send results to ${firstNameOf(salon.ownerName)}`}
            />
          )}
          {owed && (
            <MayCall call="billing.issue">
              <IssueStatement salon={salon} payable={owed.payable + (owed.vat?.payable ?? 0)} />
            </MayCall>
          )}
        </span>
      }
    >
      <Loaded read={read} loading={{ text: 'Loading fees...', rows: 1 }} failed="Failed to load the fees">
        {({ owed }) => (
          <>
            <dl className="sb-owed sb-wrap">
              {owedFigures(owed).map(([label, sum]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd className="sb-figure">{money(sum, salon.currency)}</dd>
                </div>
              ))}
            </dl>
            {owed.vat && <p className="sb-small sb-muted">{VAT_INCLUDED}</p>}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

/** The key makes a repeated request issue one statement. */
function useIssue(salon: Salon, settled: () => void) {
  return useAction({
    run: (api, idempotencyKey: string) => api.billing.issue({ id: salon.id }, { idempotencyKey }),
    done: ({ number, total, currency }) =>
      toast.success(`Statement ${number} issued`, `Total: ${money(total, currency)}`),
    settled,
    refreshes: moneyCalls,
    failure: { title: 'Not issued', fallback: 'Failed to issue the statement', showServerMessage: true },
  })
}

function IssueStatement({ salon, payable }: { salon: Salon; payable: number }) {
  const [key, setKey] = useState<string | null>(null)
  const issue = useIssue(salon, () => setKey(null))
  return (
    <>
      <WaitingButton
        intent={payable > 0 ? 'primary' : 'none'}
        busy={issue.isPending}
        busyText="Issuing..."
        onClick={() => setKey(crypto.randomUUID())}
      >
        Issue statement...
      </WaitingButton>
      <ConfirmDialog
        question={`Issue a statement of ${money(payable, salon.currency)}?`}
        confirm="Issue statement"
        icon={<Document size={32} title={false} />}
        isOpen={key !== null}
        busy={issue.isPending}
        onCancel={() => setKey(null)}
        onConfirm={() => key && issue.mutate(key)}
      >
        <p>
          It includes everything that is payable now. An issued statement cannot be changed; mistakes are
          corrected on the next one.
        </p>
        {salon.state !== 'closed' && (
          <p>{firstNameOf(salon.ownerName)} gets a link to it by email or text.</p>
        )}
      </ConfirmDialog>
    </>
  )
}
