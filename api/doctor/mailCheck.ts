import { mailKinds } from '@salonback/shared/platform/mail/mailKinds.ts'
import type { Env } from '../env.ts'
import { systemClock } from '../platform/context.ts'
import { databaseNow } from '../platform/db/now.ts'
import type { Sql } from '../platform/db/open.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import { findStuckMails } from '../platform/mail/queries.ts'
import { type CheckResult, note, ok, problem } from './checkResult.ts'

/** Connects to the mail server with TLS and login, and lists mails that wait for a person or for an hour. */
export async function checkMail(sql: Sql, env: Env): Promise<CheckResult[]> {
  return [await checkServer(env), ...(await checkStuck(sql))]
}

async function checkServer(env: Env): Promise<CheckResult> {
  const { SMTP_URL, MAIL_FROM } = env
  if (!SMTP_URL || !MAIL_FROM)
    return note('E-mail', 'off', 'set SMTP_URL and MAIL_FROM to send statements and notices')
  const fault = await createMailer(env, { keep: null }).check()
  const place = `${SMTP_URL.host}:${SMTP_URL.port}`
  if (fault) return problem('E-mail', `${place}: ${fault}`, 'correct SMTP_URL, then restart the service')
  const secured = { implicit: 'TLS', starttls: 'STARTTLS', off: 'no TLS' }[SMTP_URL.tls]
  const login = SMTP_URL.login ? 'logged in' : 'no login'
  return ok('E-mail', `${place} answers (${secured}, ${login}); mails come from ${MAIL_FROM.address}`)
}

async function checkStuck(sql: Sql): Promise<CheckResult[]> {
  const stuck = await findStuckMails(sql, databaseNow(sql, systemClock))
  if (stuck.length === 0) return [ok('E-mails', 'none is stuck')]
  const instruction: Record<string, string> = {
    unknown: 'it may have arrived: ask, or send it again in the console',
    failed: 'correct the address, or send it again in the console',
  }
  return stuck.map(({ kind, state, problem: why, createdAt }) =>
    problem(
      'E-mails',
      `${mailKinds[kind].label} of ${createdAt.toISOString().slice(0, 16)} is ${state}${why ? `: ${why}` : ''}`,
      instruction[state] ?? 'see the line above about the mail server',
    ),
  )
}
