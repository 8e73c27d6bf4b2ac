import { Button, Dialog, InputGroup, Radio } from '@blueprintjs/core'
import { Undo } from '@blueprintjs/icons'
import { useState } from 'react'
import { z } from 'zod'
import { money } from '../../formats.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { useAction } from '../../kit/data.ts'
import { DialogForm, Field, fieldInput, InputField } from '../../kit/Field.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { toast } from '../../kit/toasts.ts'
import type { Salon } from '../salons/contract.ts'
import { amountText, parseAmount } from '../visits/amount.ts'
import { CreditKind, CreditReason, type LedgerEntry, MAX_PAYMENT } from './contract.ts'
import { kindLabels } from './fees.ts'
import { moneyCalls } from './moneyCalls.ts'
import type { PayingSalon } from './PaymentDialog.tsx'

const schemaOf = ({ currency }: PayingSalon) =>
  z.object({
    kind: CreditKind,
    amount: z.string().transform((text, context): number => {
      const amount = parseAmount(text, currency)
      if (amount !== null && amount > 0 && amount <= MAX_PAYMENT) return amount
      context.addIssue(`Please enter an amount in ${currency}, like 45.50`)
      return z.NEVER
    }),
    reason: CreditReason,
  })
type Values = z.input<ReturnType<typeof schemaOf>>
type Typed = z.output<ReturnType<typeof schemaOf>>

interface Props {
  salon: PayingSalon
  kind?: CreditKind
  /** Outstanding amount, which a write-off fills in. */
  outstanding: number
  onClose: () => void
}

function useGive({ salon, onClose }: Props) {
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  return useAction({
    run: (api, credit: Typed) => api.billing.addCredit({ id: salon.id, ...credit }, { idempotencyKey }),
    done: ({ kind, amount }) => {
      toast.success(`${kindLabels[kind]} recorded`, `${money(-amount, salon.currency)} for ${salon.name}`)
      onClose()
    },
    refreshes: moneyCalls,
    failure: null,
  })
}

/** Gives a salon a credit: a goodwill, or the write-off of what it will not pay. */
export function CreditDialog(props: Props) {
  const { salon, kind = 'goodwill', outstanding, onClose } = props
  const give = useGive(props)
  const [values, setValues] = useState<Values>(() => ({
    kind,
    amount: kind === 'write_off' && outstanding > 0 ? amountText(outstanding) : '',
    reason: '',
  }))
  const form = useConsoleForm<Values, Typed>({
    schema: schemaOf(salon),
    values,
    onEdit: setValues,
    send: give.mutateAsync,
    failure: { title: 'Not recorded', fallback: 'Failed to record the credit' },
  })
  const { id, ...kinds } = fieldInput(form, 'kind')
  return (
    <Dialog isOpen title={`Credit for ${salon.name}`} onClose={onClose} shouldReturnFocusOnClose>
      <DialogForm form={form} action="Give credit" busyText="Recording..." back="Cancel" onBack={onClose}>
        <div role="radiogroup" aria-label="Kind of credit">
          <Radio {...kinds} id={`${id}-goodwill`} value="goodwill" label="Goodwill: we ask for less" />
          <Radio
            {...kinds}
            id={`${id}-write-off`}
            value="write_off"
            label="Write-off: the salon will not pay"
          />
        </div>
        <Field
          form={form}
          name="amount"
          label={`Amount (${salon.currency})`}
          note="It counts from now on, oldest statement first. It is no payment, and VAT stays as it was."
        >
          {(input) => <InputGroup {...input} inputMode="decimal" autoComplete="off" placeholder="45.50" />}
        </Field>
        <InputField
          form={form}
          name="reason"
          label="Reason"
          note="The owner reads it on the next statement. It cannot be changed."
        />
      </DialogForm>
    </Dialog>
  )
}

/** Takes back a credit that was given by mistake. */
export function TakeBackCredit({ salon, entry }: { salon: Salon; entry: LedgerEntry }) {
  const [asking, setAsking] = useState(false)
  const sum = money(Math.abs(entry.amount), salon.currency)
  const takeBack = useAction({
    run: (api, _: undefined) => api.billing.takeBackCredit({ id: salon.id, entryId: entry.id }),
    done: () => toast.success('Credit taken back', sum),
    settled: () => setAsking(false),
    refreshes: moneyCalls,
    failure: { title: 'Not taken back', fallback: 'Failed to take the credit back', showServerMessage: true },
  })
  return (
    <>
      <Button
        size="small"
        variant="minimal"
        onClick={() => setAsking(true)}
        aria-label={`Take back... credit of ${sum}`}
      >
        Take back...
      </Button>
      <ConfirmDialog
        question={`Take back the credit of ${sum}?`}
        confirm="Take back"
        icon={<Undo size={32} title={false} />}
        isOpen={asking}
        busy={takeBack.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => takeBack.mutate(undefined)}
      >
        <p>Both lines stay in the ledger, and the owner reads both on the next statement.</p>
      </ConfirmDialog>
    </>
  )
}
