import { Button, Dialog, DialogBody, InputGroup, TextArea } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { refresh, useAction, useRead } from '../../kit/data.ts'
import { DialogForm, Field } from '../../kit/Field.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { isEmpty, Loaded } from '../../kit/Loaded.tsx'
import { toast } from '../../kit/toasts.ts'
import { useDebouncedValue } from '../../kit/useDebouncedValue.ts'
import { usePages } from '../../kit/usePages.ts'
import { localDate } from '../../sms/openHours.ts'
import { formatPhone } from '../../sms/phone.ts'
import type { Salon } from '../salons/contract.ts'
import { amountField } from './amount.ts'
import { Service } from './contract.ts'
import { feeText } from './labels.ts'
import { useSentAgain } from './useSentAgain.ts'
import { AmountInput, DayField, ServiceField, StateField } from './VisitFields.tsx'

interface Props {
  salon: Salon
  clientId: string | null
  onChoose: (clientId: string) => void
  onClose: () => void
}

/** Adds a visit by hand: first the client, then what is known of the visit. */
export function AddVisitDialog({ salon, clientId, onChoose, onClose }: Props) {
  return (
    <Dialog isOpen className="sb-visit-dialog" title="Add visit" onClose={onClose} shouldReturnFocusOnClose>
      {clientId ? (
        <AddForm key={clientId} salon={salon} clientId={clientId} onClose={onClose} />
      ) : (
        <ChooseClient salon={salon} onChoose={onChoose} />
      )}
    </Dialog>
  )
}

/** Clients to choose from at a time. */
const SHOWN = 8

function ChooseClient({ salon, onChoose }: Pick<Props, 'salon' | 'onChoose'>) {
  const [words, setWords] = useState('')
  const q = useDebouncedValue(words.trim(), 250)
  const read = usePages('clients', 'list', { id: salon.id, ...(q && { q }) })
  return (
    <DialogBody>
      <InputGroup
        type="search"
        aria-label="Search name or number of the client"
        placeholder="Name or number of the client"
        autoFocus
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <Loaded
        read={read}
        loading={{ text: 'Loading clients...', rows: 4 }}
        failed="Failed to load the clients"
        empty={{ when: isEmpty, state: <p className="sb-muted sb-visit-none">No client matches.</p> }}
      >
        {(clients) => (
          <ul className="sb-plain sb-visit-clients" aria-label="Clients">
            {clients.slice(0, SHOWN).map(({ id, firstName, phone }) => (
              <li key={id}>
                <Button variant="minimal" fill alignText="start" onClick={() => onChoose(id)}>
                  {firstName ?? 'No name'} <span className="sb-num sb-muted">{formatPhone(phone)}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </DialogBody>
  )
}

const schemaOf = ({ currency }: Salon) =>
  z
    .object({
      state: z.enum(['attended', 'booked']),
      visitOn: z.iso.date().or(z.literal('')),
      bookedAt: z.iso.datetime({ local: true }).or(z.literal('')),
      amount: amountField(currency),
      service: Service,
      note: z.string().trim().min(1, 'Please write down how you know').max(500, 'At most 500 characters'),
    })
    .refine(({ state, visitOn }) => state !== 'attended' || visitOn !== '', {
      path: ['visitOn'],
      error: 'Please enter the day of the visit',
    })

type Values = z.input<ReturnType<typeof schemaOf>>

const answers = [
  ['attended', 'Came'],
  ['booked', 'Has booked'],
] as const

function useAdd(salon: Salon, clientId: string, onClose: () => void) {
  const client = useQueryClient()
  const confirm = useSentAgain()
  return useAction({
    run: (api, { visitOn, bookedAt, ...visit }: z.output<ReturnType<typeof schemaOf>>) =>
      api.visits.create({
        id: salon.id,
        clientId,
        ...visit,
        ...confirm(visit.amount),
        visitOn: visitOn || null,
        ...(bookedAt && { bookedAt: new Date(bookedAt).toISOString() }),
      }),
    done: (visit) => {
      const reason = visit.attribution.fee ? feeText(visit, salon) : visit.attribution.reasons[0]
      toast.success('Visit added', reason ?? '')
      onClose()
      void refresh(client, ['salons', 'list'])
    },
    failure: null,
  })
}

function AddForm({ salon, clientId, onClose }: { salon: Salon; clientId: string; onClose: () => void }) {
  const { data: client } = useRead('clients', 'get', { id: salon.id, clientId })
  const add = useAdd(salon, clientId, onClose)
  const [values, setValues] = useState<Values>(() => ({
    state: 'attended',
    visitOn: localDate(salon.timeZone, new Date()),
    bookedAt: '',
    amount: '',
    service: 'treatment',
    note: '',
  }))
  const form = useConsoleForm<Values, z.output<ReturnType<typeof schemaOf>>>({
    schema: schemaOf(salon),
    values,
    onEdit: setValues,
    send: add.mutateAsync,
    failure: { title: 'Not added', fallback: 'Failed to add the visit' },
  })
  return (
    <DialogForm form={form} action="Add visit" busyText="Adding..." back="Cancel" onBack={onClose}>
      <p>
        <b className="sb-strong">{client?.firstName ?? 'Client'}</b>{' '}
        <span className="sb-num sb-muted">{client && formatPhone(client.phone)}</span>
      </p>
      <div className="sb-stack sb-visit-form">
        <StateField form={form} answers={answers} />
        <DayField form={form} />
        <Field form={form} name="bookedAt" label="Booked (optional)" note="Leave it empty if not known.">
          {(input) => <InputGroup {...input} type="datetime-local" />}
        </Field>
        {values.state === 'attended' && <AmountInput form={form} salon={salon} />}
        <ServiceField form={form} />
        <Field
          form={form}
          name="note"
          label="How do you know?"
          note="A note alone is not enough for a fee: it also takes the client’s reply, the booking link, a newer list or the owner’s confirmation."
        >
          {(input) => <TextArea {...input} fill rows={2} />}
        </Field>
      </div>
    </DialogForm>
  )
}
