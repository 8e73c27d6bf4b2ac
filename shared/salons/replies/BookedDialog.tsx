import { Checkbox, Dialog, SegmentedControl, TextArea } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { ReplyText } from '../../core/inbox/conversation.ts'
import { DialogForm, Field, fieldInput, InputField } from '../../kit/Field.tsx'
import { type ConsoleForm, useConsoleForm } from '../../kit/form.ts'
import { LengthWarnings, SegmentCounter } from '../../kit/SegmentCounter.tsx'
import { instantOf } from '../../sms/openHours.ts'
import { MAX_TEXT_CHARACTERS, segments } from '../../sms/segments.ts'
import { appointmentTime, bookedWords, canceledWords } from '../bookingTexts/words.ts'
import type { SalonConversation } from './contract.ts'

const schema = z
  .object({
    what: z.enum(['booked', 'canceled']),
    visitAt: z.literal('').or(z.iso.datetime({ local: true, error: 'Please enter a date and time' })),
    tellOwner: z.boolean(),
    textsClient: z.boolean(),
    words: ReplyText.shape.message.or(z.literal('')),
  })
  .refine(
    ({ words, textsClient, visitAt, what }) => words || !textsClient || (what === 'booked' && !visitAt),
    {
      path: ['words'],
      error: 'Please enter a message',
    },
  )
type Values = z.infer<typeof schema>

export interface Booked {
  /** Null while unknown. */
  visitAt: string | null
  tellOwner: boolean
  /** Words of a text to the client. */
  textClient: string
}

interface Props {
  name: string
  salon: { name: string; timeZone: string }
  /** First name. */
  owner: string
  /** The booking that there is: it is moved or canceled. */
  booking: SalonConversation['booking']
  /** Why the client cannot be texted; null: they can. */
  refusal: string | null
  /** The booking is taken back, without another choice. */
  isTakenBack: boolean
  /** What the client wrote, and facts of the salon. */
  context: ReactNode
  onBooked: (what: Values['what'], booked: Partial<Booked>) => void
  onClose: () => void
}

/** `2026-12-04T14:00`, on the clock of the zone: the value of a field. */
const clockOf = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(new Date(at))
    .replace(' ', 'T')

/** The text that fits, empty while there is nothing to say. */
function suggestion({ what, visitAt }: Values, { salon, booking }: Pick<Props, 'salon' | 'booking'>): string {
  const timeOf = (at: string) => appointmentTime(at, salon.timeZone)
  const was = booking?.visitAt ?? null
  if (what === 'canceled')
    return booking?.texted ? canceledWords({ salon: salon.name, time: was && timeOf(was) }) : ''
  if (!z.iso.datetime({ local: true }).safeParse(visitAt).success) return ''
  const at = instantOf(salon.timeZone, visitAt).toISOString()
  if (booking?.texted && was === at) return ''
  return bookedWords({ salon: salon.name, time: timeOf(at), moved: Boolean(booking?.texted) })
}

/** The values, with words that follow the time until a person edits them. */
function useValues(props: Props) {
  const { salon, booking, isTakenBack } = props
  const [values, setValues] = useState((): Values => {
    const visitAt = booking?.visitAt ? clockOf(booking.visitAt, salon.timeZone) : ''
    const first = { visitAt, tellOwner: true, textsClient: true, words: '' }
    const begun: Values = { ...first, what: isTakenBack ? 'canceled' : 'booked' }
    return { ...begun, words: suggestion(begun, props) }
  })
  const onEdit = (next: Values) => {
    const isOurs = next.words === suggestion(values, props)
    setValues(isOurs ? { ...next, words: suggestion(next, props) } : next)
  }
  return { values, onEdit }
}

/**
 * Asks when a client who booked comes, on the clock of the salon; the time can stay unknown. Offers to tell the owner, and to text
 * the client.
 */
export function BookedDialog(props: Props) {
  const { name, salon, owner, booking, refusal, isTakenBack, context, onBooked, onClose } = props
  const { values, onEdit } = useValues(props)
  const isCanceled = values.what === 'canceled'
  const isOffered = suggestion(values, props) !== '' || (isCanceled && Boolean(booking))
  const form = useConsoleForm({
    schema,
    values,
    onEdit,
    send: async ({ what, visitAt, tellOwner, textsClient, words }) =>
      onBooked(what, {
        ...(what === 'booked' && {
          visitAt: visitAt === '' ? null : instantOf(salon.timeZone, visitAt).toISOString(),
          tellOwner,
        }),
        ...(isOffered && textsClient && !refusal && { textClient: words.trim() }),
      }),
    failure: { title: 'Not marked', message: () => 'Failed to mark the text' },
  })
  const action = isTakenBack ? 'Mark as waiting' : isCanceled ? 'Cancel the booking' : 'Mark booked'
  return (
    <Dialog
      isOpen
      title={isTakenBack ? `${name} is not booked` : `${name} booked`}
      onClose={onClose}
      onOpened={() => form.focus(isTakenBack ? 'words' : 'visitAt')}
    >
      <DialogForm form={form} action={action} busyText="Marking..." back="Back" onBack={onClose}>
        {context}
        {booking && !isTakenBack && (
          <SegmentedControl
            fill
            size="small"
            aria-label="What happened to the booking"
            value={values.what}
            onValueChange={(what) => onEdit({ ...values, what: what === 'canceled' ? 'canceled' : 'booked' })}
            options={[
              { value: 'booked', label: 'New time' },
              { value: 'canceled', label: 'Canceled' },
            ]}
          />
        )}
        {!isCanceled && <Appointment form={form} salon={salon} owner={owner} />}
        {isOffered && <TextClient form={form} name={name} values={values} refusal={refusal} />}
      </DialogForm>
    </Dialog>
  )
}

type Part = { form: ConsoleForm<Values> }

const Appointment = ({ form, salon, owner }: Part & Pick<Props, 'salon' | 'owner'>) => (
  <>
    <InputField
      form={form}
      name="visitAt"
      label="When is the appointment? (optional)"
      note={`The time at ${salon.name} (${salon.timeZone.replaceAll('_', ' ')}). Leave it empty if you do not know.`}
      type="datetime-local"
    />
    <Checkbox {...fieldInput(form, 'tellOwner')} label={`Tell ${owner}`} />
  </>
)

function TextClient({
  form,
  name,
  values,
  refusal,
}: Part & { values: Values } & Pick<Props, 'name' | 'refusal'>) {
  const count = segments(values.words.trim())
  if (refusal) return <p className="sb-muted">{`${name} gets no text: ${refusal}`}</p>
  return (
    <>
      <Checkbox {...fieldInput(form, 'textsClient')} label={`Text ${name}`} />
      {values.textsClient && (
        <Field form={form} name="words" label={`Text to ${name}`} note={<SegmentCounter count={count} />}>
          {(input) => <TextArea {...input} fill rows={3} maxLength={MAX_TEXT_CHARACTERS} />}
        </Field>
      )}
      {values.textsClient && <LengthWarnings count={count} tooLong={false} />}
    </>
  )
}
