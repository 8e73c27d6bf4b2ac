import type { OutboundStatus } from '@salonback/shared/messages/contract.ts'
import type { Sql } from '../../db/open.ts'

/**
 *     written  → queued | sending
 *     queued   → sending | sent | failed | canceled
 *     sending  → queued | sent | failed | unknown | canceled
 *     sent     → delivered | undelivered | failed
 *     failed   → sent
 *     unknown  → queued | sent | failed | canceled
 *     canceled → sent
 *
 * A text is written `queued`, a reply `sending` by whoever sends it. From then on these functions alone change its
 * status, and their statements take their guards from this table: a move that is not in it changes no row.
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
  cancelRivals: { from: ['queued'], to: ['canceled'] },
} as const satisfies Record<string, { from: readonly OutboundStatus[]; to: readonly OutboundStatus[] }>

export type Transition = keyof typeof transitions

/**
 * Whether a row may make this move, as SQL. The states stand in the statement and are no parameters: with those the
 * planner could not tell that a partial index (`where status = 'queued'`) fits.
 */
export const may = (sql: Sql, transition: Transition) =>
  sql.unsafe(`status in (${transitions[transition].from.map((status) => `'${status}'`).join(', ')})`)
