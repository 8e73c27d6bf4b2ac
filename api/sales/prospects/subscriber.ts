import { landingLink } from '@salonback/shared/sms/link.ts'
import { isCostly } from '@salonback/shared/sms/phone.ts'
import { followUpText } from '@salonback/shared/sms/texts.ts'
import { queueText } from '../../core/messages/outbox.ts'
import type { Subscriber } from '../../core/messages/subscribers.ts'
import type { ReceivedText } from '../../core/messages/text.ts'
import { findSetting } from '../../core/settings/queries.ts'
import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import { lockProspect, markContacted, setChosenStatus, setStatusByPhone } from './queries.ts'

/** What texts change about prospects: Contacted after a first text, Responded and a follow-up after a yes. */
export const followProspects = ({ env }: Pick<Deps, 'env'>): Subscriber => ({
  async onAccepted(sql, { id, kind, prospectId, salonId }, now) {
    if (kind === 'first_text' && prospectId) await markContacted(sql, prospectId, now)
    if (kind === 'reply' && salonId === null) await setChosenStatus(sql, id, now)
  },
  async onReceived(sql, text) {
    const isYes = text.understood.intent === 'positive' && text.salonId === null
    return isYes && !text.suppressed && queueFollowUp(sql, env, text)
  },
})

/** A yes from a prospect: sets Responded and queues the follow-up with the link. True if it was queued. */
async function queueFollowUp(sql: Sql, env: Deps['env'], { phone, now }: ReceivedText): Promise<boolean> {
  const prospect = await lockProspect(sql, phone)
  if (!prospect || prospect.contactStatus === 'Submitted') return false
  await setStatusByPhone(sql, phone, 'Responded', now)
  if ((await findSetting(sql, 'auto_followup_enabled')) !== 'true' || isCostly(phone)) return false
  const queued = await queueText(sql, {
    kind: 'followup',
    phone,
    body: followUpText(landingLink(env.PUBLIC_URL, phone)),
    dedupeKey: `followup:${phone}`,
    now,
    prospectId: prospect.id,
    carriesLink: true,
  })
  return queued !== null
}
