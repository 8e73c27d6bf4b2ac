import { z } from 'zod'
import type { FieldErrors } from './forms.ts'

/** Every id of ours: a UUID as a string. */
export const Id = z.uuid()

/** Bytes that 100 000 ids and a text need as JSON. */
export const MAX_ID_LIST_BYTES = 6 * 1024 * 1024

/** A moment, ISO-8601 in UTC with milliseconds. */
export const Instant = z.iso.datetime()

/** Answer of calls that only have something to say. */
export const Message = z.object({ message: z.string() }).meta({ id: 'Message' })

/** A switch as the settings table and the console carry it. */
export const BooleanText = z.enum(['true', 'false'])

/** Characters that fit into no body: the form's own rule says what is too long. */
const ANY_TEXT = 65_536

/**
 * A text of a public form. Anything else counts as empty, a longer one too, so that the form's rules can name every
 * wrong field at once, in their own words, instead of stopping at the first.
 */
export const FormText = (most = ANY_TEXT) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.length <= most ? value : ''),
    z.string().max(most),
  ) as unknown as z.ZodType<string, string>

/** A number as people type it, an address, or one of the answers to choose from. */
export const ShortFormText = FormText(300)

/** People never see this field. A filled one is answered like a success and kept nowhere. */
export const Honeypot = z.string().max(ANY_TEXT).optional()

/** A `preprocess` step: a list or record of more entries is refused before any of them is parsed. */
export const maxEntries = (max: number) => (value: unknown, context: z.RefinementCtx) => {
  const entries = typeof value === 'object' && value !== null ? Object.keys(value).length : 0
  return entries > max ? refused(context, `At most ${max}`) : value
}

/** Ids looked at in one go. */
const PIECE = 1000

/**
 * At most so many ids; told about the first wrong one only. An issue for each of a hundred thousand would take a second
 * and tell nobody more.
 */
export function listOfIds(max: number, min?: { entries: number; message: string }) {
  const piece = z.array(Id)
  const wellFormed = (value: unknown, context: z.RefinementCtx) => {
    if (!Array.isArray(value)) return value
    if (value.length > max) return refused(context, `At most ${max}`)
    for (let at = 0; at < value.length; at += PIECE) {
      const wrong = piece.safeParse(value.slice(at, at + PIECE)).error?.issues[0]
      if (wrong) return refused(context, wrong.message, [at + Number(wrong.path[0])])
    }
    return value
  }
  // Each was looked at: to look as closely once more would take a hundred thousand three times as long as this.
  const looked = z.array(z.string().max(36).meta({ format: 'uuid' })).max(max)
  return z.preprocess(
    wellFormed,
    min ? looked.min(min.entries, min.message) : looked,
  ) as unknown as z.ZodType<string[], string[]>
}

function refused(context: z.RefinementCtx, message: string, path: number[] = []): never {
  context.addIssue({ code: 'custom', message, path })
  return z.NEVER
}

type ObjectRule<T> = (values: T) => FieldErrors

/** A `superRefine` step that reports the sentences of a form's own rule function, each under its field. */
export function applyFormRules<T>(rule: ObjectRule<T>) {
  return (values: T, context: z.RefinementCtx) => {
    for (const [field, message] of Object.entries(rule(values))) {
      if (message) context.addIssue({ code: 'custom', path: [field], message })
    }
  }
}
