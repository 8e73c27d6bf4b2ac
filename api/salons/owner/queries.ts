import type { Sql } from '../../platform/db/open.ts'

/** When the salon agreed to this version of the terms; undefined if it did not. */
export async function findAgreement(sql: Sql, salonId: string, version: string): Promise<Date | undefined> {
  const [row] = await sql<{ agreedAt: Date }[]>`
    select agreed_at from salons
    where id = ${salonId} and agreement_version = ${version} and agreed_at is not null`
  return row?.agreedAt
}

interface Agreement {
  salonId: string
  version: string
  wording: string
  /** The name that the owner typed. */
  by: string
  address: string
  now: Date
}

/** Stores the agreement, and keeps the one that it replaces. False if the salon agreed to this version already. */
export async function saveAgreement(sql: Sql, agreement: Agreement): Promise<boolean> {
  const { salonId, version, wording, by, address, now } = agreement
  // The lock serialises two agreements: the second must not keep the first as replaced.
  await sql`select 1 from salons where id = ${salonId} for no key update`
  await sql`
    insert into past_agreements (salon_id, version, wording, agreed_at, agreed_by, agreed_ip)
    select id, coalesce(agreement_version, ''), agreement_wording, agreed_at, agreed_by, agreed_ip from salons
    where id = ${salonId} and agreed_at is not null and agreement_version is distinct from ${version}`
  const { count } = await sql`
    update salons set agreed_at = ${now}, agreement_version = ${version}, agreement_wording = ${wording},
      agreed_by = ${by}, agreed_ip = ${address}
    where id = ${salonId} and agreement_version is distinct from ${version}`
  return count > 0
}
