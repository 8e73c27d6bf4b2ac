import { longDate } from '@salonback/shared/formats.ts'
import type { ListAnswers, ListPreview } from '@salonback/shared/salons/lists/contract.ts'
import { sampleLink, writeOffer } from '@salonback/shared/salons/offers/offer.ts'
import { datesOfOffer } from '@salonback/shared/salons/offers/offerDates.ts'
import { agreementTerms } from '@salonback/shared/salons/owner/agreement.ts'
import type { OwnerPage } from '@salonback/shared/salons/owner/ownerPage.ts'
import { AGREEMENT_VERSION } from '@salonback/shared/salons/salons/agreementVersion.ts'
import type { LinkPurpose, Salon } from '@salonback/shared/salons/salons/contract.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../env.ts'
import type { Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import { storedPreview } from '../lists/lists.ts'
import type { ListContext } from '../lists/readFile.ts'
import { hashOfOffer, namesOf } from '../offers/offerHash.ts'
import { findOffer, findOfferWithOwner, type OfferRow } from '../offers/queries.ts'
import { type FoundLink, findOwnerLink, markOpened } from '../ownerLinks/ownerLinks.ts'
import { oneSalon } from '../salons/queries.ts'
import { findHandovers } from './handover.ts'
import { findHome, findTexts } from './home.ts'
import { findAgreement } from './queries.ts'
import { findResults } from './results.ts'

/** A valid link with what it is about. */
export interface OpenedLink {
  token: string
  /** What the page is about; for a home link the open step. */
  purpose: LinkPurpose
  isHome: boolean
  /** Null: a home link. */
  expiresAt: Date | null
  salon: Salon
  /** The version that waits for the owner. Only with purpose `offer`. */
  offer: OfferRow | null
  /** The list that the owner uploaded. Only with purpose `list`. */
  listId: string | null
  /** The question, booking or campaign that the link was made for; null: all. Only with purposes `handover` and `texts`. */
  subjectId: string | null
}

export const unknownLink = () => new AppError('not_found', 'This link is not valid.')
const gone = (message: string) => new AppError('gone', message)
const beingChanged = 'This offer is being changed. We will send you a new link when it is ready.'

interface OpenLink {
  /** Serialises uses of the link and changes of the offer until the transaction ends. */
  lock?: boolean
  /** The page to open. A home link opens every page, another link only its own. */
  step?: LinkPurpose | undefined
}

/**
 * Opens the link of this token. Throws 404 for an unknown token and for a step that the link does not open, 410 for a used or
 * expired link and for a finished step.
 */
export async function openLink(
  sql: Sql,
  token: string,
  now: Date,
  { step, ...options }: OpenLink = {},
): Promise<OpenedLink> {
  const link = await findOwnerLink(sql, token, options)
  const isHome = link?.purpose === 'home'
  if (!link || (step && !isHome && step !== link.purpose)) throw unknownLink()
  const salon = await oneSalon(sql, link.salonId)
  const { expiresAt } = link
  const purpose = step ?? link.purpose
  if (link.usedAt) throw gone(await messageOfUsed(sql, link, link.usedAt, salon))
  if ((expiresAt && expiresAt <= now) || salon.state === 'closed') throw gone('This link has expired.')
  if (purpose === 'agree') {
    const agreedAt = await findAgreement(sql, salon.id, AGREEMENT_VERSION)
    if (agreedAt) throw gone(agreedOn(agreedAt, salon))
  }
  const offer = purpose === 'offer' ? await findOfferWithOwner(sql, salon.id, options) : null
  if (offer === undefined) throw gone(await messageWithoutOffer(sql, link, salon))
  const listId = purpose === 'list' ? link.subjectId : null
  const isAboutOne = purpose === 'handover' || purpose === 'texts'
  const subjectId = isAboutOne && !isHome ? link.subjectId : null
  return { token, purpose, isHome, expiresAt, salon, offer, listId, subjectId }
}

/** As openLink, for an action: a link that does not open this page counts as unknown. */
export const openLinkFor = (sql: Sql, token: string, step: LinkPurpose, now: Date): Promise<OpenedLink> =>
  openLink(sql, token, now, { lock: true, step })

const dateOf = (at: Date, { timeZone }: Salon) => longDate(at.toISOString(), timeZone)

export const agreedOn = (at: Date, salon: Salon) => `You agreed to this on ${dateOf(at, salon)}.`

async function messageOfUsed(sql: Sql, link: FoundLink, usedAt: Date, salon: Salon): Promise<string> {
  if (link.purpose === 'home') return 'We sent you a newer link, which took the place of this one.'
  if (link.purpose === 'agree') return agreedOn(usedAt, salon)
  if (link.purpose !== 'offer') return `You used this link on ${dateOf(usedAt, salon)}.`
  return (
    (await messageOfApproved(sql, link, salon)) ??
    `You asked for changes on ${dateOf(usedAt, salon)}. We will send you a new link when they are made.`
  )
}

const messageWithoutOffer = async (sql: Sql, link: FoundLink, salon: Salon) =>
  (await messageOfApproved(sql, link, salon)) ?? beingChanged

/** Whether the offer of the link was approved, through this link or another one. */
async function messageOfApproved(sql: Sql, { subjectId, salonId }: FoundLink, salon: Salon) {
  const offer = subjectId ? await findOffer(sql, { id: subjectId, salonId }) : undefined
  return offer?.approvedAt ? `You approved this offer on ${dateOf(offer.approvedAt, salon)}.` : null
}

interface ShownList {
  /** The preview of a file that was just uploaded. */
  made?: ListPreview
  /** The owner's answers, which the counts of the list depend on. */
  answers?: ListAnswers
}

/** The data of the page, which counts as opened. */
export async function viewOf(
  link: OpenedLink,
  { sql, clock, env }: Pick<Deps, 'sql' | 'clock' | 'env'>,
  list: ShownList = {},
): Promise<OwnerPage> {
  const { purpose, isHome, expiresAt, salon, offer } = link
  const now = clock()
  await markOpened(sql, link.token, now)
  return {
    purpose,
    isBehindHome: isHome && purpose !== 'home',
    salonName: salon.name,
    ownerName: salon.ownerName,
    expiresAt: expiresAt?.toISOString() ?? null,
    terms: purpose === 'agree' ? termsView(salon) : null,
    offer: offer && offerView(env, offer, salon, now),
    list: purpose === 'list' ? await listView({ sql, env }, link, now, list) : null,
    results: purpose === 'results' ? await findResults({ sql, env, now }, salon) : null,
    handover: purpose === 'handover' ? await findHandovers(sql, link, now) : null,
    texts:
      purpose === 'texts'
        ? await findTexts({ sql, now, link: sampleLink(env.PUBLIC_URL) }, salon, link.subjectId)
        : null,
    home:
      purpose === 'home' ? await findHome({ sql, env, now, link: sampleLink(env.PUBLIC_URL) }, salon) : null,
  }
}

const termsView = (salon: Salon) => ({
  version: AGREEMENT_VERSION,
  points: agreementTerms(salon),
  agreedBeforeOn: salon.agreedAt && localDate(salon.timeZone, new Date(salon.agreedAt)),
})

async function listView(
  context: ListContext,
  { salon, listId }: OpenedLink,
  now: Date,
  { made, answers }: ShownList,
) {
  const preview = made ?? (listId ? await storedPreview(context, salon, listId, { now, answers }) : null)
  return { today: localDate(salon.timeZone, now), system: salon.bookingSystem, preview }
}

/** The texts with the owner's name: a page without a login must not show names of clients. */
function offerView(env: Env, offer: OfferRow, salon: Salon, now: Date) {
  const given = { from: localDate(salon.timeZone, now), country: salon.country }
  const firstName = salon.ownerName.split(' ')[0] ?? null
  const write = (text: string) =>
    writeOffer(text, { firstName, salon, link: sampleLink(env.PUBLIC_URL) }).body
  return {
    sha256: hashOfOffer(offer, namesOf(salon)),
    body: write(offer.text),
    reminderBody: offer.reminderText && write(offer.reminderText),
    repeatUntil: offer.repeatUntil,
    ...(offer.repeatUntil && { datedWords: datesOfOffer(offer, given).words }),
    people: offer.people ?? 0,
    eligible: offer.eligible ?? 0,
    countedOn: offer.countedAt && localDate(salon.timeZone, offer.countedAt),
    feePercent: salon.feeBps / 100,
  }
}
