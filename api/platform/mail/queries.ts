import type { Mail } from '@salonback/shared/platform/mail/contract.ts'
import { mailKey } from '@salonback/shared/platform/mail/mailAddress.ts'
import type { MailKind } from '@salonback/shared/platform/mail/mailKinds.ts'
import { instant } from '../db/instant.ts'
import type { Moment } from '../db/now.ts'
import type { Sql } from '../db/open.ts'
import { hashOfToken } from '../http/tokens.ts'

/** The latest mails of a salon; null: those to staff. */
export function findMails(sql: Sql, salonId: string | null): Promise<Mail[]> {
  return sql<Mail[]>`
    select id, kind, to_address as "to", subject, state, ${instant(sql, 'state_at')} as state_at,
      ${instant(sql, 'created_at')} as created_at, problem
    from mails where salon_id is not distinct from ${salonId}::uuid order by mails.created_at desc, id limit 50`
}

/** Why the mail server accepts nothing, and since when. */
export async function findMailTrouble(sql: Sql) {
  const [row] = await sql<[{ trouble: string | null; troubleSince: string | null }]>`
    select trouble, ${instant(sql, 'trouble_since')} as trouble_since from mail_server`
  return row
}

/** Queues an unknown or failed mail again, because staff decided so. Returns false in any other state. */
export async function queueAgain(
  sql: Sql,
  { id, adminId, now }: { id: string; adminId: string; now: Date },
): Promise<boolean> {
  const { count } = await sql`
    update mails set state = 'queued', state_at = ${now}, due_at = ${now}, problem = null, sent_again_by = ${adminId},
      sent_again_at = ${now}
    where id = ${id} and state in ('unknown', 'failed') and content is not null`
  return count > 0
}

export const mailExists = async (sql: Sql, id: string) =>
  (await sql`select 1 from mails where id = ${id}`).count > 0

export interface OffLinkTarget {
  address: string
  kind: MailKind
}

/** The address and kind that the link with this token turns off; undefined for an unknown token. */
export async function findOffTarget(sql: Sql, token: string): Promise<OffLinkTarget | undefined> {
  const [target] = await sql<OffLinkTarget[]>`
    select to_address as address, kind from mails where off_hash = ${hashOfToken(token)}`
  return target
}

/** Turns a kind off for an address, or on again. The worker's next round cancels queued mails of the kind. */
export async function setTurnedOff(
  sql: Sql,
  { address, kind }: OffLinkTarget,
  { off, now }: { off: boolean; now: Date },
): Promise<void> {
  const key = mailKey(address)
  if (off) {
    await sql`insert into mail_turned_off (address, kind, at) values (${key}, ${kind}, ${now}) on conflict do nothing`
  } else {
    await sql`delete from mail_turned_off where address = ${key} and kind = ${kind}`
  }
}

/** Mails that need a person: unknown or failed in the last week, or queued for an hour. */
export function findStuckMails(sql: Sql, now: Moment) {
  return sql<{ kind: MailKind; state: Mail['state']; problem: string | null; createdAt: Date }[]>`
    select kind, state, problem, created_at from mails
    where (state in ('unknown', 'failed') and state_at > ${now} - interval '7 days')
      or (state = 'queued' and created_at < ${now} - interval '1 hour')
    order by created_at limit 20`
}

/** Marks queued mails of a restored database as unknown, because they may have left since. Returns how many. */
export async function markRestoredMails(sql: Sql, now: Date): Promise<number> {
  const { count } = await sql`
    update mails set state = 'unknown', state_at = ${now}, lease_until = null,
      problem = 'Restored from a backup: it may have been sent since'
    where state in ('queued', 'sending')`
  return count
}
