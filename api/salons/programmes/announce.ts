import { plural } from '@salonback/shared/formats.ts'
import { writeOffer } from '@salonback/shared/salons/offers/offer.ts'
import type { Salon } from '@salonback/shared/salons/salons/contract.ts'
import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import { sendToOwner } from '../ownerLinks/sendToOwner.ts'

interface Announce {
  campaignId: string
  /** Clients who will be texted. */
  texts: number
  offerText: string
  /** Of the salon, in the words that the owner approved. */
  approvedName: string | null
  /** Only by e-mail. */
  byMail?: boolean
}

/** Tells the owner of the texts of tomorrow. False: there is no way to reach the owner. */
export async function announce(
  sql: Sql,
  deps: Pick<Deps, 'env' | 'clock' | 'mailer'>,
  salon: Salon,
  { campaignId, texts, offerText, approvedName, byMail = false }: Announce,
): Promise<boolean> {
  const firstName = salon.ownerName.split(' ')[0] ?? null
  // An address here would lead nowhere, and the owner would tap it instead of the one below.
  const link = '(link)'
  const { body } = writeOffer(offerText, { firstName, salon: { name: approvedName ?? salon.name }, link })
  const announcement = `tomorrow we start to text ${plural(texts, 'client')} of yours`
  const sentBy = await sendToOwner(sql, deps, byMail ? { ...salon, ownerPhone: null } : salon, {
    purpose: 'texts',
    subjectId: campaignId,
    words: `${announcement}: “${body}” Read or stop it:`,
    subject: `Tomorrow’s texts of ${salon.name}`,
    paragraphs: [`${announcement.replace('t', 'T')}:`, body],
    button: 'Read or stop it',
  })
  return sentBy !== null
}
