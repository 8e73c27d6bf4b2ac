import { Dialog, InputGroup, Radio } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { TypedDay } from '../../fields.ts'
import { money } from '../../formats.ts'
import { refresh, useAction } from '../../kit/data.ts'
import { DialogForm, Field, fieldInput, InputField } from '../../kit/Field.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { toast } from '../../kit/toasts.ts'
import { localDate } from '../../sms/openHours.ts'
import type { Salon } from '../salons/contract.ts'
import { amountText, parseAmount } from '../visits/amount.ts'
import { MAX_PAYMENT } from './contract.ts'
import { moneyCalls } from './moneyCalls.ts'

export type PayingSalon = Pick<Salon, 'id' | 'name' | 'timeZone' | 'currency'>

const schemaOf = ({ currency }: PayingSalon) =>
  z.object({
    way: z.enum(['in', 'out']),
    receivedOn: TypedDay('Please enter the day'),
    amount: z.string().transform((text, context): number => {
      const amount = parseAmount(text, currency)
      if (amount !== null && amount > 0 && amount <= MAX_PAYMENT) return amount
      context.addIssue(`Please enter an amount in ${currency}, like 45.50`)
      return z.NEVER
    }),
    note: z.string().trim().max(200, 'At most 200 characters'),
  })

type Values = z.input<ReturnType<typeof schemaOf>>
type Typed = z.output<ReturnType<typeof schemaOf>>

interface Props {
  salon: PayingSalon
  /** Outstanding amount, which fills in the field. */
  outstanding: number
  /** Credit that can be paid back. */
  credit: number
  onClose: () => void
}

/** Idempotency-Key: a repeated request records one payment. */
function useRecord({ salon, onClose }: Props) {
  const client = useQueryClient()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  return useAction({
    run: (api, { way, amount, ...payment }: Typed) =>
      api.billing.recordPayment(
        { id: salon.id, ...payment, amount: way === 'in' ? amount : -amount },
        { idempotencyKey },
      ),
    done: ({ amount }) => {
      const sum = money(Math.abs(amount), salon.currency)
      toast.success(
        'Payment recorded',
        amount < 0 ? `${sum} paid back to ${salon.name}` : `${sum} from ${salon.name}`,
      )
      onClose()
      void refresh(client, ...moneyCalls)
    },
    failure: null,
  })
}

/** Records a payment of a salon, or a payment back to it. */
export function PaymentDialog(props: Props) {
  const { salon, outstanding, credit, onClose } = props
  const record = useRecord(props)
  const [values, setValues] = useState<Values>(() => ({
    way: 'in',
    receivedOn: localDate(salon.timeZone, new Date()),
    amount: outstanding > 0 ? amountText(outstanding) : '',
    note: '',
  }))
  const form = useConsoleForm<Values, Typed>({
    schema: schemaOf(salon),
    values,
    onEdit: setValues,
    send: record.mutateAsync,
    failure: { title: 'Not recorded', fallback: 'Failed to record the payment' },
  })
  const { id, ...way } = fieldInput(form, 'way')
  return (
    <Dialog isOpen title={`Payment of ${salon.name}`} onClose={onClose} shouldReturnFocusOnClose>
      <DialogForm form={form} action="Record payment" busyText="Recording..." back="Cancel" onBack={onClose}>
        {credit > 0 && (
          <div role="radiogroup" aria-label="Who paid">
            <Radio {...way} id={`${id}-in`} value="in" label="The salon paid us" />
            <Radio
              {...way}
              id={`${id}-out`}
              value="out"
              label={`We paid back (${money(credit, salon.currency)} credit)`}
            />
          </div>
        )}
        <InputField form={form} name="receivedOn" label="Day" type="date" />
        <Field
          form={form}
          name="amount"
          label={`Amount (${salon.currency})`}
          note="Payments pay the oldest statement first. An overpayment is credit for the next one."
        >
          {(input) => <InputGroup {...input} inputMode="decimal" autoComplete="off" placeholder="45.50" />}
        </Field>
        <InputField form={form} name="note" label="Note (optional)" placeholder="Bank transfer" />
      </DialogForm>
    </Dialog>
  )
}
