import type { Fragment, Sql } from '../../platform/db/open.ts'

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

/** Changes of consent as entries of a time line. */
export const consentEntries = (sql: Sql, phone: string): Fragment => sql`
  select at, 0 as seq, 'consent' as kind, id::text, wording as text, change as state, source as detail, actor as by,
    null::uuid as salon_id
  from consent_ledger where phone = ${phone}`
