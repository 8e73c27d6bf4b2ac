import './audience.css'
import { HTMLSelect, InputGroup } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { Field } from '../../kit/Field.tsx'
import type { ConsoleForm } from '../../kit/form.ts'
import type { AudienceValues } from './audienceForm.ts'

interface Props {
  form: ConsoleForm<AudienceValues>
  disabled?: boolean
  /** Below the fields: how many clients they choose. */
  children: ReactNode
}

/** Which of the eligible clients get the offer, and how many first. */
export function AudienceFields({ form, disabled = false, children }: Props) {
  const date = (name: 'lastVisitFrom' | 'lastVisitTo', label: string) => (
    <Field form={form} name={name} label={label}>
      {(input) => <InputGroup {...input} type="date" />}
    </Field>
  )
  const number = (name: 'minVisits' | 'maxVisits', label: string) => (
    <Field form={form} name={name} label={label}>
      {(input) => <InputGroup {...input} inputMode="numeric" autoComplete="off" />}
    </Field>
  )
  return (
    <fieldset className="sb-audience" disabled={disabled}>
      <legend>Only some of the clients (optional)</legend>
      {date('lastVisitFrom', 'Last visit from')}
      {date('lastVisitTo', 'Last visit to')}
      {number('minVisits', 'Visits, at least')}
      {number('maxVisits', 'Visits, at most')}
      <Field form={form} name="vip" label="VIP clients">
        {({ inputRef, intent: _, ...input }) => (
          <HTMLSelect {...input} ref={inputRef} fill>
            <option value="with">Text them too</option>
            <option value="without">Leave them out</option>
          </HTMLSelect>
        )}
      </Field>
      <Field
        form={form}
        name="firstBatch"
        label="First batch"
        note="The rest waits a day, and stops if 3% opt out."
      >
        {(input) => <InputGroup {...input} inputMode="numeric" autoComplete="off" placeholder="20" />}
      </Field>
      {children}
    </fieldset>
  )
}
