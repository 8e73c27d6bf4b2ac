import type { MessageKind } from '@salonback/shared/core/messages/text.ts'
import type { Deps } from '../../deps.ts'
import { databaseNow } from '../../platform/db/now.ts'
import type { CampaignPolicy } from './policy.ts'

// Large batches: when quiet hours begin, the console should show the new times immediately.
const BATCH = 1000
const MAX_BATCHES = 5

interface ClosedText {
  id: string
  kind: MessageKind
  phone: string
  /** Time zone of its salon. */
  timeZone: string | null
  dueAt: Date
  dueUntil: string
}

/** Moves queued texts of campaigns to the next window when their window has ended. Claims skip them, so this may run late. */
export async function deferClosed(
  { sql, env, clock, log, salons }: Pick<Deps, 'sql' | 'env' | 'clock' | 'log' | 'salons'>,
  policies: readonly CampaignPolicy[],
): Promise<void> {
  const now = databaseNow(sql, clock)
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const closed = await sql<ClosedText[]>`
      select m.id, m.kind, m.phone, ${salons.timeZone(sql, sql`m.salon_id`)} as time_zone,
        greatest(m.due_at, ${now}) as due_at, m.due_until::text
      from messages m
      where m.status = 'queued' and m.campaign_id is not null and m.due_until <= ${now}
      order by m.due_until limit ${BATCH}`
    if (closed.length === 0) return
    const later = closed.flatMap(({ id, dueUntil: was, ...text }) => {
      const policy = policies.find(({ kinds }) => kinds.includes(text.kind))
      if (!policy) return []
      try {
        const { opensAt, closesAt } = policy.nextHours(env, text, text.dueAt)
        return { id, was, due_at: opensAt.toISOString(), due_until: closesAt?.toISOString() ?? 'infinity' }
      } catch (error) {
        // A time zone that this system does not know must not stop the texts of other salons.
        log.error({ err: error, textId: id }, 'the next hours of a text are not known; it waits')
        return []
      }
    })
    await sql`
      update messages m set due_at = later.due_at, due_until = later.due_until
      from jsonb_to_recordset(${sql.json(later)}) as later (id uuid, was timestamptz, due_at timestamptz, due_until timestamptz)
      where m.id = later.id and m.status = 'queued' and m.due_until = later.was`
    if (closed.length < BATCH) return
  }
}
