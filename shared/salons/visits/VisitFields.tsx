import { InputGroup, Radio } from '@blueprintjs/core'
import { Field, fieldInput, InputField, SelectField } from '../../kit/Field.tsx'
import type { ConsoleForm } from '../../kit/form.ts'
import type { Salon } from '../salons/contract.ts'
import { withoutText } from './amount.ts'
import { Service, type Visit } from './contract.ts'
import { serviceLabels } from './labels.ts'

/** Fields that both forms of a visit have. */
export type VisitValues = {
  state: Visit['state']
  visitOn: string
  amount: string
  service: Visit['service']
}

interface Props {
  form: ConsoleForm<VisitValues>
  salon: Salon
}

type Answers = readonly (readonly [state: string, label: string])[]

/** What happened, one of a few answers. */
export function StateField({ form, answers }: Pick<Props, 'form'> & { answers: Answers }) {
  const { id, ...radio } = fieldInput(form, 'state')
  return (
    <div role="radiogroup" aria-label="What happened" className="sb-visit-answers sb-wrap">
      {answers.map(([state, label]) => (
        <Radio {...radio} key={state} id={`${id}-${state}`} value={state} label={label} />
      ))}
    </div>
  )
}

export const DayField = ({ form }: Pick<Props, 'form'>) => (
  <InputField form={form} name="visitOn" label="Day of the visit" type="date" />
)

export const AmountInput = ({ form, salon }: Props) => (
  <Field
    form={form}
    name="amount"
    label={`Paid for services (${salon.currency})`}
    note={`After discounts, ${withoutText(salon.currency)}. Leave it empty if not known yet; enter 0 after a full refund.`}
  >
    {(input) => <InputGroup {...input} inputMode="decimal" autoComplete="off" placeholder="45.50" />}
  </Field>
)

export const ServiceField = ({ form }: Pick<Props, 'form'>) => (
  <SelectField form={form} name="service" label="Service">
    {Service.options.map((service) => (
      <option key={service} value={service}>
        {serviceLabels[service]}
      </option>
    ))}
  </SelectField>
)
