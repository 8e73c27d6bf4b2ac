import { mailKinds } from '@salonback/shared/platform/mail/mailKinds.ts'
import { after, type Moment } from '../db/now.ts'
import type { Sql } from '../db/open.ts'
import type { MailAttempt } from './claimedMail.ts'
import type { MailOutcome } from './smtp.ts'

// The only writer of `mails.state` besides queueMail and claimMail.

const MINUTE = 60_000
/** How long the worker tries a mail. */
const GIVE_UP_MS = 3 * 24 * 60 * MINUTE

/** One minute, doubled with each attempt, at most four hours. */
const pauseMs = (attempts: number) => Math.min(240, 2 ** Math.min(attempts - 1, 10)) * MINUTE

/** Stores the outcome of one attempt. Changes nothing if the mail has a later attempt. */
export async function recordMailOutcome(
  sql: Sql,
  attempt: MailAttempt,
  outcome: MailOutcome,
  now: Moment,
): Promise<void> {
  const current = sql`id = ${attempt.id} and attempts = ${attempt.attempts}`
  const ended = sql`state_at = ${now}, lease_until = null`
  switch (outcome.kind) {
    case 'accepted':
      // Counts after the lease has ended too, and after staff queued the mail again, until the next attempt.
      await sql`
        update mails set state = 'sent', ${ended}, problem = null, content = null
        where ${current} and state in ('sending', 'unknown', 'queued')`
      return resumeMail(sql)
    case 'rejected':
      await sql`
        update mails set state = 'failed', ${ended}, problem = ${outcome.message}
        where ${current} and state in ('sending', 'unknown')`
      return resumeMail(sql)
    case 'later':
      await sql`
        update mails set state = 'queued', ${ended}, problem = ${outcome.message}, handed_at = null,
          due_at = ${after(sql, now, pauseMs(attempt.attempts))}
        where ${current} and state in ('sending', 'unknown')`
      return
    case 'serverTrouble':
      await sql`
        update mails set state = 'queued', ${ended}, problem = ${outcome.message}, due_at = ${now}
        where ${current} and state = 'sending'`
      return pauseServer(sql, outcome.message, now)
    case 'unclear':
      await sql`
        update mails set state = 'unknown', ${ended}, problem = ${outcome.message} where ${current} and state = 'sending'`
      return
    case 'blocked':
  }
}

/** Pauses all mails: half a minute, doubled with each failure in a row, at most half an hour. */
async function pauseServer(sql: Sql, trouble: string, now: Moment): Promise<void> {
  await sql`
    update mail_server set failures = least(failures + 1, 10), trouble = ${trouble},
      trouble_since = coalesce(trouble_since, ${now}),
      resume_at = ${now} + least(1800, 30 * 2 ^ least(failures, 9)) * interval '1 second'`
}

/** Ends the pause: the server answers again, or its settings may have changed. */
export async function resumeMail(sql: Sql): Promise<void> {
  await sql`
    update mail_server set failures = 0, trouble = null, trouble_since = null, resume_at = '-infinity'
    where failures > 0`
}

/** Cancels waiting mails with these keys that are no longer true. Returns how many. */
export async function cancelOutdatedMails(sql: Sql, keys: string[], now: Date): Promise<number> {
  const { count } = await sql`
    update mails set state = 'canceled', state_at = ${now}, problem = 'No longer true', content = null
    where dedupe_key = any(${keys}) and state = 'queued'`
  return count
}

const optional = Object.entries(mailKinds).flatMap(([kind, { owed }]) => (owed ? [] : [kind]))

/**
 * Ends mails that cannot continue: attempts of dead processes (queued again if nothing was handed over, else unknown), mails
 * older than three days, and mails of a kind that their address has turned off.
 */
export async function expireMails(sql: Sql, now: Moment): Promise<void> {
  await sql`
    update mails set lease_until = null, state_at = ${now},
      state = case when handed_at is null then 'queued' else 'unknown' end,
      problem = case when handed_at is null then null else 'The service stopped while sending it' end
    where id in (
      select id from mails where state = 'sending' and lease_until <= ${now} for update skip locked
    ) and state = 'sending'`
  await sql`
    update mails set state = 'failed', state_at = ${now}, problem = concat_ws(': ', 'Not sent within 3 days', problem)
    where state = 'queued' and coalesce(sent_again_at, created_at) <= ${after(sql, now, -GIVE_UP_MS)}`
  await sql`
    update mails m set state = 'canceled', state_at = ${now}, problem = 'Turned off by the recipient', content = null
    from mail_turned_off off
    where m.state = 'queued' and off.address = lower(m.to_address) and off.kind = m.kind and m.kind = any(${optional})`
}
