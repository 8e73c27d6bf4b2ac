import { z } from 'zod'
import { AppointmentState } from './appointment.ts'

/** What staff say that a word of the state means; rows with `leave_out` are not stored. */
export const StateMeaning = z.enum([...AppointmentState.options, 'leave_out'])
export type StateMeaning = z.infer<typeof StateMeaning>

/** Decided words of a salon by their `wordKey`. */
export type StateMeanings = Readonly<Record<string, StateMeaning>>

/** What a whole number in a file means: `120` is 120.00 or 1.20. */
export const AmountUnit = z.enum(['major', 'minor'])
export type AmountUnit = z.infer<typeof AmountUnit>
