import type { OfferState } from '@salonback/shared/salons/salons/contract.ts'
import type { Sql } from '../../platform/db/open.ts'
import { toPage } from '../../platform/db/toPage.ts'
import { isUsedUp } from '../salons/isUsedUp.ts'
import { type ApprovedNames, hashOfOffer } from './offerHash.ts'

export interface OfferRow {
  id: string
  salonId: string
  version: number
  text: string
  reminderText: string | null
  /** The last day of an approval for each month; null: for this time. */
  repeatUntil: string | null
  state: OfferState
  textSha256: string
  /** The approval was for this time, and a campaign has used it. */
  usedUp: boolean
  /** Of the salon when the owner approved; null before. */
  salonName: string | null
  bookingUrl: string | null
  /** Clients on the list, and those who may be texted; null: not counted yet. */
  people: number | null
  eligible: number | null
  countedAt: Date | null
  approvedAt: Date | null
  approvedBy: string | null
  note: string | null
  createdBy: string
  createdAt: Date
}

const columns = (sql: Sql) => sql`
  ${isUsedUp(sql, 'offers')} as used_up, id, salon_id, version, text, reminder_text, repeat_until::text, state, text_sha256, salon_name, booking_url, people, eligible, counted_at,
  approved_at, approved_by, note, created_by, created_at`

/** Versions per page. */
const PAGE = 20

/** One page of versions, newest first. The cursor is the number of the last one. */
export async function findOffers(sql: Sql, salonId: string, cursor: string | undefined) {
  const before = cursor ? sql`and version < ${Number(cursor)}` : sql``
  const rows = await sql<OfferRow[]>`
    select ${columns(sql)} from offers where salon_id = ${salonId} ${before}
    order by version desc limit ${PAGE + 1}`
  return toPage(rows, PAGE, ({ version }) => String(version))
}

/** The version with this id, if it is of this salon. `lock` serialises its changes. */
export async function findOffer(
  sql: Sql,
  { id, salonId }: { id: string; salonId: string },
  { lock = false } = {},
): Promise<OfferRow | undefined> {
  const [offer] = await sql<OfferRow[]>`
    select ${columns(sql)} from offers where id = ${id} and salon_id = ${salonId} ${lock ? sql`for update` : sql``}`
  return offer
}

/** The version that waits for the owner. `lock` serialises its changes. */
export async function findOfferWithOwner(
  sql: Sql,
  salonId: string,
  { lock = false } = {},
): Promise<OfferRow | undefined> {
  const [offer] = await sql<OfferRow[]>`
    select ${columns(sql)} from offers where salon_id = ${salonId} and state = 'with_owner'
    order by version desc limit 1 ${lock ? sql`for update` : sql``}`
  return offer
}

/** Inserts the next version. Locks the salon, so that two versions get two numbers. */
export async function insertOffer(
  sql: Sql,
  offer: Pick<
    OfferRow,
    'salonId' | 'text' | 'reminderText' | 'repeatUntil' | 'textSha256' | 'createdBy' | 'createdAt'
  >,
): Promise<OfferRow> {
  await sql`select 1 from salons where id = ${offer.salonId} for no key update`
  const [row] = await sql<[OfferRow]>`
    insert into offers (salon_id, version, text, reminder_text, repeat_until, text_sha256, created_by, created_at)
    select ${offer.salonId}, coalesce(max(version), 0) + 1, ${offer.text}, ${offer.reminderText}, ${offer.repeatUntil},
      ${offer.textSha256},
      ${offer.createdBy}, ${offer.createdAt}
    from offers where salon_id = ${offer.salonId}
    returning ${columns(sql)}`
  return row
}

/** Hands a draft to the owner; older versions that are not approved expire. */
export async function giveToOwner(sql: Sql, { id, salonId, version }: OfferRow): Promise<void> {
  await sql`
    update offers set state = 'expired'
    where salon_id = ${salonId} and version < ${version} and state in ('draft', 'with_owner', 'changes_requested')`
  await sql`update offers set state = 'with_owner' where id = ${id} and state = 'draft'`
}

interface Approval {
  /** The texts as the owner read them. */
  offer: Pick<OfferRow, 'id' | 'text' | 'reminderText' | 'repeatUntil'>
  names: ApprovedNames
  by: string
  address: string
  now: Date
}

/** Approves the version with the names that the owner read. It never changes after that. */
export async function approveOffer(sql: Sql, { offer, names, by, address, now }: Approval): Promise<void> {
  await sql`
    update offers set state = 'approved', approved_at = ${now}, approved_by = ${by}, approved_ip = ${address},
      repeat_until = ${offer.repeatUntil}, salon_name = ${names.salonName}, booking_url = ${names.bookingUrl}, text_sha256 = ${hashOfOffer(offer, names)}
    where id = ${offer.id} and state = 'with_owner'`
}

export async function requestOfferChanges(sql: Sql, { id, note }: { id: string; note: string }) {
  await sql`
    update offers set state = 'changes_requested', note = ${note} where id = ${id} and state = 'with_owner'`
}

/** Different first names of the list to choose samples from: the ones that may cost most, and any others. */
export async function findFirstNames(sql: Sql, salonId: string) {
  return sql<{ firstName: string | null }[]>`
    with names as (select distinct first_name from clients where salon_id = ${salonId})
    (select first_name from names order by octet_length(first_name) > length(first_name) desc nulls last,
      length(first_name) desc limit 1000)
    union (select first_name from names where octet_length(first_name) = length(first_name)
      order by length(first_name) desc limit 500)
    union (select first_name from names limit 500)`
}
