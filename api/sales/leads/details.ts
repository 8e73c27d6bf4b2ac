import { waitingReasons } from '@salonback/shared/sales/leads/rules.ts'
import { landingLink } from '@salonback/shared/sms/link.ts'
import { detailsText } from '@salonback/shared/sms/texts.ts'
import { queueTexts } from '../../core/messages/outbox.ts'
import { findStop } from '../../core/publicTexts/queries.ts'
import { audit } from '../../platform/db/audit.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { CallContext } from '../../platform/http/serve.ts'
import { lockWaiting, updateWithheld } from './queries.ts'

/**
 * Sends withheld details on a staff member's click, outside the budget. Each lead gets one details text ever, so a
 * repeated click sends nothing. While public texts are stopped, only one lead per call.
 */
export function sendDetails(ids: string[], { sql, env, clock, actor }: CallContext) {
  return retryOnDeadlock(sql, async (open) => {
    if (ids.length > 1 && (await findStop(open)).stoppedAt) {
      throw new AppError(
        'conflict',
        'Texts to new leads are stopped. Resume them first, or send one at a time.',
      )
    }
    const now = clock()
    const waiting = await lockWaiting(open, ids, waitingReasons)
    const texts = waiting.map(({ id, phone }) => ({
      phone,
      body: detailsText(landingLink(env.PUBLIC_URL, phone)),
      dedupeKey: `details:${id}`,
    }))
    const queued = await queueTexts(
      open,
      { kind: 'details', carriesLink: true, createdBy: actor.id, now },
      texts,
    )
    const optedOut = await updateWithheld(
      open,
      waiting.map(({ id }) => id),
    )
    if (waiting.length > 0) {
      const subject = waiting.length === 1 ? (waiting[0]?.id ?? null) : null
      await audit(open, { actor: actor.username, action: 'leads.send-details', subject, detail: { queued } })
    }
    return { queued, optedOut }
  })
}
