import './audience.css'
import type { ReactNode } from 'react'
import { InputField, SelectField } from '../../kit/Field.tsx'
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
  return (
    <fieldset className="sb-audience" disabled={disabled}>
      <legend>Only some of the clients (optional)</legend>
      <InputField form={form} name="lastVisitFrom" label="Last visit from" type="date" />
      <InputField form={form} name="lastVisitTo" label="Last visit to" type="date" />
      <InputField form={form} name="minVisits" label="Visits, at least" inputMode="numeric" />
      <InputField form={form} name="maxVisits" label="Visits, at most" inputMode="numeric" />
      <SelectField form={form} name="vip" label="VIP clients">
        <option value="with">Text them too</option>
        <option value="without">Leave them out</option>
      </SelectField>
      <InputField
        form={form}
        name="firstBatch"
        label="First batch"
        note="The rest waits a day, and stops if 3% opt out."
        inputMode="numeric"
        placeholder="20"
      />
      {children}
    </fieldset>
  )
}
