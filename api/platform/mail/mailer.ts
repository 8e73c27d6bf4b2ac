import type { Env } from '../../env.ts'

/** The way out for e-mail. */
export interface Mailer {
  /** Message for staff while e-mail is off. */
  missing?: string
}

/** The mail server of the settings, or none: then e-mail is off and screens offer drafts. */
export function createMailer({ SMTP_URL }: Pick<Env, 'SMTP_URL'>): Mailer {
  return SMTP_URL ? {} : { missing: 'No mail server is set up' }
}
