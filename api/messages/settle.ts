import type { MessageKind } from '@salonback/shared/messages/contract.ts'
import { inTransactionAgain } from '../db/again.ts'
import { after, databaseNow, type Moment } from '../db/now.ts'
import type { Sql } from '../db/open.ts'
import type { Clock, Deps } from '../deps.ts'
import { finishOutreach } from '../outreach/watch.ts'
import { LEASE_MS } from './outbox.ts'
import { takeReceipt } from './receipts.ts'
import { accept } from './transitions.ts'
import type { CarrierRecord } from './twilio.ts'

/** Somebody waits for these; the rest is left for a person, because a lost text beats a double one. */
const TRIED_ONCE_MORE: readonly MessageKind[] = ['reply', 'details', 'alert']

/** When to ask the carrier about an unknown text: soon, and once more minutes later. */
export const SETTLE_AFTER_MS = [5_000, 180_000] as const
/** When a look told nothing. */
const LOOK_AGAIN_MS = 60_000

interface UnknownRow {
  id: string
  kind: MessageKind
  phone: string
  body: string
  attemptedAt: Date
  attempts: number
  settleCount: number
  retried: boolean
}

type Settling = Pick<Deps, 'sql' | 'carrier' | 'clock' | 'log'>

/**
 * Asks the carrier about texts that may or may not have been sent: same number, same body, made since the
 * attempt, not another row's. Found: it was sent. Not found twice, minutes apart: tried once more if somebody
 * waits for it, else it stays unknown for a person. Returns how many were looked at.
 */
export async function settleUnknown(deps: Settling, most = 20): Promise<number> {
  const { sql, clock, log } = deps
  const rows = await takeForSettling(sql, databaseNow(sql, clock), most)
  await Promise.all(
    rows.map(async (row) => {
      try {
        await settleOne(deps, row)
      } catch (error) {
        log.warn({ text: row.id, err: error }, 'the carrier could not be asked')
        await lookAgain(sql, row, clock)
      }
    }),
  )
  return rows.length
}

/**
 * The text as this look found it. A process that stood still since, while another looked, sent it again or was told,
 * must not act on what it learnt before.
 */
const asSeen = (sql: Sql, { id, attempts, settleCount }: UnknownRow) =>
  sql`id = ${id} and status = 'unknown' and attempts = ${attempts} and settle_count = ${settleCount + 1}`

/** This look told nothing; the next one counts in its place. */
async function lookAgain(sql: Sql, row: UnknownRow, clock: Clock) {
  await sql`
    update messages set settle_count = ${row.settleCount},
      settle_at = ${after(sql, databaseNow(sql, clock), LOOK_AGAIN_MS)}
    where ${asSeen(sql, row)}`
}

/** Counts the look and sets the next one before looking, so that two processes do not look together. */
function takeForSettling(sql: Sql, now: Moment, most: number) {
  return sql<UnknownRow[]>`
    with due as (
      select id, settle_count from messages
      where status = 'unknown' and settle_at <= ${now} order by settle_at limit ${most} for update skip locked
    )
    update messages m set settle_count = due.settle_count + 1, settle_at = ${after(sql, now, SETTLE_AFTER_MS[1])}
    from due where m.id = due.id and m.status = 'unknown'
    returning m.id, m.kind, m.phone, m.body, m.attempted_at, m.attempts, due.settle_count, m.retried`
}

async function settleOne({ sql, carrier, clock }: Settling, row: UnknownRow): Promise<void> {
  const records = await carrier.find({ to: row.phone, body: row.body, since: row.attemptedAt })
  // What is found may be a twin's, whose sender has not come back to claim it. Asked before who owns which.
  if (records.length > 0 && (await hasTwinOnItsWay(sql, row))) return lookAgain(sql, row, clock)
  const found = await firstUnowned(sql, records, row.id)
  if (found) {
    const now = clock()
    await inTransactionAgain(sql, (open) => accept(open, { id: row.id, sid: found.sid, segments: null, now }))
    await takeReceipt(sql, { ...found, messageId: row.id, raw: { asked: true } }, now)
    return
  }
  if (row.settleCount + 1 < SETTLE_AFTER_MS.length) return
  const again = TRIED_ONCE_MORE.includes(row.kind) && !row.retried
  await (again ? tryOnceMore(sql, row, clock) : leaveUnknown(sql, row))
}

async function hasTwinOnItsWay(sql: Sql, { id, phone, body }: UnknownRow): Promise<boolean> {
  const rows = await sql`
    select 1 from messages where phone = ${phone} and body = ${body} and status = 'sending' and id <> ${id}`
  return rows.length > 0
}

async function firstUnowned(
  sql: Sql,
  records: CarrierRecord[],
  id: string,
): Promise<CarrierRecord | undefined> {
  if (records.length === 0) return undefined
  const owned = await sql<{ sid: string }[]>`
    select sid from messages where sid in ${sql(records.map((record) => record.sid))} and id <> ${id}`
  const taken = new Set(owned.map((row) => row.sid))
  return records.filter((record) => !taken.has(record.sid)).at(-1)
}

/** Not before the lease of the attempt is long over: who made it may stand still with its bytes in hand. */
async function tryOnceMore(sql: Sql, row: UnknownRow, clock: Clock) {
  const now = databaseNow(sql, clock)
  await sql`
    update messages set status = 'queued', status_at = ${now}, due_at = ${now}, retried = true, settle_at = null, lease_until = null
    where ${asSeen(sql, row)} and not retried and attempted_at < ${after(sql, now, -2 * LEASE_MS)}`
}

async function leaveUnknown(sql: Sql, row: UnknownRow) {
  const [left] = await sql<{ outreachId: string | null }[]>`
    update messages set settle_at = null where ${asSeen(sql, row)} returning outreach_id`
  if (left?.outreachId) await finishOutreach(sql, left.outreachId)
}

/** Texts without a final word for this long are asked about; receipts do get lost. */
const SILENT_MS = 15 * 60_000
const GIVE_UP_MS = 48 * 60 * 60_000

/**
 * Asks about texts whose receipts never came, those not asked about for longest first. `sent` without a receipt is
 * normal and stays `sent`.
 */
export async function lookForReceipts({ sql, carrier, clock, log }: Settling, most = 20): Promise<void> {
  const now = databaseNow(sql, clock)
  const rows = await sql<{ id: string; sid: string }[]>`
    with silent as (
      select id from messages
      where status = 'sent' and sid is not null and coalesce(settle_at, accepted_at) <= ${after(sql, now, -SILENT_MS)}
        and accepted_at between ${after(sql, now, -GIVE_UP_MS)} and ${after(sql, now, -SILENT_MS)}
      order by coalesce(settle_at, accepted_at) limit ${most} for update skip locked
    )
    update messages m set settle_at = ${now} from silent where m.id = silent.id returning m.id, m.sid`
  await Promise.all(
    rows.map(async (row) => {
      const record = await carrier.look(row.sid).catch((error) => {
        log.warn({ text: row.id, err: error }, 'the carrier could not be asked')
        return null
      })
      if (record) await takeReceipt(sql, { ...record, messageId: row.id, raw: { asked: true } }, clock())
    }),
  )
}
