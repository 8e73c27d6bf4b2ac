import { hasLink, writeOffer } from '@salonback/shared/salons/offers/offer.ts'
import { nextSalonWindow } from '@salonback/shared/salons/salons/sendWindow.ts'
import type { DueText, LaterTexts } from '../../core/campaigns/laterTexts.ts'
import type { Env } from '../../env.ts'
import type { Sql } from '../../platform/db/open.ts'
import { findOfferBody, findTokenHash } from '../bookingLinks/queries.ts'
import { bookingLink, createToken, findToken } from '../bookingLinks/tokens.ts'
import { findClients } from '../clients/clientFacts.ts'
import { reminderRules } from '../clients/inCampaign.ts'
import { approvedNames } from '../offers/offerHash.ts'
import { findGuardFacts, queueOfferTexts } from './queries.ts'

/** Goes to each client who had the offer of a campaign and neither answered nor booked. */
export const reminders: LaterTexts = {
  ...reminderRules,
  async queue(sql, env, due, now) {
    for (const one of due) await queueReminder(sql, env, one, now)
  },
}

async function queueReminder(sql: Sql, env: Env, due: DueText, now: Date): Promise<void> {
  const { id, campaignId, salonId, clientId, senderId, phone } = due
  if (salonId === null || clientId === null) return
  const facts = await findGuardFacts(sql, id)
  const names = facts && approvedNames(facts.offer)
  const words = facts?.offer.reminderText
  if (!names || !words) return
  const [client] = await findClients(sql, { salonId, keys: env, now }, sql`and c.id = ${clientId}`)
  if (!client) return
  const { opensAt, closesAt } = nextSalonWindow(facts, phone, env.QUIET_HOURS, now)
  const { link, token } = hasLink(words)
    ? await reminderLink(sql, env.PUBLIC_URL, { campaignId, clientId })
    : { link: '', token: null }
  const salon = { name: names.salonName }
  const written = writeOffer(words, { firstName: client.firstName, salon, link })
  const text = {
    clientId,
    phone,
    offerId: facts.offer.id,
    ...written,
    token,
    dueAt: opensAt,
    dueUntil: closesAt,
  }
  await queueOfferTexts(sql, { campaignId, salonId, senderId, kind: 'reminder', now }, [text])
}

/** The link that the client's offer had; else a new one, with its token. */
async function reminderLink(
  sql: Sql,
  publicUrl: string,
  client: { campaignId: string; clientId: string },
): Promise<{ link: string; token: string | null }> {
  const hash = await findTokenHash(sql, client)
  if (!hash) {
    const token = createToken()
    return { link: bookingLink(publicUrl, token), token }
  }
  const known = findToken(await findOfferBody(sql, client), hash)
  return { link: known ? bookingLink(publicUrl, known) : '', token: null }
}
