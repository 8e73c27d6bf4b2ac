import type { Actor } from './actor.ts'
import type { Json, Sql } from './open.ts'

/** Appends to the audit log. Call it in the transaction of the audited write. */
export async function audit(
  sql: Sql,
  {
    actor,
    action,
    subject,
    detail,
  }: { actor: Actor; action: string; subject?: string | null; detail?: Json },
): Promise<void> {
  await sql`
    insert into audit_log (actor_kind, actor_id, actor, action, subject, detail)
    values (${actor.kind}, ${actor.id}, ${actor.name}, ${action}, ${subject ?? null}, ${detail === undefined ? null : sql.json(detail)})`
}
