import type { Sender } from '../../core/messages/senders.ts'
import { insertSuppression } from '../../core/suppressions/suppress.ts'
import type { Sql } from '../../platform/db/open.ts'
import { fictional, makeText } from '../../testing/factories.ts'

/** The conversations of one salon. */
export interface SalonTexts {
  /** Ids of its texts. */
  ids: string[]
  /** Numbers that only this salon texts. The second one has sent STOP to it. */
  phones: [string, string]
  /** A word that is part of every text of this salon. */
  word: string
}

/** A number that also the agency texts. */
export const SHARED_PHONE = fictional(700)

/**
 * Stores conversations of a salon with texts of every status, among them a possible opt-out and a STOP. `more` is added to
 * every text.
 */
export async function storeSalonTexts(
  sql: Sql,
  { sender, n, more = '' }: { sender: Sender; n: number; more?: string },
): Promise<SalonTexts> {
  const word = `private${n}text`
  const [talking, stopped] = [fictional(700 + 10 * n), fictional(701 + 10 * n)]
  const ids: string[] = []
  const own = { senderId: sender.id, salonId: sender.salonId }
  const store = async (text: Parameters<typeof makeText>[1]) => {
    const now = new Date()
    const { id } = await makeText(sql, { createdAt: now, ourNumber: sender.address, ...own, ...text })
    ids.push(id)
    return id
  }
  for (const phone of [talking, SHARED_PHONE]) {
    for (const intent of ['unclear', 'maybe_opt_out'])
      await store({ direction: 'inbound', phone, intent, body: `To ${word} ${more}` })
    for (const status of ['sent', 'delivered', 'failed', 'unknown', 'canceled']) {
      const body = `From ${word} ${more}`
      const errorMessage = status === 'failed' ? body : null
      await store({ phone, status, kind: 'details', body, errorMessage, attemptedAt: new Date() })
    }
  }
  const wording = `please stop texting me ${word} ${more}`
  const messageId = await store({
    direction: 'inbound',
    phone: stopped,
    intent: 'opt_out',
    isOptOut: true,
    body: wording,
  })
  const optOut = {
    phone: stopped,
    at: new Date(),
    wording,
    messageId,
    senderId: sender.id,
    salonId: sender.salonId,
  }
  await insertSuppression(sql, { ...optOut, source: 'plain_language' })
  return { ids, phones: [talking, stopped], word }
}
