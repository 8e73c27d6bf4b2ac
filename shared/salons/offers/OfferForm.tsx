import { Button, Callout, Checkbox, TextArea } from '@blueprintjs/core'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { z } from 'zod'
import { estimateText } from '../../core/messages/cost.ts'
import { formatDay, plural } from '../../formats.ts'
import { refresh, useAction, useRead } from '../../kit/data.ts'
import { Field, InputField, SendButton } from '../../kit/Field.tsx'
import { Form } from '../../kit/Form.tsx'
import { type ConsoleForm, useConsoleForm } from '../../kit/form.ts'
import { Panel } from '../../kit/Page.tsx'
import { SegmentCounter } from '../../kit/SegmentCounter.tsx'
import { toast } from '../../kit/toasts.ts'
import { useDebouncedValue } from '../../kit/useDebouncedValue.ts'
import { localDate } from '../../sms/openHours.ts'
import { segments } from '../../sms/segments.ts'
import type { Salon } from '../salons/contract.ts'
import { firstNameOf } from '../salons/rules.ts'
import type { Offer, OfferPreview } from './contract.ts'
import { OfferTexts } from './OfferTexts.tsx'
import { offerErrors, offerFields, offerSamples, sampleLink } from './offer.ts'
import { datedQuestion, datesOfOffer } from './offerDates.ts'
import { type OfferDraft, setOfferDraft, useOfferDraft } from './offerDraft.ts'

const suggestion = '{salon}: Hi {firstName}, it has been a while. Book your next visit here: {link}'

/** The rules of the server, so that a wrong text shows its error without a call. */
const schemaFor = (salon: Salon) => {
  const checked = z.string().superRefine((text, context) => {
    const message = offerErrors(text, salon).text
    if (message) context.addIssue({ code: 'custom', message })
  })
  return z
    .object({
      text: checked,
      reminderText: z.literal('').or(checked),
      repeatUntil: z.string(),
      datedConfirmed: z.boolean(),
    })
    .superRefine((draft, context) => {
      if (draft.datedConfirmed || draft.repeatUntil === '' || datesIn(draft, salon).words.length === 0) return
      const message = 'Please confirm it, or leave the day empty: then it is for this time'
      context.addIssue({ code: 'custom', path: ['datedConfirmed'], message })
    })
}

/** What the draft names today. */
const datesIn = ({ text, reminderText }: OfferDraft, { timeZone, country }: Salon) =>
  datesOfOffer({ text, reminderText }, { from: localDate(timeZone, new Date()), country })

function useOfferForm(salon: Salon, latest: Offer | undefined) {
  const client = useQueryClient()
  const draft = useOfferDraft(salon.id)
  const values = draft ?? {
    text: latest?.text ?? suggestion,
    reminderText: latest?.reminderText ?? '',
    repeatUntil: '',
    datedConfirmed: false,
  }
  const create = useAction({
    run: (api, { text, reminderText, repeatUntil, datedConfirmed }: OfferDraft) =>
      api.offers.create({
        id: salon.id,
        text,
        reminderText: reminderText || null,
        ...(repeatUntil && { repeatUntil, ...(datedConfirmed && { datedConfirmed }) }),
      }),
    done: ({ version }) => {
      setOfferDraft(salon.id, undefined)
      toast.success(`Version ${version} saved`, `Next: send it to ${firstNameOf(salon.ownerName)}`)
      void refresh(client, ['salons', 'list'])
    },
    failure: null,
  })
  const schema = useMemo(() => schemaFor(salon), [salon])
  const form = useConsoleForm<OfferDraft, OfferDraft>({
    schema,
    values,
    onEdit: (next) => setOfferDraft(salon.id, next),
    send: create.mutateAsync,
    failure: { title: 'Not saved', fallback: 'Failed to save the offer' },
  })
  return { form, values }
}

