import type { ClientDetail, ConsentEntry } from '@salonback/shared/salons/clients/contract.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Sql } from '../../platform/db/open.ts'

interface InsertConsent {
  salonId: string
  phone: string
  at: Date
  kind: string
  source: string
  wording: string
  messageId?: string
}

export async function insertConsent(sql: Sql, event: InsertConsent): Promise<void> {
  await sql`insert into consent_events ${sql(event)}`
}

export function findConsent(sql: Sql, salonId: string, phone: string) {
  return sql<ConsentEntry[]>`
    select ${instant(sql, 'e.at')} as at, kind, source, wording from consent_events e
    where salon_id = ${salonId} and phone = ${phone} order by e.at desc, id desc`
}

/** What staff said about the texts of a number, newest first. */
export function findOutcomes(sql: Sql, salonId: string, phone: string) {
  return sql<ClientDetail['outcomes']>`
    select ${instant(sql, 'created_at')} as at, outcome from messages
    where phone = ${phone} and salon_id = ${salonId} and outcome is not null order by created_at desc, seq desc`
}
