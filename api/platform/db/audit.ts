import type { Json, Sql } from './open.ts'

/** Appends to the audit log. Call it in the transaction of the audited write. */
export async function audit(
  sql: Sql,
  line: { actor: string; action: string; subject?: string | null; detail?: Json },
): Promise<void> {
  await sql`
    insert into audit_log (actor, action, subject, detail)
    values (${line.actor}, ${line.action}, ${line.subject ?? null}, ${line.detail === undefined ? null : sql.json(line.detail)})`
}
