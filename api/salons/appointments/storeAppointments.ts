import type { Appointment, AppointmentResult } from '@salonback/shared/salons/appointments/appointment.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import { toE164 } from '@salonback/shared/sms/phone.ts'
import { lockNumbers } from '../../core/suppressions/suppressions.ts'
import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { findErased, type PhoneKeys, phoneHashes } from '../../platform/privacy/hash.ts'
import { requireSalon, type SalonRules } from '../salons/queries.ts'
import { type AppointmentRow, findUnknownNumbers, saveAppointments } from './queries.ts'
import { settleAppointments } from './settleAppointments.ts'

export interface StoreAppointments {
  salonId: string
  /** The API key or file, as evidence names it. */
  source: string
  appointments: readonly Appointment[]
}

/** How far the clock of another system may be ahead. */
const AHEAD_MS = 10 * 60_000
const EARLIEST = Date.UTC(2000)
const FAR_MS = 10 * 365 * 24 * 3_600_000
/** An amount below 1.00 is one in pounds or dollars. */
const LEAST_AMOUNT = 100

/**
 * Stores appointments by their external id and updates the visits of texted clients. Order and repeats do not change the
 * result. Visits are updated after the commit; the worker repeats what fails there.
 */
export async function storeAppointments(
  deps: Pick<Deps, 'sql' | 'env' | 'clock' | 'log'>,
  { salonId, source, appointments }: StoreAppointments,
): Promise<AppointmentResult[]> {
  const { sql, env, clock } = deps
  const salon = await requireSalon(sql, salonId)
  const now = clock()
  const read = appointments.map((one) => readAppointment(one, salon, now))
  const valid = read.flatMap((one) => ('phone' in one ? one : []))
  const saved = await retryOnDeadlock(sql, async (open) => {
    const rows = await withHashes(open, env, salonId, valid)
    const outcomes = new Map<string, { isClient: boolean; changed: boolean }>()
    for (const round of roundsOf(rows)) {
      const stored = await saveAppointments(open, { salonId, source, now }, round)
      for (const { externalId, isClient, changed } of stored) {
        const before = outcomes.get(externalId)?.changed ?? false
        outcomes.set(externalId, { isClient, changed: changed || before })
      }
    }
    return outcomes
  })
  await settleAppointments(deps, salonId)
  return read.map(({ externalId, ...one }) => {
    if ('problem' in one) return { externalId, result: 'invalid', message: one.problem }
    const outcome = saved.get(externalId)
    if (!outcome?.isClient) return { externalId, result: 'unknown_client' }
    return { externalId, result: outcome.changed ? 'stored' : 'unchanged' }
  })
}

type ReadAppointment = Omit<AppointmentRow, 'phoneHash'> | { externalId: string; problem: string }

function readAppointment(given: Appointment, salon: SalonRules, now: Date): ReadAppointment {
  const { externalId, state, amount = null } = given
  const phone = toE164(given.phone, salon.country)
  const problem = (text: string) => ({ externalId, problem: text })
  if (!phone) return problem('phone: this is no phone number')
  if (amount && amount < LEAST_AMOUNT)
    return problem('amount: this is less than 1.00; send pence or cents, like 4500 for 45.00')
  const wrong = wrongTime(given, now)
  if (wrong) return problem(wrong)
  const startsAt = new Date(given.startsAt)
  const passed = state === 'attended' || state === 'no_show'
  const day = (at: Date) => localDate(salon.timeZone, at)
  if (passed && day(startsAt) > day(now))
    return problem('startsAt: this is in the future, so the client cannot have come or missed it')
  const times = { bookedAt: utc(given.bookedAt), changedAt: utc(given.updatedAt) }
  return { externalId, phone, startsAt: startsAt.toISOString(), state, amount, ...times }
}

/** Postgres rejects some zones that a contract may have, such as +23:59. */
const utc = (at: string | null | undefined) => (at ? new Date(at).toISOString() : null)

/** Why one of the times cannot be right. Systems send their zero, such as 0001-01-01, for a time that they do not know. */
function wrongTime({ startsAt, bookedAt, updatedAt }: Appointment, now: Date): string | undefined {
  const soon = now.getTime() + AHEAD_MS
  const latest = { startsAt: now.getTime() + FAR_MS, bookedAt: soon, updatedAt: soon }
  for (const [name, at] of Object.entries({ startsAt, bookedAt, updatedAt })) {
    const time = at ? new Date(at).getTime() : EARLIEST
    if (time < EARLIEST) return `${name}: this is before the year 2000`
    if (time <= latest[name as keyof typeof latest]) continue
    return `${name}: this is ${name === 'startsAt' ? 'more than ten years ahead' : 'in the future'}`
  }
  return undefined
}

/** Adds the hash that stands for an unknown number; none for erased numbers or without a hash key. */
async function withHashes(
  sql: Sql,
  keys: PhoneKeys,
  salonId: string,
  rows: readonly Omit<AppointmentRow, 'phoneHash'>[],
): Promise<AppointmentRow[]> {
  const unknown = await findUnknownNumbers(sql, salonId, [...new Set(rows.map(({ phone }) => phone))])
  // An erasure under way does not see the hash, so it would stay.
  await lockNumbers(sql, unknown)
  const erased = await findErased(sql, keys, unknown)
  const waiting = new Set(unknown.filter((phone) => !erased.has(phone)))
  return rows.map((row) => {
    const hash = waiting.has(row.phone) ? phoneHashes(keys, row.phone).at(-1) : undefined
    return { ...row, phoneHash: hash?.toString('hex') ?? null }
  })
}

/** Splits rows so that no id repeats within a part: one statement cannot change a row twice. */
function roundsOf(rows: readonly AppointmentRow[]): AppointmentRow[][] {
  const rounds: Map<string, AppointmentRow>[] = []
  for (const row of rows) {
    let round = rounds.find((one) => !one.has(row.externalId))
    if (!round) {
      round = new Map()
      rounds.push(round)
    }
    round.set(row.externalId, row)
  }
  return rounds.map((round) => [...round.values()])
}
