import { localDate } from '../../sms/openHours.ts'
import { Appointment, type AppointmentState } from './appointment.ts'
import type { AskedWord } from './csvRowState.ts'
import { visitOf } from './visitOf.ts'

/** A row of an appointment: exports have a row for each service and each refund. */
interface Part {
  phone: string
  startsAt: string
  bookedAt: string | null
  /** Null: a refund, which says nothing about the state. */
  state: AppointmentState | null
  /** Negative for a refund. */
  amount: number | null
}

/** A row as it was read: a service of an appointment, or the reason why it is none. */
export type ReadRow = { row: number; id: string | null; asked: AskedWord[] } & (
  | { part: Part }
  | { reason: string; leftOut?: boolean }
)

/** A row that is not stored, by its number in the file. */
export interface RejectedRow {
  row: number
  reason: string
}

/**
 * Makes appointments of rows with the same id, or without an id of those with the same client and time. If one row of an
 * appointment cannot be read, or names another client or day, all of them are rejected: a sum without it would be wrong.
 */
export function joinParts(
  rows: readonly ReadRow[],
  timeZone: string,
): { appointments: Appointment[]; rejected: RejectedRow[] } {
  const groups = new Map<string, ReadRow[]>()
  for (const row of rows) {
    const key = row.id ?? `row ${row.row}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  const appointments: Appointment[] = []
  const rejected: RejectedRow[] = []
  for (const [key, all] of groups) {
    const kept = all.filter((row) => !('leftOut' in row))
    const joined = joinGroup(key, kept, timeZone)
    if (typeof joined === 'object') appointments.push(joined)
    for (const row of all) {
      if ('reason' in row) rejected.push({ row: row.row, reason: row.reason })
      else if (typeof joined === 'string') rejected.push({ row: row.row, reason: joined })
    }
  }
  return { appointments, rejected: rejected.sort((a, b) => a.row - b.row) }
}

/** The appointment, or why there is none. */
function joinGroup(id: string, rows: readonly ReadRow[], timeZone: string): Appointment | string {
  const parts = rows.flatMap((row) => ('part' in row ? row.part : []))
  const [first, ...others] = parts
  const unread = rows.find((row) => 'reason' in row)
  if (!first || unread) return `Row ${unread?.row ?? ''} of the same appointment is not imported`
  const dayOf = ({ startsAt }: Part) => localDate(timeZone, new Date(startsAt))
  if (others.some((other) => other.phone !== first.phone || dayOf(other) !== dayOf(first))) {
    const numbers = rows.map(({ row }) => row)
    return `Rows ${listed(numbers)} have the same id, with another client or day`
  }
  return sumOf(id, parts)
}

/** `2, 3 and 5`. */
const listed = (rows: readonly number[]) =>
  rows.length > 5
    ? `${rows.slice(0, 5).join(', ')} and ${rows.length - 5} more`
    : `${rows.slice(0, -1).join(', ')} and ${rows.at(-1)}`

function sumOf(id: string, parts: readonly Part[]): Appointment | string {
  const refunds = parts.filter(({ amount }) => (amount ?? 0) < 0)
  const services = parts.filter((part): part is Part & { state: AppointmentState } => part.state !== null)
  const told = visitOf(services.map((part) => ({ ...part, amount: Math.max(0, part.amount ?? 0) })))
  if (!told || services.every((part) => refunds.includes(part))) return 'A refund without its appointment'
  const amounts = services.filter(({ state }) => state === told.state).flatMap(({ amount }) => amount ?? [])
  const paid = amounts.filter((amount) => amount >= 0)
  const total = sum(paid) + sum(refunds.map(({ amount }) => amount ?? 0))
  if (told.state === 'attended' && total < 0) return 'More was refunded than was paid'
  const amount = told.state === 'attended' && amounts.length > 0 ? total : null
  const valid = Appointment.safeParse({ ...told, externalId: id, phone: parts[0]?.phone, amount })
  return valid.success ? valid.data : (valid.error.issues[0]?.message ?? 'This row cannot be read')
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0)
