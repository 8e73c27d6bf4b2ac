import { hasLink, writeOffer } from '@salonback/shared/salons/offers/offer.ts'
import { nextSalonWindow } from '@salonback/shared/salons/salons/sendWindow.ts'
import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import { findOfferBody, findTokenHash } from '../bookingLinks/queries.ts'
import { bookingLink, createToken, findToken } from '../bookingLinks/tokens.ts'
import { findClients } from '../clients/facts.ts'
import { approvedNames } from '../offers/offerHash.ts'
import { findDueReminders, findGuardFacts, queueOfferTexts } from './queries.ts'

/** Texts per round. */
const BATCH = 500

/** Queues one reminder to each client who had the offer and did not answer. The send guard decides who still gets it. */
export async function queueReminders({
  sql,
  env,
  clock,
}: Pick<Deps, 'sql' | 'env' | 'clock'>): Promise<void> {
  const now = clock()
  for (const due of await findDueReminders(sql, now, BATCH)) {
    const facts = await findGuardFacts(sql, due.campaignId)
    const names = facts && approvedNames(facts.offer)
    const words = facts?.offer.reminderText
    if (!names || !words) continue
    const [client] = await findClients(
      sql,
      { salonId: due.salonId, keys: env, now },
      sql`and c.id = ${due.clientId}`,
    )
    if (!client) continue
    const { opensAt, closesAt } = nextSalonWindow(facts, due.phone, env.QUIET_HOURS, now)
    const { link, token } = hasLink(words)
      ? await reminderLink(sql, env.PUBLIC_URL, due)
      : { link: '', token: null }
    const written = writeOffer(words, {
      firstName: client.firstName,
      salon: { name: names.salonName },
      link,
    })
    const { clientId, phone } = due
    const text = { clientId, phone, ...written, token, dueAt: opensAt, dueUntil: closesAt }
    await queueOfferTexts(sql, { ...due, kind: 'reminder', now }, [text])
  }
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
