import { toE164 } from '@salonback/shared/sms/phone.ts'

/** What a record of an export becomes. */
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
 * Reads one record of an export. snake_case and camelCase both count, numbers may be texts ("1,204", " 6 "), and
 * what is missing, empty or unreadable is null. Only a record that is none, or lacks a name or a phone number that
 * a text could go to, is rejected; the number is read with the record's own country.
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
    rating: within(number(fields.rating), 0, 5),
    reviewCount: count(fields.review_count ?? fields.reviewCount),
    teamSize: count(fields.team_size ?? fields.teamSize),
  }
  const long = limitedFields.find((field) => (prospect[field] ?? '').length > longest[field])
  return long ? { reason: tooLong(long) } : { prospect }
}

const MAX_FIELDS = 1000

/** Characters a text may have, far beyond any real one. Names stand in an index, whose rows Postgres limits. */
const longest = { name: 300, category: 200, country: 100, phoneType: 100, address: 1000 } as const
type LongField = keyof typeof longest
const limitedFields = Object.keys(longest) as LongField[]

const fieldLabels: Record<LongField, string> = {
  name: 'name',
  category: 'category',
  country: 'country',
  phoneType: 'phone type',
  address: 'address',
}

const tooLong = (field: LongField) =>
  `The ${fieldLabels[field]} is longer than ${longest[field].toLocaleString('en')} characters`

/** Postgres stores neither NUL nor half a surrogate pair; scraped texts hold both now and then. */
export const storable = (words: string) =>
  PLAIN.test(words) ? words : words.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD')

/** Nearly all texts: looking for what cannot be stored costs more than reading the record. */
const PLAIN = /^[ -~]*$/

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
  const plain = value.trim()
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)) return Number(plain.replaceAll(',', ''))
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null
}

const within = (value: number | null, low: number, high: number) =>
  value !== null && value >= low && value <= high ? value : null

const LARGEST = 2_147_483_647

const count = (value: unknown) => {
  const whole = number(value)
  return within(whole === null ? null : Math.round(whole), 0, LARGEST)
}

// Enough to recognise a rejected record; an unlimited copy would let a file fill the database.
const MAX_EVIDENCE_LENGTH = 2000

/** A rejected record as it is kept beside its reason: itself while it is of sensible size, else how its text begins. */
export function evidence(text: string): unknown {
  const start = storable(`${text.slice(0, MAX_EVIDENCE_LENGTH)}…`)
  // Indented JSON is up to twice as long as what it says.
  if (text.length > 2 * MAX_EVIDENCE_LENGTH) return start
  try {
    const value = storableValue(JSON.parse(text))
    return JSON.stringify(value).length <= MAX_EVIDENCE_LENGTH ? value : start
  } catch {
    return start
  }
}

/** The same value with texts that can be stored, and without numbers that JSON cannot write. */
function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return storable(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (Array.isArray(value)) return value.map(storableValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [storable(key), storableValue(inner)]),
  )
}
