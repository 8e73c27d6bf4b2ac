import { Dialog, DialogBody } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { refresh, useAction } from '../../kit/data.ts'
import { DialogForm } from '../../kit/Field.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { MayCall } from '../../kit/MayCall.tsx'
import { NumberLink } from '../../kit/NumberLink.tsx'
import { toast } from '../../kit/toasts.ts'
import { localDate } from '../../sms/openHours.ts'
import type { Salon } from '../salons/contract.ts'
import { amountField, amountText } from './amount.ts'
import { Service, type Visit, VisitState } from './contract.ts'
import { dayOf, feeText, stateLabels } from './labels.ts'
import { useSentAgain } from './useSentAgain.ts'
import { AmountInput, DayField, ServiceField, StateField } from './VisitFields.tsx'
import { Evidence, VisitBadge } from './VisitTable.tsx'

interface Props {
  salon: Salon
  visit: Visit
  onClose: () => void
}

/** One visit with its evidence, and the decision about it. */
export function VisitDialog({ salon, visit, onClose }: Props) {
  return (
    <Dialog
      isOpen
      className="sb-visit-dialog"
      title={visit.firstName ? `Visit of ${visit.firstName}` : 'Visit'}
      onClose={onClose}
      shouldReturnFocusOnClose
    >
      {visit.clientId === null ? (
        <OnlyFacts salon={salon} visit={visit} why="This client is no longer on the list." />
      ) : (
        <MayCall
          call="visits.update"
          instead={<OnlyFacts salon={salon} visit={visit} why="Only an admin can decide about visits." />}
        >
          <DecideForm salon={salon} visit={visit} onClose={onClose} />
        </MayCall>
      )}
    </Dialog>
  )
}

const OnlyFacts = ({ salon, visit, why }: Omit<Props, 'onClose'> & { why: string }) => (
  <DialogBody>
    <VisitFacts salon={salon} visit={visit} />
    <p className="sb-muted">{why}</p>
  </DialogBody>
)

const VisitFacts = ({ salon, visit }: Omit<Props, 'onClose'>) => (
  <dl className="sb-facts">
    <dt>Number</dt>
    <dd>
      <NumberLink number={visit.phone} />
    </dd>
    <dt>Booked</dt>
    <dd>{dayOf(visit.bookedAt, salon.timeZone)}</dd>
    <dt>State</dt>
    <dd>
      <VisitBadge state={visit.state} />
    </dd>
    <dt>Evidence</dt>
    <dd>
      <Evidence evidence={visit.evidence} salon={salon} />
    </dd>
    <dt>Fee</dt>
    <dd>
      {feeText(visit, salon)}
      <span className="sb-second">{visit.attribution.reasons.join(' · ')}</span>
    </dd>
  </dl>
)

const answers = [
  ['attended', 'Came'],
  ['no_show', 'Did not come'],
  ['canceled', 'Canceled'],
  ['booked', 'Still booked'],
] as const

const schemaOf = ({ currency }: Salon) =>
  z
    .object({
      state: VisitState,
      visitOn: z.iso.date().or(z.literal('')),
      amount: amountField(currency),
      service: Service,
    })
    .refine(({ state, visitOn }) => state !== 'attended' || visitOn !== '', {
      path: ['visitOn'],
      error: 'Please enter the day of the visit',
    })

const valuesOf = (visit: Visit, { timeZone }: Salon): z.input<ReturnType<typeof schemaOf>> => ({
  state: visit.state === 'reported' || visit.state === 'booked' ? 'attended' : visit.state,
  visitOn: visit.visitAt ? localDate(timeZone, new Date(visit.visitAt)) : '',
  amount: amountText(visit.amount),
  service: visit.service,
})

/** Only what belongs to the answer: a client who did not come paid nothing. */
function changesOf({ state, visitOn, amount, service }: z.output<ReturnType<typeof schemaOf>>) {
  if (state === 'no_show' || state === 'canceled') return { state }
  return { state, ...(visitOn && { visitOn }), service, ...(state === 'attended' && { amount }) }
}

function useDecide({ salon, visit, onClose }: Props) {
  const client = useQueryClient()
  const confirm = useSentAgain()
  return useAction({
    run: (api, decision: z.output<ReturnType<typeof schemaOf>>) =>
      api.visits.update({
        id: salon.id,
        visitId: visit.id,
        ...changesOf(decision),
        ...confirm(decision.amount),
      }),
    done: (decided) => {
      const [reason] = decided.attribution.fee ? [] : decided.attribution.reasons
      toast.success(
        stateLabels[decided.state],
        [feeText(decided, salon), ...(reason ? [reason] : [])].join(': '),
      )
      onClose()
      void refresh(client, ['salons', 'list'])
    },
    failure: null,
  })
}

function DecideForm(props: Props) {
  const { salon, visit, onClose } = props
  const decide = useDecide(props)
  const [values, setValues] = useState(() => valuesOf(visit, salon))
  const form = useConsoleForm({
    schema: schemaOf(salon),
    values,
    onEdit: setValues,
    send: decide.mutateAsync,
    failure: { title: 'Not saved', fallback: 'Failed to save the visit' },
  })
  const kept = values.state === 'attended' || values.state === 'booked'
  return (
    <DialogForm form={form} action="Save" busyText="Saving..." back="Close" onBack={onClose}>
      <VisitFacts salon={salon} visit={visit} />
      <div className="sb-stack sb-visit-form">
        <StateField form={form} answers={answers} />
        {kept && <DayField form={form} />}
        {values.state === 'attended' && <AmountInput form={form} salon={salon} />}
        {kept && <ServiceField form={form} />}
      </div>
    </DialogForm>
  )
}
