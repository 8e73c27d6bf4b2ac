import { toE164 } from '@salonback/shared/sms/phone.ts'

/** A prospect as read from a record of an export. */
export interface NewProspect {
  name: string
  category: string | null
  country: string | null
  /** E.164 */
  phone: string
  phoneType: string | null
  address: string | null
  rating: number | null
  reviewCount: number | null
  teamSize: number | null
}

export type ReadRecord = { prospect: NewProspect } | { reason: string }

/**
 * Reads one record of an export. Keys may be snake_case or camelCase, numbers may be strings ("1,204", " 6 "), and
 * missing, empty or unreadable optional fields are null. Rejects a record without a name or a valid phone number, which
 * is parsed with the record's country.
 */
export function readRecord(record: unknown): ReadRecord {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    return { reason: 'This is not a record' }
  }
  const fields = record as Record<string, unknown>
  const tooMany = Object.keys(fields).length > MAX_FIELDS
  if (tooMany) return { reason: `The record has more than ${MAX_FIELDS.toLocaleString('en')} fields` }
  const name = text(fields.name)
  if (name === null) return { reason: 'The name is missing' }
  const country = text(fields.country)
  const given = fields.phone ?? null
  if (given === null || (typeof given === 'string' && given.trim() === '')) {
    return { reason: 'The phone number is missing' }
  }
  const phone = typeof given === 'string' || typeof given === 'number' ? toE164(given, country) : null
  if (phone === null) return { reason: 'The phone number cannot be read' }
  const prospect = {
    name,
    category: text(fields.category),
    country,
    phone,
    phoneType: text(fields.phone_type ?? fields.phoneType)?.toLowerCase() ?? null,
    address: text(fields.address),
    rating: within(rating(fields.rating), 0, 5),
    reviewCount: count(fields.review_count ?? fields.reviewCount),
    teamSize: count(fields.team_size ?? fields.teamSize),
  }
  const overlong = limitedFields.find((field) => (prospect[field] ?? '').length > maxLengths[field])
  return overlong ? { reason: tooLong(overlong) } : { prospect }
}

const MAX_FIELDS = 1000

/** Characters, far more than any real value has. Names are indexed, and Postgres limits the size of an index row. */
const maxLengths = { name: 300, category: 200, country: 100, phoneType: 100, address: 1000 } as const
type LimitedField = keyof typeof maxLengths
const limitedFields = Object.keys(maxLengths) as LimitedField[]

function tooLong(field: LimitedField): string {
  const label = field === 'phoneType' ? 'phone type' : field
  return `The ${label} is longer than ${maxLengths[field].toLocaleString('en')} characters`
}

/** Removes NUL and replaces lone surrogates, which Postgres rejects. */
export const storable = (text: string) =>
  PRINTABLE_ASCII.test(text) ? text : text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD')

/** A cheap test that most strings pass; the replacements take longer than reading the record. */
const PRINTABLE_ASCII = /^[ -~]*$/

function text(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null
  if (typeof value !== 'string') return null
  return storable(value).trim() || null
}

const MAX_NUMBER_LENGTH = 100

function number(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return null
  if (value.length > MAX_NUMBER_LENGTH) return null
  const plain = value.normalize('NFKC').trim()
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)) return Number(plain.replaceAll(',', ''))
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null
}

/** Some exports write 4,7: a rating has no thousands, so its comma is a decimal point. */
const rating = (value: unknown) => number(typeof value === 'string' ? value.replace(',', '.') : value)

const within = (value: number | null, low: number, high: number) =>
  value !== null && value >= low && value <= high ? value : null

const MAX_INTEGER = 2_147_483_647

/** 1.204, 1 204 and 1'204 are 1,204: a count has no decimals. */
const THOUSANDS = /^\s*\d{1,3}(?:[.\s'’]\d{3})+\s*$/

const count = (value: unknown) => {
  const whole =
    typeof value === 'string' && value.length <= MAX_NUMBER_LENGTH && THOUSANDS.test(value)
      ? Number(value.replace(/\D/g, ''))
      : number(value)
  return within(whole === null ? null : Math.round(whole), 0, MAX_INTEGER)
}

// Limited so that rejected records cannot fill the database.
const MAX_EXCERPT_LENGTH = 2000

/** What is stored of a rejected record: its JSON value if it is small, else the start of its text. */
export function excerptOf(text: string): unknown {
  const start = storable(`${text.slice(0, MAX_EXCERPT_LENGTH)}…`)
  // Indentation at most doubles the length of JSON here.
  if (text.length > 2 * MAX_EXCERPT_LENGTH) return start
  try {
    const value = storableValue(JSON.parse(text))
    return JSON.stringify(value).length <= MAX_EXCERPT_LENGTH ? value : start
  } catch {
    return start
  }
}

/** The value with storable strings; infinite numbers become strings, because JSON cannot represent them. */
function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return storable(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (Array.isArray(value)) return value.map(storableValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [storable(key), storableValue(inner)]),
  )
}
