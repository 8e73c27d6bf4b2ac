import { waitingReasons } from '@salonback/shared/sales/leads/rules.ts'
import { landingLink } from '@salonback/shared/sms/link.ts'
import { detailsText } from '@salonback/shared/sms/texts.ts'
import { queueTexts } from '../../core/messages/outbox.ts'
import { findStop } from '../../core/publicTexts/queries.ts'
import type { CallContext } from '../../deps.ts'
import type { Env } from '../../env.ts'
import { audit } from '../../platform/db/audit.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { AppError } from '../../platform/http/errors.ts'
import { lockWaiting, updateWithheld } from './queries.ts'

/** The details text to a lead. */
export const detailsTo = ({ PUBLIC_URL }: Env, { id, phone }: { id: string; phone: string }) => ({
  phone,
  body: detailsText(landingLink(PUBLIC_URL, phone)),
  dedupeKey: `details:${id}`,
})

/**
 * Sends withheld details on a staff member's click, outside the budget. Each lead gets one details text ever, so a
 * repeated click sends nothing. While public texts are stopped, only one lead per call.
 */
export function sendDetails(ids: string[], { sql, env, clock, actor }: CallContext) {
  return retryOnDeadlock(sql, async (open) => {
    const stopped = 'Texts to new leads are stopped. Resume them first, or send one at a time.'
    if (ids.length > 1 && (await findStop(open)).stoppedAt) throw new AppError('conflict', stopped)
    const now = clock()
    const waiting = await lockWaiting(open, ids, waitingReasons)
    const texts = waiting.map((lead) => detailsTo(env, lead))
    const common = { kind: 'details', carriesLink: true, createdBy: actor.id, now } as const
    const queued = await queueTexts(open, common, texts)
    const waitingIds = waiting.map(({ id }) => id)
    const optedOut = await updateWithheld(open, waitingIds)
    if (waiting.length > 0) {
      const subject = waiting.length === 1 ? (waiting[0]?.id ?? null) : null
      await audit(open, { actor, action: 'leads.send-details', subject, detail: { queued } })
    }
    return { queued, optedOut }
  })
}
