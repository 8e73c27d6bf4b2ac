import { datedQuestion, datesOfOffer } from '@salonback/shared/salons/offers/offerDates.ts'
import { agreementWording } from '@salonback/shared/salons/owner/agreement.ts'
import type { Approval } from '@salonback/shared/salons/owner/contract.ts'
import { AGREEMENT_VERSION } from '@salonback/shared/salons/salons/agreementVersion.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import type { Deps } from '../../deps.ts'
import { ownerActor } from '../../platform/db/actor.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import { hashOfOffer, namesOf } from '../offers/offerHash.ts'
import { approveOffer, type OfferRow, requestOfferChanges } from '../offers/queries.ts'
import { useOwnerLink } from '../ownerLinks/ownerLinks.ts'
import { markReady } from '../salons/queries.ts'
import { mailAgreement } from './agreementMail.ts'
import { agreedOn, openLinkFor } from './openLink.ts'
import { thanks } from './parts.tsx'
import { saveAgreement } from './queries.ts'

/** Request of an owner. */
export interface OwnerContext extends Pick<Deps, 'sql' | 'env' | 'clock' | 'mailer' | 'subscribers'> {
  /** Full IP address of the owner, stored with an agreement or approval. */
  address: string
}

/** Stores the agreement with version, wording, name, time and address, and ends the link. */
export function agree(
  { token, name }: { token: string; name: string },
  { sql, clock, address, mailer }: OwnerContext,
) {
  return inTransaction(sql, async (open) => {
    const now = clock()
    const { salon } = await openLinkFor(open, token, 'agree', now)
    const wording = agreementWording(salon)
    const agreement = { salonId: salon.id, version: AGREEMENT_VERSION, wording, by: name, address, now }
    if (!(await saveAgreement(open, agreement))) throw new AppError('gone', agreedOn(now, salon))
    await useOwnerLink(open, { token, subjectId: null, now })
    await markReady(open, salon.id)
    await mailAgreement(open, { mailer, clock }, salon, agreement)
    const detail = { version: AGREEMENT_VERSION }
    await audit(open, { actor: ownerActor(salon.id), action: 'salon.agree', subject: salon.id, detail })
    return { message: thanks.agree }
  })
}

/** Approves the offer with these texts and ends the link. */
export function approve(
  { token, sha256, onlyThisTime = false, datedConfirmed = false }: { token: string } & Approval,
  { sql, clock, address }: OwnerContext,
) {
  return inTransaction(sql, async (open) => {
    const now = clock()
    const { salon, offer: asked, names } = await shownOffer(open, token, sha256, now)
    const offer = onlyThisTime ? { ...asked, repeatUntil: null } : asked
    const { words } = datesOfOffer(offer, { from: localDate(salon.timeZone, now), country: salon.country })
    if (offer.repeatUntil && words.length > 0 && !datedConfirmed)
      throw new AppError(
        'conflict',
        `${datedQuestion(words)} Approve it only this time, or tick that you want it.`,
      )
    await approveOffer(open, { offer, names, by: salon.ownerName, address, now })
    await finish(open, { token, offer, now, action: 'offer.approve' })
    await markReady(open, salon.id)
    return { message: thanks.approve }
  })
}

/** Hands the offer back with a note and ends the link. */
export function requestChanges(
  { token, sha256, note }: { token: string; sha256: string; note: string },
  { sql, clock }: OwnerContext,
) {
  return inTransaction(sql, async (open) => {
    const now = clock()
    const { offer } = await shownOffer(open, token, sha256, now)
    await requestOfferChanges(open, { id: offer.id, note })
    await finish(open, { token, offer, now, action: 'offer.request-changes' })
    return { message: thanks['request-changes'] }
  })
}

/** The version that waits for the owner. Throws 409 if texts or names differ from those shown. */
async function shownOffer(sql: Sql, token: string, sha256: string, now: Date) {
  const { salon, offer } = await openLinkFor(sql, token, 'offer', now)
  const names = namesOf(salon)
  if (!offer || hashOfOffer(offer, names) !== sha256)
    throw new AppError('conflict', 'The offer has changed. Please read the new text.')
  return { salon, offer, names }
}

async function finish(
  sql: Sql,
  { token, offer, now, action }: { token: string; offer: OfferRow; now: Date; action: string },
) {
  await useOwnerLink(sql, { token, subjectId: offer.id, now })
  await audit(sql, {
    actor: ownerActor(offer.salonId),
    action,
    subject: offer.id,
    detail: { version: offer.version },
  })
}
