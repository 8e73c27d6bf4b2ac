import { eligible, reasonLabels } from '@salonback/shared/salons/clients/eligible.ts'
import { hasLink, writeOffer } from '@salonback/shared/salons/offers/offer.ts'
import { addDays } from '@salonback/shared/salons/salons/days.ts'
import { nextSalonWindow, salonWindow } from '@salonback/shared/salons/salons/sendWindow.ts'
import { instantOf, localDate } from '@salonback/shared/sms/openHours.ts'
import { isStillWanted } from '../../core/campaigns/laterTexts.ts'
import { type CampaignPolicy, findHoursBlock, type GuardDeps } from '../../core/campaigns/policy.ts'
import type { BlockReason, ClaimedText } from '../../core/messages/text.ts'
import { lockNumber } from '../../core/suppressions/suppressions.ts'
import type { Deps } from '../../deps.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { findTokenHash } from '../bookingLinks/queries.ts'
import { bookingLink, findToken } from '../bookingLinks/tokens.ts'
import { findClients } from '../clients/clientFacts.ts'
import { approvedNames, hasEnded } from '../offers/offerHash.ts'
import { findClaimedClient, findGuardFacts, markCleared, pauseForOwner } from './queries.ts'
import { reminders } from './reminders.ts'

/** Offers of salons and their reminders: eligible client, approved words, the salon's hours. */
export const salonPolicy: CampaignPolicy = {
  kinds: ['offer', 'reminder'],
  later: reminders,
  nextHours: ({ QUIET_HOURS }, { phone, timeZone }, from) =>
    nextSalonWindow({ timeZone: timeZone ?? 'UTC' }, phone, QUIET_HOURS, from),
  // By the clock that queued the texts: their days and hours are those of the salon.
  findBlock: (sql, deps, text) => clearToLeave(sql, deps, text, deps.clock()),
  leavesBefore: (_, { dueUntil }) => dueUntil,
}

const leftOut = (message: string): BlockReason => ({ why: 'leftOut', message })

type Offered = ClaimedText & { campaignId: string }

/** Checks the texts to a number one after the other: of two texts of different campaigns the later sees the earlier. */
async function clearToLeave(
  sql: Sql,
  deps: GuardDeps,
  text: ClaimedText,
  now: Date,
): Promise<BlockReason | null> {
  const { id, phone, campaignId } = text
  if (campaignId === null) return null
  return inTransaction(sql, async (open) => {
    await lockNumber(open, phone)
    const block = await findOfferBlock(open, deps, { ...text, campaignId }, now)
    if (block === null) await markCleared(open, id)
    return block
  })
}

async function findOfferBlock(
  sql: Sql,
  { env, carrier }: GuardDeps,
  { id, kind, phone, body, campaignId }: Offered,
  now: Date,
): Promise<BlockReason | null> {
  const facts = await findGuardFacts(sql, id)
  if (!facts) return leftOut('Its offer does not exist any more')
  if (facts.salonState === 'paused') return { why: 'paused' }
  if (facts.salonState === 'closed') return leftOut('The salon is closed')
  if (facts.ownerWrote) {
    await pauseForOwner(sql, campaignId)
    return { why: 'paused' }
  }
  const { offer } = facts
  const names = approvedNames(offer)
  if (!names) return leftOut('The owner has not approved this text')
  if (hasEnded(offer, facts.timeZone, now)) return leftOut('The approval has ended')
  if (facts.endsOn !== null && localDate(facts.timeZone, now) > facts.endsOn)
    return leftOut(reasonLabels.after_last_day)
  if (kind === 'reminder' && !(await isStillWanted(sql, reminders, id)))
    return leftOut('Answered or booked since the offer')
  const salon = { ...facts, id: facts.salonId }
  const client = await findClaimedClient(sql, id)
  const [stored] = client
    ? await findClients(
        sql,
        { salonId: salon.id, keys: env, now, offerIds: [offer.id], textId: id, isWave: facts.isWave },
        sql`and c.id = ${client}`,
      )
    : []
  if (!stored) return leftOut('No longer on the list')
  // A reminder needs no fresher list than its offer had. What is known of visits and bookings counts.
  const reason = eligible(kind === 'reminder' ? { ...stored, listAsOf: null } : stored, salon, now)
  if (reason !== 'eligible') return leftOut(reasonLabels[reason])
  const words = kind === 'offer' ? offer.text : offer.reminderText
  const { bookingUrl } = names
  const link = words && (await linkOf(sql, env, { campaignId, clientId: stored.id, words, body, bookingUrl }))
  if (
    !words ||
    link === null ||
    writeOffer(words, { firstName: stored.firstName, salon: { name: names.salonName }, link }).body !== body
  )
    return leftOut('Not the approved text')
  const today = localDate(facts.timeZone, now)
  const isTold = !facts.isWave || kind === 'reminder' || (facts.toldOn !== null && facts.toldOn < today)
  const from = isTold ? now : instantOf(facts.timeZone, `${addDays(today, 1)}T00:00`)
  return findHoursBlock(sql, { carrier }, id, {
    // The owner of a wave must have had a day to stop it.
    current: isTold ? salonWindow(salon, phone, env.QUIET_HOURS, now) : { open: false },
    next: () => nextSalonWindow(salon, phone, env.QUIET_HOURS, from),
  })
}

/** The link that this client must have in the text: empty if the words have none, null if the text does not have it. */
async function linkOf(
  sql: Sql,
  env: Deps['env'],
  { words, body, bookingUrl, ...client }: OfferedText,
): Promise<string | null> {
  if (!hasLink(words)) return ''
  const hash = await findTokenHash(sql, client)
  // Texts that were queued by a version without booking links.
  if (!hash) return bookingUrl
  const token = findToken(body, hash)
  return token ? bookingLink(env.PUBLIC_URL, token) : null
}

interface OfferedText {
  campaignId: string
  clientId: string
  /** As approved. */
  words: string
  body: string
  bookingUrl: string | null
}
