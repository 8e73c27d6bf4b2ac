import { Button, FormGroup, Radio, RadioGroup, TextArea } from '@blueprintjs/core'
import { type Ref, type RefObject, useId } from 'react'
import { templateFields } from '../sms/template.ts'
import { Basis, bases } from './contract.ts'

/** Why these people may be written to. Nothing is chosen beforehand: it is a statement, kept in the ledger. */
export function BasisChoice({
  ref,
  value,
  missing,
  onChange,
}: {
  ref: Ref<HTMLDivElement>
  value: Basis | null
  missing: boolean
  onChange: (basis: Basis) => void
}) {
  return (
    <div ref={ref} className="sb-first-basis">
      <RadioGroup
        aria-label="Why you may write to them"
        selectedValue={value ?? ''}
        onChange={(event) => onChange(Basis.parse(event.currentTarget.value))}
      >
        {bases.map(({ code, label, note }) => (
          <Radio key={code} value={code}>
            {label}
            <span className="sb-first-note">{note}</span>
          </Radio>
        ))}
      </RadioGroup>
      {missing ? (
        <p className="sb-first-error" role="alert">
          Please choose why you may write to them
        </p>
      ) : (
        <p className="sb-first-note">
          Kept for every number in the consent record, with your name and the time.
        </p>
      )}
    </div>
  )
}

/** The words, with what may be filled in from each record. */
export function TemplateField({
  input,
  value,
  wrong,
  onChange,
}: {
  input: RefObject<HTMLTextAreaElement | null>
  value: string
  wrong: string | undefined
  onChange: (template: string) => void
}) {
  const id = useId()
  const insert = (field: string) => {
    const box = input.current
    if (!box) return
    box.focus()
    box.setRangeText(`{${field}}`, box.selectionStart, box.selectionEnd, 'end')
    onChange(box.value)
  }
  return (
    <>
      <FormGroup intent={wrong ? 'danger' : 'none'} helperText={wrong && <span role="alert">{wrong}</span>}>
        <label className="sb-hidden" htmlFor={id}>
          Text
        </label>
        <TextArea
          id={id}
          inputRef={input}
          fill
          rows={5}
          aria-invalid={wrong !== undefined}
          intent={wrong ? 'danger' : 'none'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </FormGroup>
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
