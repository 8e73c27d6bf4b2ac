import type { SentLink } from '@salonback/shared/salons/salons/contract.ts'
import { cancelOutdated } from '../../core/messages/transitions/queued.ts'
import type { Sql } from '../../platform/db/open.ts'
import { cancelOutdatedMails } from '../../platform/mail/mailStates.ts'

/** The purpose of the link that the service sends; `link`: staff sent it. */
export type OwnerMessageKind = Exclude<SentLink, 'home'> | 'handover' | 'texts' | 'link'

interface OwnerMessage {
  /** Of the text or e-mail. */
  dedupeKey: string
  /** Of the link; hexadecimal. */
  hash: string
  salonId: string
  kind: OwnerMessageKind
  /** The offer, hand-over or campaign that it is about, or the month of a programme that needs a list. */
  subjectId: string | null
  sentBy: 'text' | 'email'
  now: Date
}

/** Stores a text or e-mail to the owner of a salon. */
export async function insertOwnerMessage(sql: Sql, message: OwnerMessage): Promise<void> {
  const { dedupeKey, hash, salonId, kind, subjectId, sentBy, now } = message
  await sql`
    insert into owner_messages (dedupe_key, link_hash, salon_id, kind, subject_id, sent_by, sent_at)
    values (${dedupeKey}, decode(${hash}, 'hex'), ${salonId}, ${kind}, ${subjectId}, ${sentBy}, ${now})`
}

/** Whether a message has this key, sent or canceled. */
export const hasOwnerMessage = async (sql: Sql, dedupeKey: string): Promise<boolean> =>
  (await sql`select 1 from owner_messages where dedupe_key = ${dedupeKey}`).count > 0

/** Cancels unsent messages about this subject. True if none has left, so that the owner does not know of it. */
export async function withdrawUnsent(sql: Sql, subjectId: string, now: Date): Promise<boolean> {
  const rows = await sql<{ dedupeKey: string }[]>`
    select dedupe_key from owner_messages where subject_id = ${subjectId}`
  const keys = rows.map(({ dedupeKey }) => dedupeKey)
  const canceled = (await cancelOutdated(sql, keys, now)) + (await cancelOutdatedMails(sql, keys, now))
  return canceled > 0 && !(await haveLeft(sql, keys))
}

/** Whether one of these texts or e-mails has left, or may have. */
const haveLeft = async (sql: Sql, keys: string[]): Promise<boolean> =>
  (
    await sql`select 1 from messages where dedupe_key = any(${keys}) and status <> 'canceled'
      union all select 1 from mails where dedupe_key = any(${keys}) and state <> 'canceled' limit 1`
  ).count > 0
