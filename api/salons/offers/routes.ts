import type { OpenAPIHono } from '@hono/zod-openapi'
import { estimateCost } from '@salonback/shared/core/messages/cost.ts'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import { type Offer, type OfferPreview, offers } from '@salonback/shared/salons/offers/contract.ts'
import { offerErrors, offerSamples, sampleLink, writeOffer } from '@salonback/shared/salons/offers/offer.ts'
import { datedQuestion, datesOfOffer } from '@salonback/shared/salons/offers/offerDates.ts'
import type { Salon } from '@salonback/shared/salons/salons/contract.ts'
import { addMonths } from '@salonback/shared/salons/salons/days.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import { withOptOutLine } from '@salonback/shared/sms/template.ts'
import { findSegmentPrices } from '../../core/messages/prices.ts'
import type { CallContext, Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { serve } from '../../platform/http/serve.ts'
import { eligibleChunks } from '../clients/countEligible.ts'
import { sendLink } from '../ownerLinks/sendLink.ts'
import { oneSalon, openSalon, requireSalon } from '../salons/queries.ts'
import { hashOfOffer } from './offerHash.ts'
import { findFirstNames, findOffer, findOffers, giveToOwner, insertOffer, type OfferRow } from './queries.ts'

export function offersRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'offers', offers, { list, preview, create, send })
}

async function list({ id, cursor }: HandlerInput<typeof offers.list>, { sql, env }: CallContext) {
  const salon = await oneSalon(sql, id)
  if (cursor && !/^\d{1,9}$/.test(cursor)) throw new AppError('invalid', 'The cursor is not from a list')
  const { items, nextCursor } = await findOffers(sql, id, cursor)
  const names = await samplesFor(sql, salon)
  return { items: items.map((row) => toOffer(row, salon, names, env.PUBLIC_URL)), nextCursor }
}

async function preview(
  { id, text }: HandlerInput<typeof offers.preview>,
  { sql, env, clock }: CallContext,
): Promise<OfferPreview> {
  const salon = await oneSalon(sql, id)
  const now = clock()
  const link = sampleLink(env.PUBLIC_URL)
  const texts: { phone: string; segments: number }[] = []
  for await (const { eligible } of eligibleChunks(sql, await requireSalon(sql, id), { keys: env, now }))
    for (const { phone, firstName } of eligible)
      texts.push({ phone, segments: writeOffer(text, { firstName, salon, link }).segments })
  return {
    samples: offerSamples(text, salon, await samplesFor(sql, salon), link),
    recipients: texts.length,
    segments: texts.reduce((sum, { segments }) => sum + segments, 0),
    estimate: estimateCost(texts, await findSegmentPrices(sql, now)),
  }
}

function create(input: HandlerInput<typeof offers.create>, context: CallContext) {
  const { sql, env, clock, actor } = context
  return inTransaction(sql, async (open) => {
    const salon = await openSalon(open, input.id)
    const { text, reminderText } = checkedTexts(input, salon)
    const repeatUntil = checkedRepeat(input.repeatUntil ?? null, localDate(salon.timeZone, clock()))
    const from = localDate(salon.timeZone, clock())
    const { words } = datesOfOffer({ text, reminderText }, { from, country: salon.country })
    if (repeatUntil && words.length > 0 && !input.datedConfirmed)
      throw new AppError('conflict', `${datedQuestion(words)} Save it for this time, or confirm it.`)
    const row = await insertOffer(open, {
      salonId: salon.id,
      text,
      reminderText,
      repeatUntil,
      textSha256: hashOfOffer({ text, reminderText, repeatUntil }),
      createdBy: actor.name,
      createdAt: clock(),
    })
    const detail = { version: row.version }
    await audit(open, { actor, action: 'offer.create', subject: row.id, detail })
    return toOffer(row, salon, await samplesFor(open, salon), env.PUBLIC_URL)
  })
}

function send({ id, offerId, text, mail }: HandlerInput<typeof offers.send>, context: CallContext) {
  const { sql, actor } = context
  return inTransaction(sql, async (open) => {
    const salon = await openSalon(open, id)
    const offer = await findOffer(open, { id: offerId, salonId: id }, { lock: true })
    if (!offer) throw notFound('Offer')
    const problem = unsendable[offer.state]
    if (problem) throw new AppError('conflict', problem)
    if (offer.state === 'draft') await giveToOwner(open, offer)
    const link = await sendLink(open, context, salon, { purpose: 'offer', subjectId: offerId, text, mail })
    const detail = { version: offer.version }
    await audit(open, { actor, action: 'offer.send', subject: offerId, detail })
    return link
  })
}

/** The texts as they are stored, with how to stop at the end. Throws 422 with the wrong field. */
function checkedTexts(input: { text: string; reminderText?: string | null | undefined }, salon: Salon) {
  const reminderText = input.reminderText?.trim() || null
  const wrong = offerErrors(input.text, salon).text
  const wrongReminder = reminderText && offerErrors(reminderText, salon).text
  const message = wrong || wrongReminder
  if (message) {
    const fields = { ...(wrong && { text: wrong }), ...(wrongReminder && { reminderText: wrongReminder }) }
    throw new AppError('invalid', message, { fields })
  }
  return { text: withOptOutLine(input.text), reminderText: reminderText && withOptOutLine(reminderText) }
}

/** Throws 422 for a day that has passed or is more than a year ahead. */
function checkedRepeat(until: string | null, today: string): string | null {
  if (until === null || (until > today && until <= addMonths(today, 12))) return until
  const repeatUntil = 'Choose a day in the next 12 months'
  throw new AppError('invalid', repeatUntil, { fields: { repeatUntil } })
}

/** Why a version in this state cannot go to the owner. */
const unsendable: Partial<Record<Offer['state'], string>> = {
  approved: 'The owner has approved this version',
  changes_requested: 'The owner asked for changes: write a new version',
  expired: 'A newer version was sent to the owner',
}

type Names = readonly { firstName: string | null }[]

/** Names to sample from; before a list is uploaded, the owner's. */
async function samplesFor(sql: Sql, salon: Salon): Promise<Names> {
  const names = await findFirstNames(sql, salon.id)
  return names.length > 0 ? names : [{ firstName: salon.ownerName.split(' ')[0] ?? null }]
}

function toOffer(row: OfferRow, salon: Salon, names: Names, publicUrl: string): Offer {
  const { salonId, textSha256, salonName, bookingUrl, people, eligible, countedAt, ...offer } = row
  const shown = { name: salonName ?? salon.name }
  const link = sampleLink(publicUrl)
  const samples = offerSamples(row.text, shown, names, link)
  const from = localDate(salon.timeZone, row.approvedAt ?? row.createdAt)
  return {
    ...offer,
    approvedAs: salonName === null ? null : { salonName, bookingUrl },
    approvedAt: row.approvedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    dates: datesOfOffer(row, { from, country: salon.country }),
    segments: Math.max(...samples.map(({ segments }) => segments)),
    samples,
    reminderSamples: row.reminderText ? offerSamples(row.reminderText, shown, names, link) : [],
  }
}
