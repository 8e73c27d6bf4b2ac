import type { Deps } from '../../deps.ts'
import { databaseNow } from '../../platform/db/now.ts'
import { firstTextPolicy } from './policy.ts'

// Large batches: when quiet hours begin, the console should show the new times immediately.
const BATCH = 1000
const MAX_BATCHES = 5

/** Moves queued texts of the agency's campaigns to the next window when theirs has ended. Claims skip them, so this may run late. */
export async function deferClosed({ sql, env, clock }: Pick<Deps, 'sql' | 'env' | 'clock'>): Promise<void> {
  const now = databaseNow(sql, clock)
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const closed = await sql<{ id: string; phone: string; dueAt: Date; dueUntil: string }[]>`
      select id, phone, greatest(due_at, ${now}) as due_at, due_until::text from messages
      where status = 'queued' and campaign_id is not null and due_until <= ${now} and kind in ('first_text', 'second_text')
      order by due_until limit ${BATCH}`
    if (closed.length === 0) return
    const later = closed.map(({ id, phone, dueAt, dueUntil }) => {
      const { opensAt, closesAt } = firstTextPolicy.nextHours(env, phone, dueAt)
      return {
        id,
        was: dueUntil,
        due_at: opensAt.toISOString(),
        due_until: closesAt?.toISOString() ?? 'infinity',
      }
    })
    await sql`
      update messages m set due_at = later.due_at, due_until = later.due_until
      from jsonb_to_recordset(${sql.json(later)}) as later (id uuid, was timestamptz, due_at timestamptz, due_until timestamptz)
      where m.id = later.id and m.status = 'queued' and m.due_until = later.was`
    if (closed.length < BATCH) return
  }
}
