import { z } from 'zod'
import type { FieldErrors } from './forms.ts'

/** Every id of ours: a UUID as a string. */
export const Id = z.uuid()

/** Bytes that 100 000 ids and a text need as JSON. */
export const ROOM_FOR_IDS = 6 * 1024 * 1024

/** A moment, ISO-8601 in UTC with milliseconds. */
export const Instant = z.iso.datetime()

/** Answer of calls that only have something to say. */
export const Message = z.object({ message: z.string() })

/** A switch as the settings table and the console carry it. */
export const BooleanText = z.enum(['true', 'false'])

/**
 * A text of a public form. Anything else counts as empty, so that the form's rules can name every wrong
 * field at once instead of stopping at the first missing one.
 */
export const FormText = z.preprocess(
  (value) => (typeof value === 'string' ? value : ''),
  z.string(),
) as unknown as z.ZodType<string, string>

type ObjectRule<T> = (values: T) => FieldErrors

/** A `superRefine` step that reports the sentences of a form's own rule function, each under its field. */
export function byRule<T>(rule: ObjectRule<T>) {
  return (values: T, context: z.RefinementCtx) => {
    for (const [field, message] of Object.entries(rule(values))) {
      if (message) context.addIssue({ code: 'custom', path: [field], message })
    }
  }
}
