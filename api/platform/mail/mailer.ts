import type { Env } from '../../env.ts'
import { mimeMessage, type RenderedMail } from './mimeMessage.ts'
import { checkSmtp, type MailOutcome, type SmtpTimeouts, sendBySmtp } from './smtp.ts'

/** Sends e-mail. */
export interface Mailer {
  /** Message for staff while e-mail is off. */
  missing?: string
  /** True while /dev/phones shows mails instead of a server sending them. */
  simulated: boolean
  /** Sends one mail unless `mayLeave` refuses before the first byte of the message. */
  send(mail: RenderedMail, mayLeave: () => Promise<boolean>, now: Date): Promise<MailOutcome>
  /** Connects and logs in. Null, or why the server cannot be used. */
  check(): Promise<string | null>
}

/** Keeps a mail of the simulated network; the same id is kept once. */
export type KeepMail = (mail: RenderedMail, now: Date) => Promise<void>

const MISSING = 'No mail server is set up'

/**
 * Sends through the mail server of the settings. On the simulated phone network it keeps mails instead, so that nothing
 * leaves. Without either, e-mail is off and screens offer drafts.
 */
export function createMailer(
  { SMTP_URL, MAIL_FROM }: Pick<Env, 'SMTP_URL' | 'MAIL_FROM'>,
  { keep, timeouts }: { keep: KeepMail | null; timeouts?: SmtpTimeouts },
): Mailer {
  const check = async () => (SMTP_URL ? checkSmtp(SMTP_URL, timeouts) : MISSING)
  if (keep) return { simulated: true, check, send: sendToKeeper(keep) }
  if (!SMTP_URL || !MAIL_FROM) {
    const send: Mailer['send'] = async () => ({ kind: 'serverTrouble', message: MISSING })
    return { missing: MISSING, simulated: false, check, send }
  }
  return {
    simulated: false,
    check,
    async send(mail, mayLeave, now) {
      const raw = await mimeMessage(mail, MAIL_FROM, now)
      return sendBySmtp(SMTP_URL, { from: MAIL_FROM.address, to: mail.to, raw }, mayLeave, timeouts)
    },
  }
}

const sendToKeeper =
  (keep: KeepMail): Mailer['send'] =>
  async (mail, mayLeave, now) => {
    if (!(await mayLeave())) return { kind: 'blocked' }
    await keep(mail, now)
    return { kind: 'accepted' }
  }
