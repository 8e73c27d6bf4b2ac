import { Checkbox, InputGroup, Radio } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { TypedDay } from '../../fields.ts'
import { plural } from '../../formats.ts'
import { refresh, useAction } from '../../kit/data.ts'
import { Field, fieldInput, SendButton } from '../../kit/Field.tsx'
import { Form } from '../../kit/Form.tsx'
import { type ConsoleForm, useConsoleForm } from '../../kit/form.ts'
import { Panel } from '../../kit/Page.tsx'
import { toast } from '../../kit/toasts.ts'
import { localDate } from '../../sms/openHours.ts'
import type { Salon } from '../salons/contract.ts'
import { Answer, type ListAnswers, type ListPreview } from './contract.ts'
import { type DeclarationQuestion, declarationQuestions, UNKNOWN_VISITS } from './declarationQuestions.ts'
import { knewOfTexts } from './knewOfTexts.ts'
import { useSetLists } from './useCurrentLists.ts'
import { countsText } from './WaterfallSteps.tsx'

const answerField = z.string().pipe(Answer)

const schema = z.object({
  customers: z.boolean().refine(Boolean, 'Only customers of this salon may be on the list'),
  toldOfTexts: answerField,
  couldRefuse: answerField,
  consentInWriting: answerField,
  textUnknownVisits: z.boolean(),
  asOf: TypedDay('Please enter the date of the list'),
})
/** Without a column about texts, its question is not asked. */
const schemaWithoutColumn = schema.extend({ consentInWriting: z.string().transform(() => undefined) })
export type DeclarationValues = z.input<typeof schema>
type Declared = z.output<typeof schema> | z.output<typeof schemaWithoutColumn>

/** Before anything is answered. */
export const emptyDeclaration = ({
  timeZone,
  textsUnknownVisits,
}: Pick<Salon, 'timeZone' | 'textsUnknownVisits'>): DeclarationValues => ({
  customers: false,
  toldOfTexts: '',
  couldRefuse: '',
  consentInWriting: '',
  textUnknownVisits: textsUnknownVisits,
  asOf: localDate(timeZone, new Date()),
})

const answerIn = (value: string) => Answer.safeParse(value).data

const unknownVisitsAnswer = (isSaid: boolean) => ({ textUnknownVisits: isSaid ? 'yes' : 'no' }) as const

/** What is answered so far. Without a column about texts, its answer does not count. */
export function answersOf(
  { toldOfTexts, couldRefuse, consentInWriting, textUnknownVisits }: DeclarationValues,
  { consentColumn, textsUnknownVisits }: Pick<ListPreview, 'consentColumn' | 'textsUnknownVisits'>,
): ListAnswers {
  const knew = knewOfTexts(answerIn(toldOfTexts), answerIn(couldRefuse))
  const writing = answerIn(consentInWriting)
  return {
    ...(knew && { knewOfTexts: knew }),
    ...(consentColumn && writing && { consentInWriting: writing }),
    ...(textUnknownVisits !== textsUnknownVisits && unknownVisitsAnswer(textUnknownVisits)),
  }
}

const answers = { yes: 'Yes', no: 'No', unknown: 'Unknown' }

interface Props {
  salon: Salon
  preview: ListPreview
  values: DeclarationValues
  onEdit: (values: DeclarationValues) => void
  /** Clients who may be texted under the answers; null before there are any. */
  eligible: number | null
  /** Clients without a known last visit. */
  unknownVisits: number
}

/** What the salon says about its list; without it nothing is stored. */
export function DeclarationForm({ salon, preview, values, onEdit, eligible, unknownVisits }: Props) {
  const client = useQueryClient()
  const setLists = useSetLists(salon.id)
  const { id } = preview
  const asksUnknown = preview.noLastVisit || preview.textsUnknownVisits || unknownVisits > 0
  const commit = useAction({
    run: (api, { asOf, toldOfTexts, couldRefuse, consentInWriting, textUnknownVisits }: Declared) => {
      const declaration = {
        customers: true as const,
        toldOfTexts,
        couldRefuse,
        knewOfTexts: knewOfTexts(toldOfTexts, couldRefuse) ?? 'unknown',
        ...(consentInWriting && { consentInWriting }),
        ...((asksUnknown || textUnknownVisits) && unknownVisitsAnswer(textUnknownVisits)),
      }
      return api.lists.commitList({ id: salon.id, listId: id, asOf, declaration })
    },
    done: (counts) => {
      setLists({ preview: null })
      toast.success('List stored', countsText(counts))
      void refresh(client, ['salons', 'list'])
    },
    failure: null,
  })
  const form = useConsoleForm<DeclarationValues, Declared>({
    schema: preview.consentColumn ? schema : schemaWithoutColumn,
    values,
    onEdit,
    send: commit.mutateAsync,
    failure: { title: 'Not stored', fallback: 'Failed to store the list' },
  })
  return (
    <Panel title={`What ${salon.name} declares`}>
      <Form form={form} deliberate className="sb-stack sb-list-declaration">
        <div>
          <Checkbox
            {...fieldInput(form, 'customers')}
            label="All of these people are customers of this salon"
          />
          <FieldError form={form} name="customers" />
        </div>
        {declarationQuestions(preview.consentColumn).map(([name, { staff, hint }]) => (
          <Question key={name} form={form} name={name} question={staff} hint={hint} />
        ))}
        {asksUnknown && (
          <div>
            <Checkbox {...fieldInput(form, 'textUnknownVisits')} label={UNKNOWN_VISITS.staff} />
            <p className="sb-small sb-muted">{UNKNOWN_VISITS.hint}</p>
          </div>
        )}
        <Field form={form} name="asOf" label="Date of the list" note="When it was exported.">
          {(input) => <InputGroup {...input} type="date" />}
        </Field>
        {/* The counts are at the top of a long page. */}
        <p role="status" className="sb-small sb-muted">
          {eligible !== null && `With these answers ${plural(eligible, 'client')} may be texted.`}
        </p>
        <SendButton form={form} busyText="Storing...">
          Store list
        </SendButton>
      </Form>
    </Panel>
  )
}

interface QuestionProps {
  form: ConsoleForm<DeclarationValues>
  name: DeclarationQuestion
  question: string
  hint: string
}

function Question({ form, name, question, hint }: QuestionProps) {
  const { id, ...radio } = fieldInput(form, name)
  return (
    <div>
      <p id={id}>{question}</p>
      <p id={`${id}-hint`} className="sb-small sb-muted">
        {hint}
      </p>
      <div
        role="radiogroup"
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        className="sb-list-answers sb-wrap"
      >
        {Answer.options.map((answer) => (
          <Radio {...radio} key={answer} id={`${id}-${answer}`} value={answer} label={answers[answer]} />
        ))}
      </div>
      <FieldError form={form} name={name} />
    </div>
  )
}

function FieldError({ form, name }: { form: ConsoleForm<DeclarationValues>; name: keyof DeclarationValues }) {
  const message = form.errorOf(name)
  return message ? (
    <p className="sb-list-error" role="alert">
      {message}
    </p>
  ) : null
}
