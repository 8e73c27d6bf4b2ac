import { Button, HTMLSelect, Radio, TextArea } from '@blueprintjs/core'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { StartField } from '../../core/campaigns/startAt.ts'
import { Field, fieldInput } from '../../kit/Field.tsx'
import type { ConsoleForm } from '../../kit/form.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { templateErrors, templateFields } from '../../sms/template.ts'
import { setSecondTemplate, setTemplate } from './compose.ts'
import { Basis, bases, isOffered, MAX_NAME } from './contract.ts'
import { UsedTextsDialog } from './UsedTextsDialog.tsx'

/** `basis` is a radio group; the empty string means none is chosen. Without days there is no second text. */
export const FirstTexts = z
  .object({
    name: z.string().trim().max(MAX_NAME),
    basis: z.string().pipe(z.enum(Basis.options, 'Please choose why you may write to them')),
    startAt: StartField,
    template: z.string(),
    secondTemplate: z.string(),
    secondAfterDays: z.string(),
  })
  .superRefine(({ template, secondTemplate, secondAfterDays }, context) => {
    const check = (name: string, text: string) => {
      const { template: message } = templateErrors(text)
      if (message) context.addIssue({ code: 'custom', path: [name], message })
    }
    check('template', template)
    if (secondAfterDays) check('secondTemplate', secondTemplate)
  })

type Props = { form: ConsoleForm<z.input<typeof FirstTexts>> }

/** The legal basis for texting these numbers. Nothing is preselected: the choice is kept in the consent ledger. */
export function BasisChoice({ form }: Props) {
  const { id, ...radio } = fieldInput(form, 'basis')
  const missing = form.errorOf('basis')
  return (
    <div className="sb-first-basis">
      <div role="radiogroup" aria-label="Why you may write to them">
        {bases
          .filter(({ code }) => isOffered(code))
          .map(({ code, label, note }) => (
            <Radio {...radio} key={code} id={`${id}-${code}`} value={code}>
              {label}
              <span className="sb-second">{note}</span>
            </Radio>
          ))}
      </div>
      {missing ? (
        <p className="sb-first-error sb-strong" role="alert">
          {missing}
        </p>
      ) : (
        <p className="sb-second">Saved in the consent record of every number, with your name and the time.</p>
      )}
    </div>
  )
}

const setters = { template: setTemplate, secondTemplate: setSecondTemplate }

interface TemplateProps extends Props {
  name: keyof typeof setters
  wrong: string | undefined
}

/** A template, with buttons that insert its fields and earlier texts. */
export function TemplateField({ form, name, wrong }: TemplateProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  const [choosing, setChoosing] = useState(false)
  const insert = (field: string) => {
    const { current } = box
    if (!current) return
    current.focus()
    current.setRangeText(`{${field}}`, current.selectionStart, current.selectionEnd, 'end')
    setters[name](current.value)
  }
  return (
    <>
      <Field form={form} name={name} error={wrong}>
        {({ inputRef, ...input }) => (
          <>
            <label className="sb-hidden" htmlFor={input.id}>
              {name === 'template' ? 'Text' : 'Second text'}
            </label>
            <TextArea
              {...input}
              inputRef={(element) => {
                inputRef(element)
                box.current = element
              }}
              fill
              rows={5}
            />
          </>
        )}
      </Field>
      <p className="sb-first-insert sb-row sb-muted">
        Insert
        {templateFields.map((field) => (
          <Button key={field} size="small" aria-label={`Insert ${field}`} onClick={() => insert(field)}>
            {`{${field}}`}
          </Button>
        ))}
        <LinkButton aria-haspopup="dialog" onClick={() => setChoosing(true)}>
          Earlier texts...
        </LinkButton>
      </p>
      {choosing && (
        <UsedTextsDialog
          step={name === 'template' ? 'first' : 'second'}
          onClose={() => setChoosing(false)}
          onChoose={(text) => {
            setters[name](text)
            setChoosing(false)
          }}
        />
      )}
    </>
  )
}

const dayOptions = [
  { value: '', label: 'No second text' },
  ...Array.from({ length: 28 }, (_, at) => ({ value: String(at + 3), label: `After ${at + 3} days` })),
]

/** Whether those who have not answered get a second text, when, and its text. */
export function SecondTextFields({
  form,
  chosen,
  wrong,
}: Props & { chosen: boolean; wrong: string | undefined }) {
  return (
    <>
      <Field
        form={form}
        name="secondAfterDays"
        label="To salons that have not answered"
        note={
          chosen && 'An answer, a STOP or a waitlist form before then cancels it. Each salon gets it once.'
        }
      >
        {({ inputRef, intent: _, ...input }) => <HTMLSelect {...input} ref={inputRef} options={dayOptions} />}
      </Field>
      {chosen && <TemplateField form={form} name="secondTemplate" wrong={wrong} />}
    </>
  )
}
