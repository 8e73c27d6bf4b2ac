import './payments.css'
import { Button } from '@blueprintjs/core'
import { Undo } from '@blueprintjs/icons'
import { useState } from 'react'
import { formatDay, money } from '../../formats.ts'
import { Badge } from '../../kit/Badge.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { useAction, useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { MayCall } from '../../kit/MayCall.tsx'
import { Panel } from '../../kit/Page.tsx'
import { toast } from '../../kit/toasts.ts'
import { CreditDialog } from './CreditDialog.tsx'
import type { Payment } from './contract.ts'
import { moneyCalls } from './moneyCalls.ts'
import { type PayingSalon, PaymentDialog } from './PaymentDialog.tsx'

interface Props {
  salon: PayingSalon
  /** Outstanding amount on statements. */
  outstanding: number
}

/** Payments of a salon, and *Record payment*. */
export function PaymentsPanel({ salon, outstanding }: Props) {
  const read = useRead('billing', 'payments', { id: salon.id })
  const [adding, setAdding] = useState(false)
  const [crediting, setCrediting] = useState(false)
  return (
    <Panel
      flush
      title="Payments"
      aside={
        read.data && (
          <MayCall call="billing.recordPayment">
            <span className="sb-buttons">
              <Button onClick={() => setCrediting(true)}>Give credit...</Button>
              <Button onClick={() => setAdding(true)}>Record payment...</Button>
            </span>
          </MayCall>
        )
      }
    >
      <Loaded
        read={read}
        loading={{ text: 'Loading payments...', rows: 1 }}
        failed="Failed to load the payments"
      >
        {({ items, credit }) => (
          <>
            {credit > 0 && (
              <p className="sb-payments-note">
                <b className="sb-strong">{money(credit, salon.currency)}</b> credit: the next statement uses
                it.
              </p>
            )}
            {items.length === 0 ? (
              <p className="sb-payments-note sb-muted">No payments yet.</p>
            ) : (
              <ul className="sb-plain sb-payments" aria-label="Payments">
                {items.map((payment) => (
                  <OnePayment key={payment.id} salon={salon} payment={payment} />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
      {crediting && (
        <CreditDialog salon={salon} outstanding={outstanding} onClose={() => setCrediting(false)} />
      )}
      {adding && read.data && (
        <PaymentDialog
          salon={salon}
          outstanding={outstanding}
          credit={read.data.credit}
          onClose={() => setAdding(false)}
        />
      )}
    </Panel>
  )
}

function kindOf({ takesBack, takenBack, amount }: Payment): string | null {
  if (takesBack) return 'Takes a payment back'
  if (takenBack) return 'Taken back'
  return amount < 0 ? 'Paid back' : null
}

function OnePayment({ salon, payment }: { salon: PayingSalon; payment: Payment }) {
  const { receivedOn, amount, note, createdBy, takesBack, takenBack } = payment
  const kind = kindOf(payment)
  return (
    <li>
      <span className="sb-num">{formatDay(receivedOn)}</span>
      <b className="sb-num sb-strong">{money(amount, salon.currency)}</b>
      <span className="sb-payments-what sb-break">
        {kind && <Badge tone="grey">{kind}</Badge>} {note && `${note} `}
        <span className="sb-muted">by {createdBy}</span>
      </span>
      {!takesBack && !takenBack && (
        <MayCall call="billing.takeBackPayment">
          <TakeBack salon={salon} payment={payment} />
        </MayCall>
      )}
    </li>
  )
}

function TakeBack({ salon, payment }: { salon: PayingSalon; payment: Payment }) {
  const [asking, setAsking] = useState(false)
  const sum = money(payment.amount, salon.currency)
  const day = formatDay(payment.receivedOn)
  const takeBack = useAction({
    run: (api, _: undefined) => api.billing.takeBackPayment({ id: salon.id, paymentId: payment.id }),
    done: () => toast.success('Payment taken back', sum),
    settled: () => setAsking(false),
    refreshes: moneyCalls,
    failure: {
      title: 'Not taken back',
      fallback: 'Failed to take the payment back',
      showServerMessage: true,
    },
  })
  return (
    <>
      <Button variant="minimal" onClick={() => setAsking(true)} aria-label={`Take back... ${sum} of ${day}`}>
        Take back...
      </Button>
      <ConfirmDialog
        question={`Take back the payment of ${sum}?`}
        confirm="Take back"
        icon={<Undo size={32} title={false} />}
        isOpen={asking}
        busy={takeBack.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => takeBack.mutate(undefined)}
      >
        <p>For a payment that was recorded by mistake. Both lines stay in the list.</p>
      </ConfirmDialog>
    </>
  )
}
