import { Button, Radio, TextArea } from '@blueprintjs/core'
import { useRef } from 'react'
import { z } from 'zod'
import { Field, fieldInput } from '../kit/Field.tsx'
import type { ConsoleForm } from '../kit/form.ts'
import { templateErrors, templateFields } from '../sms/template.ts'
import { setTemplate } from './compose.ts'
import { Basis, bases } from './contract.ts'
import { StartField } from './startAt.ts'

/** `basis` is a radio group; the empty string means none is chosen. */
export const FirstTexts = z.object({
  basis: z.string().pipe(z.enum(Basis.options, 'Please choose why you may write to them')),
  startAt: StartField,
  template: z.string().superRefine((template, context) => {
    const { template: message } = templateErrors(template)
    if (message) context.addIssue({ code: 'custom', message })
  }),
})

type Props = { form: ConsoleForm<z.input<typeof FirstTexts>> }

/** The legal basis for texting these numbers. Nothing is preselected: the choice is kept in the consent ledger. */
export function BasisChoice({ form }: Props) {
  const { id, ...radio } = fieldInput(form, 'basis')
  const missing = form.errorOf('basis')
  return (
    <div className="sb-first-basis">
      <div role="radiogroup" aria-label="Why you may write to them">
        {bases.map(({ code, label, note }) => (
          <Radio {...radio} key={code} id={`${id}-${code}`} value={code}>
            {label}
            <span className="sb-first-note">{note}</span>
          </Radio>
        ))}
      </div>
      {missing ? (
        <p className="sb-first-error" role="alert">
          {missing}
        </p>
      ) : (
        <p className="sb-first-note">
          Saved in the consent record of every number, with your name and the time.
        </p>
      )}
    </div>
  )
}

/** The template, with buttons that insert its fields. */
export function TemplateField({ form, wrong }: Props & { wrong: string | undefined }) {
  const box = useRef<HTMLTextAreaElement>(null)
  const insert = (field: string) => {
    const { current } = box
    if (!current) return
    current.focus()
    current.setRangeText(`{${field}}`, current.selectionStart, current.selectionEnd, 'end')
    setTemplate(current.value)
  }
  return (
    <>
      <Field form={form} name="template" error={wrong}>
        {({ inputRef, ...input }) => (
          <>
            <label className="sb-hidden" htmlFor={input.id}>
              Text
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
      <p className="sb-first-insert">
        Insert
        {templateFields.map((field) => (
          <Button key={field} size="small" aria-label={`Insert ${field}`} onClick={() => insert(field)}>
            {`{${field}}`}
          </Button>
        ))}
      </p>
    </>
  )
}
