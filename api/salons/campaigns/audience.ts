import { audienceFacts, isChosen } from '@salonback/shared/salons/campaigns/audienceChoice.ts'
import type { Plan } from '@salonback/shared/salons/campaigns/contract.ts'
import { type ScheduledText, spread } from '@salonback/shared/salons/campaigns/schedule.ts'
import { eligible, type Reason } from '@salonback/shared/salons/clients/eligible.ts'
import { hasLink, writeOffer } from '@salonback/shared/salons/offers/offer.ts'
import { WAVE_DAYS } from '@salonback/shared/salons/programmes/nextStep.ts'
import { AGREEMENT_VERSION } from '@salonback/shared/salons/salons/agreementVersion.ts'
import { nextSalonWindow } from '@salonback/shared/salons/salons/sendWindow.ts'
import type { Env } from '../../env.ts'
import type { Sql } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { bookingLink, createToken } from '../bookingLinks/tokens.ts'
import { findClients, type StoredClient } from '../clients/clientFacts.ts'
import { approvedNames, hasEnded } from '../offers/offerHash.ts'
import type { SalonRules } from '../salons/queries.ts'
import { type Assignment, assignmentsOf, drawOther, keepAside } from './keepAside.ts'
import { type ApprovedOffer, findOffered, findReadiness, type OfferText } from './queries.ts'

export interface Audience {
  texts: OfferText[]
  leftOut: Partial<Record<Reason, number>>
  /** One, or two that are compared. */
  offers: [ApprovedOffer, ...ApprovedOffer[]]
  senderId: string
  /** Percent of the compared clients that are kept aside. */
  keptAside: number
  assignments: Assignment[]
}

const conflict = (message: string) => new AppError('conflict', message)

/** The salon's agreement, sender and approved offer. Throws `not_found` for an offer of another salon, `conflict` that says what is missing. */
async function requireReady(sql: Sql, salon: SalonRules, offerId: string, now: Date) {
  const found = await findReadiness(sql, salon.id, offerId)
  if (!found?.offer) throw notFound('Offer')
  if (salon.state === 'closed' || salon.state === 'paused') throw conflict(`This salon is ${salon.state}`)
  if (!found.agreedAt) throw conflict('The owner has not accepted the agreement yet')
  if (found.agreementVersion !== AGREEMENT_VERSION)
    throw conflict('Our terms have changed: the owner has to accept them first')
  if (!found.senderId) throw conflict('This salon has no number yet')
  const names = approvedNames(found.offer)
  if (hasEnded(found.offer, salon.timeZone, now)) throw conflict('The approval of this offer has ended')
  if (!names) throw conflict('The owner has not approved this version of the offer')
  if (found.usedUp)
    throw conflict('The owner approved this offer for one campaign: save a new version and ask again')
  if (!found.hasClients) throw conflict('This salon has no client list yet')
  return { offer: found.offer, names, senderId: found.senderId, attributionDays: found.attributionDays }
}

type ReadyOffer = Awaited<ReturnType<typeof requireReady>>

/** The offer of a plan, and the one that it is compared with; null: none. */
async function requireTexts(sql: Sql, salon: SalonRules, { offerId, otherOfferId }: Plan, now: Date) {
  if (otherOfferId === offerId) throw conflict('Please choose two different versions')
  const one = await requireReady(sql, salon, offerId, now)
  return { one, other: otherOfferId ? await requireReady(sql, salon, otherOfferId, now) : null }
}

/** `isWave`: only clients without an offer of this salon in 90 days, and a feed of bookings can stand for a fresh list. */
export type ComposePlan = Plan & { isWave?: boolean }

/** Texts of an approved offer, or of two to one half each, to the eligible clients, spread over the days, and the others by reason. */
export async function composeOffer(
  { sql, env, now }: { sql: Sql; env: Env; now: Date },
  salon: SalonRules,
  plan: ComposePlan,
  campaignId: string,
): Promise<Audience> {
  const { one, other } = await requireTexts(sql, salon, plan, now)
  const { senderId, attributionDays } = one
  const offers: Audience['offers'] = other ? [one.offer, other.offer] : [one.offer]
  const offerIds = offers.map(({ id }) => id)
  const { isWave = false } = plan
  const clients = await findClients(sql, { salonId: salon.id, keys: env, now, offerIds, isWave })
  const offered = isWave ? await findOffered(sql, salon.id, WAVE_DAYS, now) : new Set<string>()
  const leftOut: Partial<Record<Reason, number>> = {}
  const recipients = clients.filter((client) => {
    const offeredLately = offered.has(client.phone)
    const notChosen = !isChosen(audienceFacts(client), plan.audience ?? {})
    const reason = eligible({ ...client, offeredLately, notChosen }, salon, now)
    if (reason !== 'eligible') leftOut[reason] = (leftOut[reason] ?? 0) + 1
    return reason === 'eligible'
  })
  const from = plan.startAt && new Date(plan.startAt) > now ? new Date(plan.startAt) : now
  const windowAfter = ({ phone }: StoredClient, at: Date) =>
    nextSalonWindow(salon, phone, env.QUIET_HOURS, at)
  const share = { percent: plan.keptAside, hasTwoTexts: other !== null, attributionDays }
  const draw = keepAside(recipients, { campaignId, ...share, now })
  const texted = recipients.filter(({ id }) => !draw.keptAside.has(id))
  const scheduled = spread(texted, plan.perDay, from, windowAfter, plan.firstBatch)
  const ids = texted.map(({ id }) => id)
  const getsOther = drawOther(campaignId, ids)
  const textFor = ({ id }: StoredClient) => (other && getsOther.has(id) ? other : one)
  const texts = scheduled.map((text) => textOf(text, textFor(text.recipient), env.PUBLIC_URL))
  if (draw.keptAside.size > 0) leftOut.kept_aside = (leftOut.kept_aside ?? 0) + draw.keptAside.size
  const assignments = assignmentsOf(draw, scheduled)
  return { texts, leftOut, offers, senderId, keptAside: draw.percent, assignments }
}

const textOf = (
  { recipient, dueAt, dueUntil }: ScheduledText<StoredClient>,
  { offer, names }: ReadyOffer,
  publicUrl: string,
): OfferText => {
  const token = hasLink(offer.text) ? createToken() : null
  const link = token ? bookingLink(publicUrl, token) : ''
  return {
    clientId: recipient.id,
    offerId: offer.id,
    phone: recipient.phone,
    dueAt,
    dueUntil,
    token,
    ...writeOffer(offer.text, { firstName: recipient.firstName, salon: { name: names.salonName }, link }),
  }
}
