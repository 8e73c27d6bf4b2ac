import { z } from 'zod'
import { MAX_AMOUNT } from '../visits/contract.ts'

/** Most appointments of one call. */
export const MAX_APPOINTMENTS = 500

export const AppointmentState = z
  .enum(['booked', 'attended', 'no_show', 'canceled'])
  .meta({ id: 'AppointmentState' })
export type AppointmentState = z.infer<typeof AppointmentState>

/** With a time zone: `2026-03-12T09:00:00Z` or `2026-03-12T09:00:00+01:00`. */
const TimeInZone = z.iso.datetime({ offset: true }).max(40)

/** An appointment as a booking system sends it. */
export const Appointment = z.object({
  externalId: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe('Its id in the booking system: the same id corrects the same appointment'),
  phone: z.string().trim().max(40).describe("The client's mobile number"),
  bookedAt: TimeInZone.nullish().describe('When it was booked; unset: not known'),
  startsAt: TimeInZone.describe('When it begins'),
  state: AppointmentState,
  amount: z
    .number()
    .int()
    .min(0)
    .max(MAX_AMOUNT)
    .nullish()
    .describe('Paid for services in pence or cents, after discounts, without VAT, tips and products'),
  updatedAt: TimeInZone.nullish().describe('When the booking system changed it: an older change is ignored'),
})
export type Appointment = z.infer<typeof Appointment>

/** The outcome for an appointment. */
export const appointmentResults = {
  stored: 'Stored',
  unchanged: 'Known already, or a newer change is stored',
  unknown_client: 'The number is on no list of the salon; a keyed hash waits 30 days for it',
  invalid: 'Not stored; `message` says why',
} as const

export const AppointmentResult = z
  .object({
    externalId: z.string(),
    result: z.enum(Object.keys(appointmentResults) as [keyof typeof appointmentResults]),
    message: z.string().optional(),
  })
  .meta({ id: 'AppointmentResult' })
export type AppointmentResult = z.infer<typeof AppointmentResult>
