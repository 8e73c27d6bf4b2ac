import type { MessageKind } from '@salonback/shared/core/messages/text.ts'
import { carriesLandingLink, landingLink } from '@salonback/shared/sms/link.ts'
import { segments } from '@salonback/shared/sms/segments.ts'
import { withOptOutLine } from '@salonback/shared/sms/template.ts'
import { detailsText, followUpText, TEST_MARK } from '@salonback/shared/sms/texts.ts'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../env.ts'
import type { Sql } from '../../platform/db/open.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import type { ListedText } from '../messages/carrier.ts'
import { insertFound, releaseFound } from '../messages/outbox.ts'
import { recordReceipt } from '../messages/receipts.ts'
import type { Sender } from '../messages/senders.ts'
import { accept } from '../messages/transitions/accepted.ts'
import { cancelRivals } from '../messages/transitions/queued.ts'

/** Guessed from the body, because the carrier has nothing else. Offers count against the caps of a client. */
function kindOf(
  { phone, body }: ListedText,
  { PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>,
  { isOfSalon, isProspect }: { isOfSalon: boolean; isProspect: boolean },
): MessageKind {
  if (isOfSalon) return withOptOutLine(body) === body.trim() ? 'offer' : 'reply'
  if (body.startsWith(TEST_MARK)) return 'test'
  const link = landingLink(PUBLIC_URL, phone)
  if (body === detailsText(link)) return 'details'
  if (body === followUpText(link)) return 'followup'
  return isProspect && withOptOutLine(body) === body.trim() ? 'first_text' : 'reply'
}

async function findProspectId(sql: Sql, phone: string): Promise<string | null> {
  const [prospect] = await sql<{ id: string }[]>`select id from prospects where phone = ${phone}`
  return prospect?.id ?? null
}

/**
 * Records a text that only the carrier has: it was sent after the snapshot. Its number then gets no other first text or
 * follow-up, and the conversation is complete. False if it was known already.
 */
export async function recordSentText(
  { sql, env, subscribers }: Pick<Deps, 'sql' | 'env' | 'subscribers'>,
  sender: Sender,
  text: ListedText,
): Promise<boolean> {
  const { phone, body, sid, at } = text
  const id = await retryOnDeadlock(sql, async (open) => {
    const isOfSalon = sender.salonId !== null
    const prospectId = isOfSalon ? null : await findProspectId(open, phone)
    const kind = kindOf(text, env, { isOfSalon, isProspect: prospectId !== null })
    const found = await insertFound(open, {
      ...text,
      kind,
      sender,
      prospectId,
      segments: segments(body).segments,
      carriesLink: carriesLandingLink(body, env.PUBLIC_URL),
      dedupeKey: kind === 'followup' ? `followup:${phone}` : null,
    })
    if (!found) return null
    if (kind === 'first_text') {
      await cancelRivals(open, subscribers, found, at)
      await releaseFound(open, found)
    }
    await accept(open, subscribers, { id: found, sid, segments: null, now: at })
    return found
  })
  if (!id) return false
  const { status, errorCode } = text
  const receipt = { sid, messageId: id, status, errorCode, raw: { asked: true } }
  await recordReceipt({ sql, subscribers }, receipt, at)
  return true
}
