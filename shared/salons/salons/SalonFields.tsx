import { InputGroup, TextArea } from '@blueprintjs/core'
import { useState } from 'react'
import { z } from 'zod'
import { Field, InputField, SelectField } from '../../kit/Field.tsx'
import { type ConsoleForm, useConsoleForm } from '../../kit/form.ts'
import { markets } from '../../sms/markets.ts'
import { Country, Currency, type Salon, SalonDetails } from './contract.ts'
import { countryDefaults, timeZones } from './rules.ts'

/** An optional field: empty means null. */
const orNull = <T extends z.ZodType<string | null, string | null>>(schema: T) =>
  z
    .string()
    .transform((text) => text.trim() || null)
    .pipe(schema)

/** Fields that may be empty. */
const optional = [
  ...(['ownerPhone', 'ownerEmail', 'bookingUrl', 'businessPhone'] as const),
  ...(['legalName', 'postalAddress', 'companyNumber', 'vatNumber'] as const),
]
const textsOf = (salon?: Salon) =>
  Object.fromEntries(optional.map((name) => [name, salon?.[name] ?? ''])) as Record<
    (typeof optional)[number],
    string
  >

const { ownerPhone, ownerEmail, bookingUrl, businessPhone } = SalonDetails.shape
const { legalName, postalAddress, companyNumber, vatNumber } = SalonDetails.shape
const SalonForm = SalonDetails.extend({
  ownerPhone: orNull(ownerPhone),
  ownerEmail: orNull(ownerEmail),
  bookingUrl: orNull(bookingUrl),
  businessPhone: orNull(businessPhone.unwrap()),
  legalName: orNull(legalName.unwrap()),
  postalAddress: orNull(postalAddress.unwrap()),
  companyNumber: orNull(companyNumber.unwrap()),
  vatNumber: orNull(vatNumber.unwrap()),
  paymentDays: z
    .string()
    .regex(/^\d{1,2}$/, 'Please enter a number of days up to 90')
    .transform(Number)
    .refine((days) => days <= 90, 'At most 90 days'),
})
export type SalonValues = z.input<typeof SalonForm>

export const newSalon = (start: Partial<SalonValues> = {}): SalonValues => ({
  name: '',
  country: 'GB',
  ...countryDefaults[start.country ?? 'GB'],
  ownerName: '',
  ...textsOf(),
  paymentDays: '14',
  ...start,
})

/** The values of a stored salon. */
export const valuesOf = (salon: Salon): SalonValues => ({
  name: salon.name,
  country: salon.country,
  timeZone: salon.timeZone,
  currency: salon.currency,
  ownerName: salon.ownerName,
  ...textsOf(salon),
  paymentDays: String(salon.paymentDays),
})

/** The form of a salon's details. Another country sets its time zone and currency. */
export function useSalonForm(
  start: SalonValues,
  send: (details: SalonDetails) => Promise<unknown>,
  failure: { title: string; fallback: string },
) {
  const [values, setValues] = useState(start)
  const form = useConsoleForm({
    schema: SalonForm,
    values,
    onEdit: (next) =>
      setValues((before) =>
        next.country === before.country ? next : { ...next, ...countryDefaults[next.country] },
      ),
    send,
    failure,
  })
  return { form, values, setValues }
}

interface Props {
  form: ConsoleForm<SalonValues>
  values: SalonValues
  /** A closed salon cannot be changed. */
  disabled?: boolean
}

/** `onPaper`: also what statements say, which a new salon does not need. */
export const SalonFields = ({ onPaper = false, ...props }: Props & { onPaper?: boolean }) => (
  <div className="sb-salon-fields">
    <BusinessFields {...props} />
    <OwnerFields {...props} />
    {onPaper && <PaperFields {...props} />}
  </div>
)

function BusinessFields({ form, values, disabled = false }: Props) {
  return (
    <fieldset disabled={disabled}>
      <legend className="sb-panel-title">Salon</legend>
      <Field form={form} name="name" label="Trading name" note="Every text to a client starts with it.">
        {(input) => <InputGroup {...input} autoComplete="off" required />}
      </Field>
      <div className="sb-salon-row">
        <SelectField form={form} name="country" label="Country">
          {Country.options.map((country) => (
            <option key={country} value={country}>
              {markets[country].name}
            </option>
          ))}
        </SelectField>
        <SelectField form={form} name="currency" label="Currency">
          {Currency.options.map((currency) => (
            <option key={currency}>{currency}</option>
          ))}
        </SelectField>
      </div>
      <SelectField
        form={form}
        name="timeZone"
        label="Time zone"
        note="Texts are sent during the day in this time zone."
      >
        <TimeZones current={values.timeZone} />
      </SelectField>
      <Field form={form} name="bookingUrl" label="Booking page (optional)">
        {(input) => <InputGroup {...input} type="url" placeholder="https://" autoComplete="off" />}
      </Field>
      <InputField
        form={form}
        name="businessPhone"
        label="Salon’s phone (optional)"
        note="Without a booking page, clients are asked to call it."
        type="tel"
      />
    </fieldset>
  )
}

function OwnerFields({ form, disabled = false }: Props) {
  return (
    <fieldset disabled={disabled}>
      <legend className="sb-panel-title">Owner</legend>
      <InputField form={form} name="ownerName" label="Name" required />
      <InputField
        form={form}
        name="ownerPhone"
        label="Mobile number (optional)"
        note="For links to the agreement, the offer and the results."
        type="tel"
      />
      <InputField form={form} name="ownerEmail" label="Email (optional)" type="email" />
    </fieldset>
  )
}

/** What statements say, and how long the salon has to pay them. */
function PaperFields({ form, disabled = false }: Props) {
  return (
    <fieldset disabled={disabled}>
      <legend className="sb-panel-title">On statements</legend>
      <Field form={form} name="legalName" label="Legal name (optional)" note="If it is not the trading name.">
        {(input) => <InputGroup {...input} autoComplete="off" />}
      </Field>
      <Field form={form} name="postalAddress" label="Address (optional)">
        {(input) => <TextArea {...input} fill rows={3} />}
      </Field>
      <div className="sb-salon-numbers">
        <InputField form={form} name="companyNumber" label="Company number (optional)" />
        <InputField form={form} name="vatNumber" label="VAT number (optional)" />
      </div>
      <InputField
        form={form}
        name="paymentDays"
        label="Days to pay a statement"
        note="Part of the agreement: after a change the owner agrees again before the next campaign."
        inputMode="numeric"
      />
    </fieldset>
  )
}

/** Time zones by country. `current` may be another one, set through the API. */
function TimeZones({ current }: { current: string }) {
  const known = Object.values(timeZones).some((zones) => zones.some(([zone]) => zone === current))
  return (
    <>
      {!known && <option value={current}>{current}</option>}
      {Country.options.map((country) => (
        <optgroup key={country} label={markets[country].name}>
          {timeZones[country].map(([zone, label]) => (
            <option key={zone} value={zone}>
              {label}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  )
}
