import { z } from 'zod'
import type { FieldErrors } from './forms.ts'

/** All ids are UUIDs. */
export const Id = z.uuid()

/** Parameters of a call about one thing. */
export const ById = z.object({ id: Id })

export const Count = z.number().int().nonnegative()

/** An object with its name in the description of the API. */
export const named = <Shape extends z.core.$ZodLooseShape>(id: string, shape: Shape) =>
  z.object(shape).meta({ id })

/** Largest body with 100,000 ids and a text. */
export const MAX_ID_LIST_BYTES = 6 * 1024 * 1024

/** ISO 8601 in UTC with milliseconds. */
export const Instant = z.iso.datetime()

/** A day that a person types. Fields for dates take years such as 0026 while one types. */
export const TypedDay = (message?: string) =>
  z.iso
    .date(message)
    .max(10)
    .refine((day) => day >= '2000-01-01', 'Please check the year')

/** Line breaks, other control characters, and marks that hide or turn what follows them. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Cs}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\s]+/gu

/** A text as one line, which cannot add a line to a text, a header or a calendar entry. */
export const oneLineOf = (text: string) => text.replace(NOT_IN_A_LINE, ' ').trim()

/** A name of something, which is shown in one line. */
export const NameText = () => z.string().overwrite(oneLineOf)

/** Name of an IANA time zone, such as `Europe/London`. */
export const ZoneName = z.string().regex(/^[\w+/-]+$/)

/** A time zone in a request: only one in the data of this runtime. */
export const TimeZone = z.string().max(60).refine(isTimeZone, 'Please choose a time zone')

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** Reply of calls that return no data. */
export const Message = z.object({ message: z.string() }).meta({ id: 'Message' })

/** A boolean as the settings table stores it. */
export const BooleanText = z.enum(['true', 'false'])

/** Longer than any request body, so that the form's own rule decides. */
const ANY_TEXT = 65_536

/**
 * A text field of a public form. Any other or longer value counts as empty, so that the form's rules can report all
 * invalid fields together.
 */
export const FormText = (most = ANY_TEXT) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.length <= most ? value : ''),
    z.string().max(most),
  ) as unknown as z.ZodType<string, string>

/** A phone number, an email address, or one of the offered answers. */
export const ShortFormText = FormText(300)

/** Hidden form field. A submission that fills it gets a success reply and is not stored. */
export const Honeypot = z.string().max(ANY_TEXT).optional()

/** A `preprocess` step: rejects a list or record with too many entries before parsing them. */
export const maxEntries = (max: number) => (value: unknown, context: z.RefinementCtx) => {
  const entries = typeof value === 'object' && value !== null ? Object.keys(value).length : 0
  return entries > max ? reject(context, `At most ${max}`) : value
}

/** Ids per parse call. */
const CHUNK = 1000

/** A list of at most `max` ids. Reports only the first invalid id: 100,000 issues would take a second. */
export function listOfIds(max: number, min?: { entries: number; message: string }) {
  const chunk = z.array(z.uuid('Not an id'))
  const wellFormed = (value: unknown, context: z.RefinementCtx) => {
    if (!Array.isArray(value)) return value
    if (value.length > max) return reject(context, `At most ${max}`)
    for (let at = 0; at < value.length; at += CHUNK) {
      const issue = chunk.safeParse(value.slice(at, at + CHUNK)).error?.issues[0]
      if (issue) return reject(context, issue.message, [at + Number(issue.path[0])])
    }
    return value
  }
  // The ids are validated already: z.uuid() here would take three times as long.
  const list = z.array(z.string().max(36).meta({ format: 'uuid' })).max(max)
  return z.preprocess(wellFormed, min ? list.min(min.entries, min.message) : list) as unknown as z.ZodType<
    string[],
    string[]
  >
}

function reject(context: z.RefinementCtx, message: string, path: number[] = []): never {
  context.addIssue({ code: 'custom', message, path })
  return z.NEVER
}

type ObjectRule<T> = (values: T) => FieldErrors

/** A `superRefine` step that reports the errors of a form's rule function under their fields. */
export function applyFormRules<T>(rule: ObjectRule<T>) {
  return (values: T, context: z.RefinementCtx) => {
    for (const [field, message] of Object.entries(rule(values))) {
      if (message) context.addIssue({ code: 'custom', path: [field], message })
    }
  }
}
