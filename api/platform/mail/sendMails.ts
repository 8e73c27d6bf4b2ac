import type { PlatformContext } from '../context.ts'
import { databaseNow } from '../db/now.ts'
import type { ClaimedMail } from './claimedMail.ts'
import { claimMail, HANDED_MS, handOver } from './claimMail.ts'
import { expireMails, recordMailOutcome } from './mailStates.ts'
import { renderMail } from './mimeMessage.ts'

/** Mails per round. Further ones wait for the next round, so that a shutdown need not wait for all of them. */
const PER_ROUND = 10

type SendMails = Pick<PlatformContext, 'sql' | 'mailer' | 'clock' | 'env' | 'log'>

/** Sends due mails one after the other. Any number of processes share the work. Returns the number of attempts. */
export async function sendMails(deps: SendMails): Promise<number> {
  const { sql, clock, mailer } = deps
  await expireMails(sql, databaseNow(sql, clock))
  if (mailer.missing) return 0
  for (let tried = 0; tried < PER_ROUND; tried++) {
    const mail = await claimMail(sql, databaseNow(sql, clock))
    if (!mail) return tried
    await sendClaimed(deps, mail)
  }
  return PER_ROUND
}

async function sendClaimed(deps: SendMails, mail: ClaimedMail): Promise<void> {
  const { sql, clock, mailer, env, log } = deps
  const mayLeave = async () => {
    const asked = performance.now()
    const granted = await handOver(sql, mail, databaseNow(sql, clock))
    // A process that was suspended here must not write after its lease.
    return granted && performance.now() - asked < HANDED_MS / 2
  }
  try {
    const outcome = await mailer.send(renderMail(mail, env.PUBLIC_URL), mayLeave, clock())
    await recordMailOutcome(sql, mail, outcome, databaseNow(sql, clock))
    if (outcome.kind !== 'accepted')
      log.warn({ mail: mail.id, kind: mail.kind, outcome }, 'mail not accepted')
  } catch (error) {
    // The row stays `sending` until its lease ends, and other mails leave meanwhile.
    log.error({ err: error, mail: mail.id }, 'a mail could not be built or kept')
  }
}
