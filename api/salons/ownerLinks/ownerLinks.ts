import type { LinkPurpose } from '@salonback/shared/salons/salons/contract.ts'
import type { Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import { hashOfToken, newToken } from '../../platform/http/tokens.ts'

/** 128 bits as 22 characters. */
const TOKEN_BYTES = 16
/** Null: until the salon is closed or another link is made. */
const DAYS: Record<LinkPurpose, number | null> = {
  agree: 14,
  list: 14,
  offer: 14,
  results: 90,
  home: null,
  handover: 30,
  texts: 14,
}
const DAY_MS = 24 * 3_600_000

/** Only the hash is stored: a copy of the database opens no page. */

interface NewLink {
  salonId: string
  purpose: LinkPurpose
  subjectId: string | null
  now: Date
}

/**
 * Creates a link for the owner of a salon. The token is in the returned path only; `hash` is hexadecimal. Locks the salon,
 * so that closing it sees the link or the link sees the closing. A home link ends the one before. Throws 409 for a closed
 * salon.
 */
export async function createOwnerLink(
  sql: Sql,
  link: NewLink,
): Promise<{ path: string; hash: string; expiresAt: Date | null }> {
  const token = newToken(TOKEN_BYTES)
  const days = DAYS[link.purpose]
  const expiresAt = days === null ? null : new Date(link.now.getTime() + days * DAY_MS)
  const isHome = link.purpose === 'home'
  if (isHome) {
    // One at a time: otherwise a third ends the link of the first before it waits for the salon, and two deadlock.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`home:${link.salonId}`}, 0))`
    // Before the salon, as an owner's action locks them: in the other order the two deadlock.
    await endHomeLinks(sql, link)
  }
  const open = await sql`
    select 1 from salons where id = ${link.salonId} and state <> 'closed' ${isHome ? sql`for no key update` : sql`for share`}`
  if (open.count === 0) throw new AppError('conflict', 'This salon is closed')
  await sql`
    insert into owner_links (token_hash, salon_id, purpose, subject_id, created_at, expires_at)
    values (${hashOfToken(token)}, ${link.salonId}, ${link.purpose}, ${link.subjectId}, ${link.now}, ${expiresAt})`
  return { path: `/o/${token}`, hash: hashOfToken(token).toString('hex'), expiresAt }
}

const endHomeLinks = (sql: Sql, { salonId, now }: NewLink) => sql`
  update owner_links set used_at = ${now} where salon_id = ${salonId} and purpose = 'home' and used_at is null`

/** Whether the owner has a home link that works. */
export const hasHomeLink = async (sql: Sql, salonId: string): Promise<boolean> =>
  (
    await sql`select 1 from owner_links where salon_id = ${salonId} and purpose = 'home' and used_at is null
      and expires_at is null`
  ).count > 0

export interface FoundLink {
  salonId: string
  purpose: LinkPurpose
  subjectId: string | null
  /** Null: none. */
  expiresAt: Date | null
  usedAt: Date | null
}

/** The link with this token; undefined if there is none. `lock` serialises its use. */
export async function findOwnerLink(sql: Sql, token: string, { lock = false } = {}) {
  const [link] = await sql<FoundLink[]>`
    select salon_id, purpose, subject_id, expires_at, used_at from owner_links
    where token_hash = ${hashOfToken(token)} ${lock ? sql`for update` : sql``}`
  return link
}

/** Sets what the link is about. */
export async function keepSubject(sql: Sql, token: string, subjectId: string): Promise<void> {
  await sql`update owner_links set subject_id = ${subjectId} where token_hash = ${hashOfToken(token)}`
}

/**
 * Ends the link: it opens no page any more. `subjectId` is what the owner decided about. A home link stays open, and forgets
 * the list that was uploaded through it.
 */
export async function useOwnerLink(
  sql: Sql,
  { token, subjectId, now }: { token: string; subjectId: string | null; now: Date },
): Promise<void> {
  await sql`
    with used as (
      update owner_links set used_at = case when purpose <> 'home' then ${now}::timestamptz end,
        subject_id = case when purpose <> 'home' then coalesce(${subjectId}::uuid, subject_id) end
      where token_hash = ${hashOfToken(token)} returning token_hash, used_at)
    update owner_messages set answered_at = used.used_at from used where link_hash = used.token_hash`
}

/** Stores that the owner has opened the link, if it was sent. */
export const markOpened = (sql: Sql, token: string, now: Date) => sql`
  update owner_messages set opened_at = ${now} where link_hash = ${hashOfToken(token)} and opened_at is null`

/** Deletes links that were used or expired before this time. */
export async function deleteEndedLinks(sql: Sql, before: Date): Promise<number> {
  const { count } = await sql`delete from owner_links where least(used_at, expires_at) <= ${before}`
  return count
}
