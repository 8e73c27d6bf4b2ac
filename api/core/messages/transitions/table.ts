import type { OutboundStatus } from '@salonback/shared/core/messages/text.ts'
import type { Sql } from '../../../platform/db/open.ts'

/**
 *     inserted → queued | sending
 *     queued   → sending | sent | failed | canceled
 *     sending  → queued | sent | failed | unknown | canceled
 *     sent     → delivered | undelivered | failed
 *     failed   → sent
 *     unknown  → queued | sent | failed | canceled
 *     canceled → sent
 *
 * A text is inserted as `queued`, a reply as `sending`. Only the functions named here change its status, and their
 * statements are guarded by this table.
 */
export const transitions = {
  claim: { from: ['queued'], to: ['sending', 'canceled'] },
  reclaim: { from: ['queued'], to: ['sending'] },
  requeue: { from: ['sending', 'unknown'], to: ['queued', 'canceled'] },
  retry: { from: ['unknown'], to: ['queued'] },
  accept: { from: ['queued', 'sending', 'unknown'], to: ['sent'] },
  overrule: { from: ['failed', 'canceled'], to: ['sent'] },
  deliver: { from: ['sent'], to: ['delivered', 'undelivered', 'failed'] },
  fail: { from: ['sending', 'unknown'], to: ['failed'] },
  failQueued: { from: ['queued'], to: ['failed'] },
  resolve: { from: ['unknown'], to: ['sent', 'failed'] },
  markUnknown: { from: ['sending'], to: ['unknown'] },
  expire: { from: ['sending'], to: ['unknown'] },
  cancel: { from: ['sending', 'unknown'], to: ['canceled'] },
  cancelUnwanted: { from: ['queued'], to: ['canceled'] },
  cancelCampaign: { from: ['queued'], to: ['canceled'] },
  cancelStrays: { from: ['queued'], to: ['canceled'] },
  cancelEnded: { from: ['queued'], to: ['canceled'] },
  cancelRivals: { from: ['queued'], to: ['canceled'] },
  cancelOutdated: { from: ['queued'], to: ['canceled'] },
} as const satisfies Record<string, { from: readonly OutboundStatus[]; to: readonly OutboundStatus[] }>

export type Transition = keyof typeof transitions

/** SQL guard of a transition. States are literals, because partial indexes (`where status = 'queued'`) need them. */
export const may = (sql: Sql, transition: Transition) =>
  sql.unsafe(`status in (${transitions[transition].from.map((status) => `'${status}'`).join(', ')})`)
