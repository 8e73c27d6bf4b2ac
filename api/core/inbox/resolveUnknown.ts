import type { CallContext } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { lockOutbound } from '../messages/queries.ts'
import { resolve } from '../messages/transitions/accepted.ts'

interface Resolution {
  id: string
  /** Salon of the text; null: the agency. */
  salonId: string | null
  outcome: 'sent' | 'failed'
}

/** Stores whether a text with unknown outcome was sent, as staff found out. Throws 404 for a text of another owner. */
export function resolveUnknown(
  { id, salonId, outcome }: Resolution,
  { sql, subscribers, clock, actor }: CallContext,
) {
  return inTransaction(sql, async (open) => {
    const text = await lockOutbound(open, id, salonId)
    if (!text) throw notFound('Message')
    if (text.status !== 'unknown') throw new AppError('conflict', 'This text is no longer unknown')
    await resolve(open, subscribers, { id, outcome, by: actor, now: clock() })
    await audit(open, { actor, action: 'unknown.resolve', subject: id, detail: { outcome } })
    return { message: outcome === 'sent' ? 'Counted as sent' : 'Counted as not sent' }
  })
}
