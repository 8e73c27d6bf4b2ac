import { toE164 } from '@salonback/shared/phone.ts'

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
  const name = text(fields.name)
  if (name === null) return { reason: 'The name is missing' }
  const country = text(fields.country)
  const given = fields.phone ?? null
  if (given === null || String(given).trim() === '') return { reason: 'The phone number is missing' }
  const phone = typeof given === 'string' || typeof given === 'number' ? toE164(given, country) : null
  if (phone === null) return { reason: 'The phone number cannot be read' }
  return {
    prospect: {
      name,
      category: text(fields.category),
      country,
      phone,
      phoneType: text(fields.phone_type ?? fields.phoneType)?.toLowerCase() ?? null,
      address: text(fields.address),
      rating: within(number(fields.rating), 0, 5),
      reviewCount: count(fields.review_count ?? fields.reviewCount),
      teamSize: count(fields.team_size ?? fields.teamSize),
    },
  }
}

/** Postgres stores neither NUL nor half a surrogate pair; scraped texts hold both now and then. */
export const storable = (words: string) => words.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD')

function text(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return null
  return storable(value).trim() || null
}

function number(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return null
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

// A record's worth of evidence, not a place to keep whatever a file carries.
const KEPT_CHARACTERS = 4000

/** A rejected record as it is kept beside its reason: itself while it is of sensible size, else how it begins. */
export function evidence(record: unknown): unknown {
  try {
    const json = JSON.stringify(record, (_, value: unknown) => storableValue(value)) ?? 'null'
    return json.length <= KEPT_CHARACTERS ? JSON.parse(json) : storable(`${json.slice(0, KEPT_CHARACTERS)}…`)
  } catch {
    // Nested too deep for a stack.
    return null
  }
}

function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return storable(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [storable(key), inner]))
}
