import type { Sql } from '../../platform/db/open.ts'

export interface ConsentChange {
  phone: string
  at: Date
  /** `request`: requested on the website; `basis`: why staff may text a prospect. */
  change: 'opt_in' | 'opt_out' | 'basis' | 'request'
  source: string
  /** Exact wording that they wrote or were shown. */
  wording: string
  actor?: string | null
  messageId?: string | null
}

/** Appends to the consent ledger, in the transaction of the change. */
export async function recordConsent(sql: Sql, change: ConsentChange): Promise<void> {
  await sql`
    insert into consent_ledger (phone, at, change, source, wording, actor, message_id)
    values (${change.phone}, ${change.at}, ${change.change}, ${change.source}, ${change.wording},
      ${change.actor ?? null}, ${change.messageId ?? null})`
}
