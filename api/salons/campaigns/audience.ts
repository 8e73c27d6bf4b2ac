import { shortDay } from '@salonback/shared/formats.ts'
import { audienceFacts, isChosen } from '@salonback/shared/salons/campaigns/audienceChoice.ts'
import type { Plan } from '@salonback/shared/salons/campaigns/contract.ts'
import { type ScheduledText, spreadInSteps } from '@salonback/shared/salons/campaigns/schedule.ts'
import { eligible, type Reason } from '@salonback/shared/salons/clients/eligible.ts'
import { hasLink, writeOffer } from '@salonback/shared/salons/offers/offer.ts'
import { lastDayOf } from '@salonback/shared/salons/offers/offerDates.ts'
import { WAVE_DAYS } from '@salonback/shared/salons/programmes/nextStep.ts'
import { AGREEMENT_VERSION } from '@salonback/shared/salons/salons/agreementVersion.ts'
import { earlier } from '@salonback/shared/salons/salons/lastDays.ts'
import { nextSalonWindow } from '@salonback/shared/salons/salons/sendWindow.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import type { Env } from '../../env.ts'
import type { Sql } from '../../platform/db/open.ts'
import { takeTurns } from '../../platform/http/connection.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { bookingLink, createToken } from '../bookingLinks/tokens.ts'
import { clientChunks, findClientNames, type StoredClient } from '../clients/clientFacts.ts'
import { approvedNames, hasEnded } from '../offers/offerHash.ts'
import type { SalonRules } from '../salons/queries.ts'
import { type Assignment, assignmentsOf, type Draw, drawOtherInSteps, keepAside } from './keepAside.ts'
import { dayCache, findLate, type LateTexts } from './lateTexts.ts'
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
  /** The last day that the offers name; null: none. */
  endsOn: string | null
  late: LateTexts
}

const conflict = (message: string) => new AppError('conflict', message)

interface ReadyPlan {
  isWave: boolean | undefined
  now: Date
}

/** The salon's agreement, sender and approved offer. Throws `not_found` for an offer of another salon, `conflict` that says what is missing. */
async function requireReady(sql: Sql, salon: SalonRules, offerId: string, { isWave, now }: ReadyPlan) {
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
  if (found.offer.repeatUntil && !isWave)
    throw conflict('The owner approved this offer for each month: only the monthly texts may send it')
  if (found.usedUp)
    throw conflict('The owner approved this offer for one campaign: save a new version and ask again')
  const endsOn = earlier(lastDayOf(found.offer, salon), found.offer.repeatUntil)
  if (endsOn !== null && endsOn < localDate(salon.timeZone, now))
    throw conflict(`The last day in the text was ${shortDay(endsOn)}: save a new version and ask again`)
  if (!found.hasClients) throw conflict('This salon has no client list yet')
  return {
    offer: found.offer,
    names,
    senderId: found.senderId,
    endsOn,
    attributionDays: found.attributionDays,
  }
}

type ReadyOffer = Awaited<ReturnType<typeof requireReady>>

/** The offer of a plan, and the one that it is compared with; null: none. */
async function requireTexts(sql: Sql, salon: SalonRules, plan: ComposePlan, now: Date) {
  const { offerId, otherOfferId, isWave } = plan
  if (otherOfferId === offerId) throw conflict('Please choose two different versions')
  const one = await requireReady(sql, salon, offerId, { isWave, now })
  return { one, other: otherOfferId ? await requireReady(sql, salon, otherOfferId, { isWave, now }) : null }
}

/** `isWave`: only clients without an offer of this salon in 90 days, and a feed of bookings can stand for a fresh list. */
export type ComposePlan = Plan & { isWave?: boolean }

/** What a text and a draw need of a client: the facts of 30,000 clients would fill the memory. */
type Recipient = Pick<StoredClient, 'id' | 'phone' | 'firstName' | 'lastTextAt' | 'listAsOf'>

interface Compose {
  sql: Sql
  env: Env
  now: Date
  /** Ends the work. */
  signal?: AbortSignal
}

/**
 * Texts of an approved offer, or of two to one half each, to the eligible clients, spread over the days, and the others by
 * reason. Reads and works in slices, because a salon can have 30,000 clients.
 */
