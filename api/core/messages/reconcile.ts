import type { MessageKind } from '@salonback/shared/core/messages/text.ts'
import type { Deps } from '../../deps.ts'
import type { Clock } from '../../platform/context.ts'
import { after, databaseNow, type Moment } from '../../platform/db/now.ts'
import type { Sql } from '../../platform/db/open.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import type { CarrierRecord } from './carrier.ts'
import { recordReceipt } from './receipts.ts'
import type { SenderAddress } from './senders.ts'
import { accept } from './transitions/accepted.ts'
import { retry, type Snapshot, unchangedSince } from './transitions/attempt.ts'

/** Kinds retried once if the carrier does not know them; others wait for staff, because a double text is worse than none. */
const RETRIED_KINDS: readonly MessageKind[] = ['reply', 'details', 'alert']

/** Look-ups of an unknown text: soon, and again minutes later. */
export const RECONCILE_AFTER_MS = [5_000, 180_000] as const
/** Pause after a failed or inconclusive look-up. */
const POSTPONE_MS = 60_000

interface UnknownRow extends Snapshot {
  kind: MessageKind
  phone: string
  body: string
  senderId: string
  sender: SenderAddress
  attemptedAt: Date
  retried: boolean
}

type Reconciling = Pick<Deps, 'sql' | 'carrier' | 'clock' | 'log' | 'subscribers'>

/**
 * Looks unknown texts up at the carrier by sender, number, body and time, ignoring sids of other rows. Found: the text was sent.
 * Not found twice, minutes apart: retried once for RETRIED_KINDS, else it stays unknown for staff. Returns how many were
 * looked up.
 */
export async function reconcileUnknown(deps: Reconciling, most = 20): Promise<number> {
  const { sql, clock, log } = deps
  const rows = await claimForReconciling(sql, databaseNow(sql, clock), most)
  await Promise.all(
    rows.map(async (row) => {
      try {
        await reconcileOne(deps, row)
      } catch (error) {
        log.warn({ text: row.id, err: error }, 'the look-up at the carrier failed')
        await postpone(sql, row, clock)
      }
    }),
  )
  return rows.length
}

/** Postpones an inconclusive look-up, which does not count. */
async function postpone(sql: Sql, row: UnknownRow, clock: Clock) {
  await sql`
    update messages set reconcile_count = ${row.reconcileCount},
      reconcile_at = ${after(sql, databaseNow(sql, clock), POSTPONE_MS)}
    where ${unchangedSince(sql, row)}`
}

/** Schedules the next look-up first, so that two processes never look up the same text. */
function claimForReconciling(sql: Sql, now: Moment, most: number) {
  return sql<UnknownRow[]>`
    with due as (
      select id, reconcile_count from messages
      where status = 'unknown' and reconcile_at <= ${now} order by reconcile_at limit ${most} for update skip locked
    )
    update messages m set reconcile_count = due.reconcile_count + 1, reconcile_at = ${after(sql, now, RECONCILE_AFTER_MS[1])}
    from due, senders s where m.id = due.id and m.status = 'unknown' and s.id = m.sender_id
    returning m.id, m.kind, m.phone, m.body, m.attempted_at, m.attempts, due.reconcile_count, m.retried, m.sender_id,
      jsonb_build_object('kind', s.kind, 'address', s.address) as sender`
}

async function reconcileOne(deps: Reconciling, row: UnknownRow): Promise<void> {
  const { sql, carrier, clock, subscribers } = deps
  const { sender, phone: to, body, attemptedAt: since } = row
  const records = await carrier.find({ sender, to, body, since })
  // The match may belong to an equal row that is still `sending` without a stored sid.
  if (records.length > 0 && (await hasEqualTextOnItsWay(sql, row))) return postpone(sql, row, clock)
  const found = await firstUnowned(sql, records, row.id)
  if (found) {
    const now = clock()
    await retryOnDeadlock(sql, (open) =>
      accept(open, subscribers, { id: row.id, sid: found.sid, segments: null, now }),
    )
    await recordReceipt(deps, { ...found, messageId: row.id, raw: { asked: true } }, now)
    return
  }
  if (row.reconcileCount + 1 < RECONCILE_AFTER_MS.length) return
  const triedAgain = RETRIED_KINDS.includes(row.kind) && !row.retried
  await (triedAgain ? retry(sql, row, databaseNow(sql, clock)) : leaveUnknown(sql, row))
}

async function hasEqualTextOnItsWay(sql: Sql, { id, phone, body, senderId }: UnknownRow): Promise<boolean> {
  const rows = await sql`
    select 1 from messages where phone = ${phone} and body = ${body} and sender_id = ${senderId} and status = 'sending' and id <> ${id}`
  return rows.length > 0
}

async function firstUnowned(sql: Sql, records: CarrierRecord[], id: string) {
  if (records.length === 0) return undefined
  const owned = await sql<{ sid: string }[]>`
    select sid from messages where sid in ${sql(records.map((record) => record.sid))} and id <> ${id}`
  const taken = new Set(owned.map((row) => row.sid))
  return records.filter((record) => !taken.has(record.sid)).at(-1)
}

/** Ends reconciliation; staff decide. */
async function leaveUnknown(sql: Sql, row: UnknownRow) {
  await sql`update messages set reconcile_at = null where ${unchangedSince(sql, row)}`
}

/** Age at which a sent text without final receipt is looked up: receipts get lost. */
const RECEIPT_OVERDUE_MS = 15 * 60_000
const GIVE_UP_MS = 48 * 60 * 60_000

/** Looks up texts without a final receipt, least recently checked first. `sent` without a receipt is normal. */
export async function fetchMissingReceipts(deps: Reconciling, most = 20): Promise<void> {
  const { sql, carrier, clock, log } = deps
  const now = databaseNow(sql, clock)
  const rows = await sql<{ id: string; sid: string }[]>`
    with overdue as (
      select id from messages
      where status = 'sent' and sid is not null and coalesce(reconcile_at, accepted_at) <= ${after(sql, now, -RECEIPT_OVERDUE_MS)}
        and accepted_at between ${after(sql, now, -GIVE_UP_MS)} and ${after(sql, now, -RECEIPT_OVERDUE_MS)}
      order by coalesce(reconcile_at, accepted_at) limit ${most} for update skip locked
    )
    update messages m set reconcile_at = ${now} from overdue where m.id = overdue.id returning m.id, m.sid`
  await Promise.all(
    rows.map(async (row) => {
      try {
        const record = await carrier.fetchStatus(row.sid)
        if (record) await recordReceipt(deps, { ...record, messageId: row.id, raw: { asked: true } }, clock())
      } catch (error) {
        log.warn({ text: row.id, err: error }, 'the look-up at the carrier failed')
      }
    }),
  )
}
