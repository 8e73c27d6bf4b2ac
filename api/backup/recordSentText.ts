import type { MessageKind } from '@salonback/shared/messages/contract.ts'
import { carriesLandingLink, landingLink } from '@salonback/shared/sms/link.ts'
import { segments } from '@salonback/shared/sms/segments.ts'
import { withOptOutLine } from '@salonback/shared/sms/template.ts'
import { detailsText, followUpText } from '@salonback/shared/sms/texts.ts'
import type { Sql } from '../db/open.ts'
import { retryOnDeadlock } from '../db/retryOnDeadlock.ts'
import type { Env } from '../env.ts'
import type { ListedText } from '../messages/carrier.ts'
import { insertFound, releaseFound } from '../messages/outbox.ts'
import { recordReceipt } from '../messages/receipts.ts'
import { accept } from '../messages/transitions/accepted.ts'
import { cancelRivals } from '../messages/transitions/queued.ts'

/** Kind of a text, guessed from its body, because the carrier knows nothing else. */
function kindOf(
  { phone, body }: ListedText,
  { PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>,
  isProspect: boolean,
): MessageKind {
  const link = landingLink(PUBLIC_URL, phone)
  if (body === detailsText(link)) return 'details'
  if (body === followUpText(link)) return 'followup'
  return isProspect && withOptOutLine(body) === body.trim() ? 'first_text' : 'reply'
}

/**
 * Records a text that only the carrier has: it was sent after the snapshot. Its number then gets no other first text or
 * follow-up, and the conversation is complete. False if it was known already.
 */
export async function recordSentText(
  sql: Sql,
  env: Pick<Env, 'PUBLIC_URL'>,
  text: ListedText,
): Promise<boolean> {
  const { phone, body, sid, at } = text
  const id = await retryOnDeadlock(sql, async (open) => {
    const [prospect] = await open<{ id: string }[]>`select id from prospects where phone = ${phone}`
    const kind = kindOf(text, env, prospect !== undefined)
    const found = await insertFound(open, {
      kind,
      phone,
      body,
      sid,
      at,
      segments: segments(body).segments,
      prospectId: prospect?.id ?? null,
      carriesLink: carriesLandingLink(body, env.PUBLIC_URL),
      dedupeKey: kind === 'followup' ? `followup:${phone}` : null,
    })
    if (!found) return null
    if (kind === 'first_text') {
      await cancelRivals(open, found, at)
      await releaseFound(open, found)
    }
    await accept(open, { id: found, sid, segments: null, now: at })
    return found
  })
  if (!id) return false
  const { status, errorCode } = text
  await recordReceipt(sql, { sid, messageId: id, status, errorCode, raw: { asked: true } }, at)
  return true
}