export async function composeOffer(
  { sql, env, now, signal }: Compose,
  salon: SalonRules,
  plan: ComposePlan,
  campaignId: string,
): Promise<Audience> {
  const { one, other } = await requireTexts(sql, salon, plan, now)
  const { senderId, attributionDays } = one
  const offers: Audience['offers'] = other ? [one.offer, other.offer] : [one.offer]
  const { recipients, leftOut } = await findRecipients({ sql, env, now, signal }, salon, plan, offers)
  const draw = keepAside(recipients, {
    campaignId,
    percent: plan.keptAside,
    hasTwoTexts: other !== null,
    attributionDays,
    now,
  })
  const endsOn = earlier(one.endsOn, other?.endsOn ?? null)
  const steps = composeInSteps(recipients, draw, { salon, plan, campaignId, env, now, one, other, endsOn })
  const { keptAside, afterLastDay, percent, ...composed } = await takeTurns(steps, signal)
  if (keptAside > 0) leftOut.kept_aside = (leftOut.kept_aside ?? 0) + keptAside
  if (afterLastDay > 0) leftOut.after_last_day = afterLastDay
  return { ...composed, leftOut, offers, senderId, keptAside: percent, endsOn }
}

/** The clients that the offers may go to, by name, and the others by reason. */
async function findRecipients(
  { sql, env, now, signal }: Compose,
  salon: SalonRules,
  { isWave = false, audience = {} }: ComposePlan,
  offers: Audience['offers'],
) {
  const wanted = { salonId: salon.id, keys: env, now, offerIds: offers.map(({ id }) => id), isWave }
  const offered = isWave ? await findOffered(sql, salon.id, WAVE_DAYS, now) : new Set<string>()
  const ids = (await findClientNames(sql, salon.id)).map(({ id }) => id)
  const leftOut: Partial<Record<Reason, number>> = {}
  const recipients: Recipient[] = []
  const isRecipient = (client: StoredClient) => {
    const offeredLately = offered.has(client.phone)
    const notChosen = !isChosen(audienceFacts(client), audience)
    const reason = eligible({ ...client, offeredLately, notChosen }, salon, now)
    if (reason !== 'eligible') leftOut[reason] = (leftOut[reason] ?? 0) + 1
    return reason === 'eligible'
  }
  for await (const chunk of clientChunks(sql, wanted, ids, signal))
    for (const { id, phone, firstName, lastTextAt, listAsOf } of chunk.filter(isRecipient))
      recipients.push({ id, phone, firstName, lastTextAt, listAsOf })
  // The list that is too old first comes first.
  return { recipients: recipients.toSorted(byList), leftOut }
}

const byList = ({ listAsOf: one }: Recipient, { listAsOf: other }: Recipient) =>
  one === other ? 0 : one !== null && (other === null || one < other) ? -1 : 1

interface ComposeTexts {
  salon: SalonRules
  plan: ComposePlan
  campaignId: string
  env: Env
  now: Date
  one: ReadyOffer
  other: ReadyOffer | null
  endsOn: string | null
}

/** Texts per step. */
const STEP = 100

function* composeInSteps(
  recipients: readonly Recipient[],
  drawing: Generator<void, Draw>,
  { salon, plan, campaignId, env, now, one, other, endsOn }: ComposeTexts,
) {
  const draw = yield* drawing
  const from = plan.startAt && new Date(plan.startAt) > now ? new Date(plan.startAt) : now
  const windowAfter = ({ phone }: Recipient, at: Date) => nextSalonWindow(salon, phone, env.QUIET_HOURS, at)
  const texted = recipients.filter(({ id }) => !draw.keptAside.has(id))
  const spread = yield* spreadInSteps(texted, plan.perDay, from, windowAfter, plan.firstBatch)
  const days = dayCache(salon.timeZone)
  const scheduled = endsOn === null ? spread : spread.filter((text) => days(text) <= endsOn)
  const ids = scheduled.map(({ recipient }) => recipient.id)
  const late = findLate(spread, { salon, plan, from, days, endsOn, windowAfter })
  const getsOther = other ? yield* drawOtherInSteps(campaignId, ids) : new Set<string>()
  const textFor = ({ id }: Recipient) => (other && getsOther.has(id) ? other : one)
  const texts: OfferText[] = []
  for (const text of scheduled) {
    if (texts.length % STEP === 0) yield
    texts.push(textOf(text, textFor(text.recipient), env.PUBLIC_URL))
  }
  yield
  const assignments = assignmentsOf(draw, scheduled)
  const afterLastDay = spread.length - scheduled.length
  return { texts, assignments, late, afterLastDay, percent: draw.percent, keptAside: draw.keptAside.size }
}

const textOf = (
  { recipient, dueAt, dueUntil }: ScheduledText<Recipient>,
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
