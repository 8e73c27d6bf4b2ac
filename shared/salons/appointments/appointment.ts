import { z } from 'zod'
import { named } from '../../fields.ts'
import { MAX_AMOUNT } from '../visits/contract.ts'

/** Most appointments of one call. */
export const MAX_APPOINTMENTS = 500

export const AppointmentState = z
  .enum(['booked', 'attended', 'no_show', 'canceled'], 'Please send booked, attended, no_show or canceled')
  .meta({ id: 'AppointmentState' })
export type AppointmentState = z.infer<typeof AppointmentState>

/** Also accepts other spellings of the same value; the document shows the schema alone. */
const orSpelling = <T extends z.ZodType>(schema: T, read: (value: unknown) => unknown) =>
  z.preprocess(read, schema) as unknown as T

/** Automations send ids and numbers without quotes. A larger number has lost digits, so two ids could be the same. */
const numberAsText = (value: unknown) => (Number.isSafeInteger(value) ? String(value) : value)

/** `No-Show`, `CANCELLED`. */
const asState = (value: unknown) => {
  if (typeof value !== 'string') return value
  const word = value.toLowerCase().replace(/[^a-z]/g, '')
  return { noshow: 'no_show', cancelled: 'canceled' }[word] ?? word
}

/** `2026-03-12T09:00+0100` as `2026-03-12T09:00:00+01:00`. */
const asTime = (value: unknown) =>
  typeof value === 'string'
    ? value
        .trim()
        .replace(/([+-]\d{2})(\d{2})$/, '$1:$2')
        .replace(/(T\d{2}:\d{2})(?=Z|[+-])/, '$1:00')
    : value

/** Automations send an empty text for a field that their system does not know. */
const orUnset = (read: (value: unknown) => unknown) => (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? null : read(value)

/** An amount in quotes. With a decimal sign it is one in pounds or dollars, which the schema refuses. */
const asNumber = (value: unknown) =>
  typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value

const ZONE = 'Please send a time with its zone, like 2026-03-12T09:00:00Z or 2026-03-12T09:00:00+01:00'
const Time = z.iso.datetime({ offset: true, error: ZONE }).max(40, ZONE)
const RequiredTime = orSpelling(Time, asTime)
const OptionalTime = orSpelling(Time.nullable(), orUnset(asTime)).nullish()

const PENCE = 'Please send a whole number of pence or cents, like 4500 for 45.00'
const ID = 'Please send the id of the appointment as text'

/** An appointment as a booking system sends it. */
export const Appointment = z.object({
  externalId: orSpelling(
    z.string(ID).trim().min(1, ID).max(200, 'At most 200 characters'),
    numberAsText,
  ).describe('Its id in the booking system: the same id corrects the same appointment'),
  phone: orSpelling(
    z.string('Please send a number like +447700900123').trim().max(40),
    numberAsText,
  ).describe("The client's mobile number"),
  bookedAt: OptionalTime.describe('When it was booked; unset: not known'),
  startsAt: RequiredTime.describe('When it begins'),
  state: orSpelling(AppointmentState, asState),
  amount: orSpelling(
    z.number(PENCE).int(PENCE).min(0, PENCE).max(MAX_AMOUNT, 'At most 20,000 for one visit').nullable(),
    orUnset(asNumber),
  )
    .nullish()
    .describe(
      'Paid for services, after discounts, without VAT, tips and products: a whole number of pence or cents, like 4500 for 45.00, or of pounds or dollars if staff chose that for the key. From 1 to 999 it is stored, and counts once staff have confirmed the unit of the key',
    ),
  updatedAt: OptionalTime.describe('When the booking system changed it: an older change is ignored'),
})
export type Appointment = z.infer<typeof Appointment>

/** For the document and the examples of the page Connect. */
export const exampleAppointment = {
  externalId: '4711',
  phone: '+447700900123',
  bookedAt: '2026-03-12T09:00:00Z',
  startsAt: '2026-03-18T14:30:00Z',
  state: 'attended',
  amount: 4500,
} as const satisfies Appointment

/** The outcome for an appointment. */
export const appointmentResults = {
  stored: 'Stored',
  unchanged: 'Known already, or a newer change is stored',
  unknown_client: 'The number is on no list of the salon; a keyed hash waits 30 days for it',
  invalid: 'Not stored; `message` says why',
} as const

export const AppointmentResult = named('AppointmentResult', {
  externalId: z.string(),
  result: z.enum(Object.keys(appointmentResults) as [keyof typeof appointmentResults]),
  message: z.string().optional(),
})
export type AppointmentResult = z.infer<typeof AppointmentResult>