/** Writes the next version. `latest`: the version it starts from. */
export function OfferForm({ salon, latest }: { salon: Salon; latest: Offer | undefined }) {
  const { form, values } = useOfferForm(salon, latest)
  return (
    <Panel title={latest ? 'Next version' : 'Write the offer'}>
      <Form form={form} deliberate className="sb-offer-form sb-column">
        <TextField salon={salon} form={form} values={values} name="text" label="Text" />
        <TextField
          salon={salon}
          form={form}
          values={values}
          name="reminderText"
          label="Reminder (optional)"
          note="Sent once to clients who did not answer or book."
        />
        <InputField
          form={form}
          name="repeatUntil"
          label="Approval for each month until (optional)"
          note="For monthly texts. The owner reads the day and approves it. Empty: for this time."
          type="date"
        />
        <Dated salon={salon} form={form} values={values} />
        <SendButton form={form} busyText="Saving...">
          Save new version
        </SendButton>
      </Form>
    </Panel>
  )
}

/** The last day of a campaign that the words name, and for each month a question about them. */
function Dated({ salon, form, values }: Omit<TextFieldProps, 'name' | 'label'>) {
  const { words, until } = datesIn(values, salon)
  if (words.length === 0) return null
  return (
    <Callout compact intent={values.repeatUntil ? 'warning' : 'none'}>
      {until && <p>No text of this offer leaves after {formatDay(until)}.</p>}
      {values.repeatUntil && (
        <>
          <p>{datedQuestion(words)}</p>
          <Field form={form} name="datedConfirmed">
            {({ intent: _, ...input }) => <Checkbox {...input} label="Ask for each month all the same" />}
          </Field>
        </>
      )}
    </Callout>
  )
}

interface TextFieldProps {
  salon: Salon
  form: ConsoleForm<OfferDraft>
  values: OfferDraft
  name: 'text' | 'reminderText'
  label: string
  note?: string
}

function TextField({ salon, form, values, name, label, note }: TextFieldProps) {
  const id = useId()
  const { samples, preview } = usePreview(salon, values[name])
  const insert = (field: string) => {
    const box = document.getElementById(id)?.querySelector('textarea')
    if (!box) return
    box.focus()
    box.setRangeText(`{${field}}`, box.selectionStart, box.selectionEnd, 'end')
    setOfferDraft(salon.id, { ...values, [name]: box.value })
  }
  const longest = samples.toSorted((a, b) => b.segments - a.segments || b.body.length - a.body.length)[0]
  return (
    <div id={id}>
      <Field form={form} name={name} label={label} note={note}>
        {(input) => <TextArea {...input} fill rows={4} />}
      </Field>
      <p className="sb-offer-insert sb-row sb-wrap sb-muted">
        Insert
        {offerFields.map((field) => (
          <Button
            key={field}
            size="small"
            aria-label={`Insert ${field} into ${label}`}
            onClick={() => insert(field)}
          >
            {`{${field}}`}
          </Button>
        ))}
      </p>
      {longest && <SegmentCounter count={segments(longest.body)} />}
      <OfferTexts label={`Samples of ${label}`} samples={samples} />
      {preview && <p className="sb-offer-cost sb-small sb-muted">{costOf(preview, name)}</p>}
    </div>
  )
}

/** After the last key: the server writes the text to each client who may be texted. */
const WAIT_MS = 400

/** Texts to three clients of the list, before there is one to the owner, and what the text costs. */
function usePreview(salon: Salon, text: string) {
  const settled = useDebouncedValue(text, WAIT_MS)
  const { data } = useRead(
    'offers',
    'preview',
    { id: salon.id, text: settled },
    { enabled: settled.trim() !== '', placeholderData: keepPreviousData },
  )
  const service = useRead('settings', 'service')
  if (text.trim() === '') return { samples: [], preview: null }
  // As long as a client's own link.
  const link = sampleLink(service.data?.publicUrl ?? window.location.origin)
  const names = data?.samples ?? [{ firstName: firstNameOf(salon.ownerName) }]
  return { samples: offerSamples(text, salon, names, link), preview: data }
}

/** `To the 151 clients who may be texted now: 302 segments. Cost: about $4.20.` */
function costOf({ recipients, segments: all, estimate }: OfferPreview, name: keyof OfferDraft): string {
  if (recipients === 0) return 'No client may be texted now.'
  const whom =
    name === 'text'
      ? `To ${plural(recipients, 'client')} who may be texted now`
      : `If ${plural(recipients, 'client')} got it`
  return `${whom}: ${plural(all, 'segment')}. Cost: ${estimateText(estimate)}.`
}
