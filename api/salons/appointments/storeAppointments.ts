import type { z } from '@hono/zod-openapi'
import { Appointment, type AppointmentResult } from '@salonback/shared/salons/appointments/appointment.ts'
import { isId } from '@salonback/shared/salons/appointments/csvIds.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import { toE164 } from '@salonback/shared/sms/phone.ts'
import { lockNumbers } from '../../core/suppressions/suppressions.ts'
import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { plainIssue } from '../../platform/http/plainIssue.ts'
import { findErased, type PhoneKeys, phoneHashes } from '../../platform/privacy/hash.ts'
import type { SalonRow } from '../salons/queries.ts'
import { renameIds, storedId } from './clearIds.ts'
import { countUnknown, findUnknownNumbers } from './queries.ts'
import { type GivenAppointment, type Saved, saveAppointments } from './saveAppointments.ts'
import { type SettleDeps, settleClient } from './settleAppointments.ts'

interface StoreAppointments {
  salon: SalonRow
  /** The API key or file, as evidence names it. */
  source: string
  /** Where ids are unique: `key:<id>` of an API key; unset: the files of the salon, which are one source. */
  sourceId?: string
  /** Of a file that can be taken back. */
  importId?: string
  /** Items that are no `Appointment` are answered as invalid. */
  appointments: readonly unknown[]
  /** Waits until others had their turn; unset: does not wait. */
  inTurn?: <T>(work: () => Promise<T>) => Promise<T>
}

/** How far the clock of another system may be ahead. */
const AHEAD_MS = 10 * 60_000
const EARLIEST = Date.UTC(2000)
const FAR_MS = 10 * 365 * 24 * 3_600_000
/** Appointments that a salon may be sent in a day for numbers on no list. */
export const MOST_UNKNOWN = 10_000
const DAY_MS = 24 * 3_600_000
/** Clients that are settled before others have their turn. */
const TURN = 20

/**
 * Stores appointments by the id of their source and updates the visits of texted clients. The order of calls and repeats do not
 * change the result. Each item has its own answer. Visits are updated after the commit; the worker repeats what fails there.
 */
export async function storeAppointments(
  deps: SettleDeps & Pick<Deps, 'env'>,
  { salon, source, sourceId = 'file', importId, appointments, inTurn = (work) => work() }: StoreAppointments,
): Promise<AppointmentResult[]> {
  const { sql, env, clock } = deps
  const salonId = salon.id
  const now = clock()
  const read = withoutAmbiguousIds(
    appointments.map((one) => readAppointment(one, salon, now, env)),
    salon,
  )
  const valid = read.flatMap((one) => ('phone' in one ? one : []))
  const saved = await inTurn(() =>
    retryOnDeadlock(sql, async (open) => {
      // A trigger keeps the facts from before.
      if (importId) await open`select set_config('salonback.import', ${importId}, true)`
      await renameIds(
        open,
        { salonId, sourceId },
        valid.map(({ sentId: before, externalId: after }) => ({ before, after })),
      )
      const rows = await withHashes(open, env, { salonId, now }, valid)
      return saveAppointments(open, env, { salonId, sourceId, source, now }, rows)
    }),
  )
  const clientIds = [...new Set([...saved.values()].flatMap(({ clientId }) => clientId ?? []))]
  for (let at = 0; at < clientIds.length; at += TURN)
    await inTurn(async () => {
      for (const clientId of clientIds.slice(at, at + TURN)) await settleClient(deps, { salon, clientId })
    })
  return read.map((one) => resultOf(one, saved))
}

const OTHER_CLIENT =
  'externalId: this id was sent for another number before. An id stands for one client; please send a new id'

function resultOf(one: ReadAppointment, saved: Saved): AppointmentResult {
  const { sentId: externalId } = one
  if ('problem' in one) return { externalId, result: 'invalid', message: one.problem }
  const outcome = saved.get(one.externalId)
  if (outcome?.result === 'other_client') return { externalId, result: 'invalid', message: OTHER_CLIENT }
  if (!outcome) return { externalId, result: 'unknown_client', message: NOT_KEPT }
  if (!outcome.clientId) return { externalId, result: 'unknown_client' }
  return { externalId, result: outcome.result }
}

const NOT_KEPT = 'The number is on no list of the salon, and this appointment does not wait for one'

/** `sentId`: the id as it was sent, for the answer. */
type ValidAppointment = Omit<GivenAppointment, 'phoneHash'> & { sentId: string }
type ReadAppointment = ValidAppointment | { sentId: string; problem: string }

