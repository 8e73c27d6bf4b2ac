import { brand } from '@salonback/shared/brand.ts'
import { longDate } from '@salonback/shared/formats.ts'
import type { Salon } from '@salonback/shared/salons/salons/contract.ts'
import { firstNameOf } from '@salonback/shared/salons/salons/rules.ts'
import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import { queueMail } from '../../platform/mail/queueMail.ts'

interface MailAgreement {
  version: string
  wording: string
  /** Name that the owner typed to accept it. */
  by: string
  now: Date
}

/** Mails the owner the exact words of the agreement. Does nothing without an address or while e-mail is off. */
export async function mailAgreement(
  sql: Sql,
  deps: Pick<Deps, 'mailer' | 'clock'>,
  salon: Pick<Salon, 'id' | 'name' | 'ownerName' | 'ownerEmail' | 'timeZone'>,
  { version, wording, by, now }: MailAgreement,
): Promise<void> {
  if (!salon.ownerEmail) return
  const on = longDate(now.toISOString(), salon.timeZone)
  await queueMail(sql, deps, {
    kind: 'agreement',
    to: salon.ownerEmail,
    subject: `Your agreement for ${salon.name}`,
    content: {
      greeting: `Hi ${firstNameOf(salon.ownerName)},`,
      paragraphs: [`Thank you. ${by} accepted this on ${on}:`, ...wording.split(/\n{2,}/)],
      notes: [`Keep this copy. If you have a question, write to ${brand.supportEmail}.`],
    },
    dedupeKey: `agreement:${salon.id}:${version}:${now.toISOString()}`,
    salonId: salon.id,
  })
}
