import type { MailKind } from '@salonback/shared/platform/mail/mailKinds.ts'
import type { MailContent } from './mailTemplate.ts'

export interface ClaimedMail {
  id: string
  kind: MailKind
  to: string
  replyTo: string | null
  subject: string
  content: MailContent
  attempts: number
  /** Token of the link that turns this kind off. Only its hash is stored, so each attempt makes a new one. */
  offToken: string
}

/** Identifies one attempt; an outdated attempt changes nothing. */
export type MailAttempt = Pick<ClaimedMail, 'id' | 'attempts'>
