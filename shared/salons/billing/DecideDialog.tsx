import { Dialog, InputGroup, Radio, TextArea } from '@blueprintjs/core'
import { useState } from 'react'
import { z } from 'zod'
import { money } from '../../formats.ts'
import { useAction } from '../../kit/data.ts'
import { DialogForm, Field, fieldInput } from '../../kit/Field.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { toast } from '../../kit/toasts.ts'
import type { Salon } from '../salons/contract.ts'
import { parseAmount } from '../visits/amount.ts'
import type { LedgerEntry } from './contract.ts'

/** What staff decide about a dispute. */
type Outcome = 'none' | 'amount' | 'stays'

const schemaOf = (currency: string) =>
  z
    .object({
      outcome: z.enum(['none', 'amount', 'stays']),
      amount: z.string(),
      reason: z
        .string()
        .trim()
        .min(1, 'Please write why: the owner reads it')
        .max(300, 'At most 300 characters'),
    })
    .refine(({ outcome, amount }) => outcome !== 'amount' || parseAmount(amount, currency) !== null, {
      path: ['amount'],
      error: `Please enter an amount in ${currency}, like 45.50`,
    })
type Values = z.infer<ReturnType<typeof schemaOf>>

interface Props {
  salon: Salon
  entry: LedgerEntry
  onClose: () => void
}

function useDecide({ salon, entry, onClose }: Props) {
  const at = { id: salon.id, entryId: entry.id }
  const reopen = useAction({
    run: (api) => api.billing.reopenDispute(at),
    done: () => toast.success('Dispute open again', 'The owner is told that you look at it again.'),
    refreshes: [['salons', 'list']],
    failure: { title: 'Not undone', fallback: 'Failed to open the dispute again', showServerMessage: true },
  })
  return useAction({
    run: (api, { outcome, amount, reason }: Values) =>
      api.billing.decideDispute({
        ...at,
        upheld: outcome !== 'stays',
        amount: outcome === 'amount' ? parseAmount(amount, salon.currency) : null,
        reason,
      }),
    done: (_, { outcome }) => {
      onClose()
      toast.undoable(
        outcome === 'stays' ? 'Dispute rejected' : 'Dispute upheld',
        doneText(outcome, entry, salon),
        {
          undo: () => reopen.mutate(undefined),
        },
      )
    },
    refreshes: [['salons', 'list']],
    failure: null,
  })
}

function doneText(outcome: Outcome, { amount }: LedgerEntry, { currency }: Salon) {
  if (outcome === 'stays') return `${money(amount, currency)} is still owed.`
  return outcome === 'none' ? 'No fee is owed for this client.' : 'The fee is that of the right amount.'
}

const outcomes: [Outcome, string][] = [
  ['none', 'The owner is right: no fee for this client'],
  ['amount', 'The owner is right: another amount was paid'],
  ['stays', 'The fee stays'],
]

/** Asks for the outcome of a dispute, and for the reason that the owner reads. */
export function DecideDialog(props: Props) {
  const { salon, entry, onClose } = props
  const decide = useDecide(props)
  const [values, setValues] = useState<Values>({ outcome: 'none', amount: '', reason: '' })
  const form = useConsoleForm<Values, Values>({
    schema: schemaOf(salon.currency),
    values,
    onEdit: setValues,
    send: decide.mutateAsync,
    failure: { title: 'Not decided', fallback: 'Failed to decide the dispute' },
  })
  const { id, ...outcome } = fieldInput(form, 'outcome')
  const { paid } = entry.line
  return (
    <Dialog isOpen title={`Dispute about ${entry.line.client}`} onClose={onClose} shouldReturnFocusOnClose>
      <DialogForm form={form} action="Decide" busyText="Saving..." back="Cancel" onBack={onClose}>
        <div role="radiogroup" aria-label="Decision">
          {outcomes.map(([value, label]) => (
            <Radio {...outcome} key={value} id={`${id}-${value}`} value={value} label={label} />
          ))}
        </div>
        {values.outcome === 'amount' && (
          <Field
            form={form}
            name="amount"
            label={`Paid for services (${salon.currency})`}
            {...(paid !== null && { note: `Until now: ${money(paid, salon.currency)}.` })}
          >
            {(input) => <InputGroup {...input} inputMode="decimal" autoComplete="off" placeholder="30.00" />}
          </Field>
        )}
        <Field form={form} name="reason" label="Why?" note={`${salon.ownerName} reads this.`}>
          {(input) => <TextArea {...input} fill rows={2} />}
        </Field>
      </DialogForm>
    </Dialog>
  )
}
