import type { Appointment, AppointmentResult } from '@salonback/shared/salons/appointments/appointment.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import { toE164 } from '@salonback/shared/sms/phone.ts'
import type { Deps } from '../../deps.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { findErased, type PhoneKeys, phoneHashes } from '../../platform/privacy/hash.ts'
import { requireSalon, type SalonRules } from '../salons/queries.ts'
import { type AppointmentRow, saveAppointments } from './queries.ts'
import { settleAppointments } from './settleAppointments.ts'

export interface StoreAppointments {
  salonId: string
  /** The API key or file, as evidence names it. */
  source: string
  appointments: readonly Appointment[]
}

/** How far the clock of another system may be ahead. */
const AHEAD_MS = 10 * 60_000

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
  const rows = await withHashes(deps, env, valid)
  const saved = await retryOnDeadlock(sql, async (open) => {
    const outcomes = new Map<string, { isClient: boolean; changed: boolean }>()
    for (const round of roundsOf(rows))
      for (const { externalId, isClient, changed } of await saveAppointments(
        open,
        { salonId, source, now },
        round,
      )) {
        const before = outcomes.get(externalId)?.changed ?? false
        outcomes.set(externalId, { isClient, changed: changed || before })
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
  const { externalId, state, startsAt, bookedAt = null, amount = null, updatedAt = null } = given
  const phone = toE164(given.phone, salon.country)
  const problem = (text: string) => ({ externalId, problem: text })
  if (!phone) return problem('phone: this is no phone number')
  if (bookedAt && new Date(bookedAt).getTime() > now.getTime() + AHEAD_MS)
    return problem('bookedAt: this is in the future')
  if (updatedAt && new Date(updatedAt).getTime() > now.getTime() + AHEAD_MS)
    return problem('updatedAt: this is in the future')
  const passed = state === 'attended' || state === 'no_show'
  const day = (at: Date) => localDate(salon.timeZone, at)
  if (passed && day(new Date(startsAt)) > day(now))
    return problem('startsAt: this is in the future, so the client cannot have come or missed it')
  return { externalId, phone, bookedAt, startsAt, state, amount, changedAt: updatedAt }
}

/** Adds the hash that stands for an unknown number; none for erased numbers or without a hash key. */
async function withHashes(
  { sql }: Pick<Deps, 'sql'>,
  keys: PhoneKeys,
  rows: readonly Omit<AppointmentRow, 'phoneHash'>[],
): Promise<AppointmentRow[]> {
  const erased = await findErased(sql, keys, [...new Set(rows.map(({ phone }) => phone))])
  return rows.map((row) => {
    const hash = erased.has(row.phone) ? undefined : phoneHashes(keys, row.phone).at(-1)
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