function readAppointment(item: unknown, salon: SalonRow, now: Date, keys: PhoneKeys): ReadAppointment {
  const { data: given, error } = Appointment.safeParse(item, { error: plainIssue })
  if (!given) return { sentId: idOf(item), problem: problemOf(error) }
  const { externalId, state, amount = null } = given
  const phone = toE164(given.phone, salon.country)
  const problem = (text: string) => ({ sentId: externalId, problem: text })
  if (!isId(externalId)) return problem(NO_ID)
  if (!phone) return problem('phone: this is no phone number')
  const wrong = wrongTime(given, now)
  if (wrong) return problem(wrong)
  const startsAt = new Date(given.startsAt)
  const passed = state === 'attended' || state === 'no_show'
  const day = (at: Date) => localDate(salon.timeZone, at)
  if (passed && day(startsAt) > day(now))
    return problem('startsAt: this is in the future, so the client cannot have come or missed it')
  const times = { bookedAt: utc(given.bookedAt), changedAt: utc(given.updatedAt) }
  const ids = { sentId: externalId, externalId: storedId(keys, { externalId, phone }) }
  return { ...ids, phone, startsAt: startsAt.toISOString(), state, amount, ...times }
}

const NO_ID =
  'externalId: this names no appointment: it was shortened by a spreadsheet, or stands for a missing id. Please send its own id'

function problemOf({ issues: [issue] }: z.ZodError): string {
  const field = issue?.path.join('.')
  return field ? `${field}: ${issue?.message}` : 'Please send an object with the fields of an appointment'
}

/** The id as it was sent, for the answer about an item that cannot be read. */
function idOf(item: unknown): string {
  const id = typeof item === 'object' && item !== null && 'externalId' in item ? item.externalId : ''
  return typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 200) : ''
}

/** Refuses all items of an id that stands for two clients or days: it cannot be known which of them is meant. */
function withoutAmbiguousIds(read: ReadAppointment[], { timeZone }: SalonRow): ReadAppointment[] {
  const byId = new Map<string, ValidAppointment[]>()
  for (const one of read)
    if ('phone' in one) byId.set(one.externalId, [...(byId.get(one.externalId) ?? []), one])
  return read.map((one) => {
    const problem = 'phone' in one && ambiguity(byId.get(one.externalId) ?? [], timeZone)
    return problem ? { sentId: one.sentId, problem } : one
  })
}

function ambiguity(same: readonly ValidAppointment[], timeZone: string): string | null {
  const count = (values: unknown[]) => new Set(values).size
  if (same.length < 2) return null
  if (count(same.map(({ phone }) => phone)) > 1)
    return 'externalId: two numbers have this id; an id stands for one client and one day'
  // With times of change it is one appointment that was moved.
  const changes = same.map(({ changedAt }) => changedAt)
  const isMoved = !changes.includes(null) && count(changes) === same.length
  const days = count(same.map(({ startsAt }) => localDate(timeZone, new Date(startsAt))))
  return days > 1 && !isMoved
    ? 'externalId: two days have this id; an id stands for one client and one day'
    : null
}

/** Postgres rejects some zones that a contract may have, such as +23:59. */
const utc = (at: string | null | undefined) => (at ? new Date(at).toISOString() : null)

/** Why one of the times cannot be right. Systems send their zero, such as 0001-01-01, for a time that they do not know. */
function wrongTime(
  { startsAt, bookedAt, updatedAt }: z.output<typeof Appointment>,
  now: Date,
): string | undefined {
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
  { salonId, now }: { salonId: string; now: Date },
  rows: readonly ValidAppointment[],
): Promise<GivenAppointment[]> {
  const unknown = await findUnknownNumbers(sql, salonId, [...new Set(rows.map(({ phone }) => phone))])
  // An erasure under way does not see the hash, so it would stay.
  await lockNumbers(sql, unknown)
  const erased = await findErased(sql, keys, unknown)
  const waiting = new Set(unknown.filter((phone) => !erased.has(phone)))
  const since = new Date(now.getTime() - DAY_MS)
  let left = waiting.size > 0 ? MOST_UNKNOWN - (await countUnknown(sql, salonId, since)) : 0
  return rows.map((row) => {
    const hash = waiting.has(row.phone) && left-- > 0 ? phoneHashes(keys, row.phone).at(-1) : undefined
    return { ...row, phoneHash: hash?.toString('hex') ?? null }
  })
}
