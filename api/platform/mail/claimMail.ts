import { after, type Moment } from '../db/now.ts'
import type { Sql } from '../db/open.ts'
import { hashOfToken, newToken } from '../http/tokens.ts'
import type { ClaimedMail, MailAttempt } from './claimedMail.ts'

/** Lease until the message is handed over; longer than a session may take until then. */
const CLAIM_MS = 60_000
/** Lease from then on; longer than the server may take to answer. */
export const HANDED_MS = 180_000

/** Claims the next due mail and commits it as `sending`; undefined if none is due or all wait for the server. */
export async function claimMail(sql: Sql, now: Moment): Promise<ClaimedMail | undefined> {
  const offToken = newToken(16)
  const [mail] = await sql<Omit<ClaimedMail, 'offToken'>[]>`
    update mails set state = 'sending', state_at = ${now}, attempts = attempts + 1, problem = null, handed_at = null,
      lease_until = ${after(sql, now, CLAIM_MS)}, off_hash = ${hashOfToken(offToken)}
    where id = (
      select id from mails
      where state = 'queued' and due_at <= ${now} and (select resume_at <= ${now} from mail_server)
      order by due_at, id limit 1 for update skip locked
    )
    returning id, kind, to_address as "to", reply_to, subject, content, attempts`
  return mail && { ...mail, offToken }
}

/**
 * Records that the message is about to be written. False if the lease has ended: another process may have the mail. If the
 * process dies after this, the mail becomes `unknown`.
 */
export async function handOver(sql: Sql, { id, attempts }: MailAttempt, now: Moment): Promise<boolean> {
  const { count } = await sql`
    update mails set handed_at = ${now}, lease_until = ${after(sql, now, HANDED_MS)}
    where id = ${id} and attempts = ${attempts} and state = 'sending' and lease_until > ${now} and handed_at is null`
  return count > 0
}
