import { staffLinkPath } from '@salonback/shared/host/addresses.ts'
import type { StaffLink } from '@salonback/shared/platform/staff/contract.ts'
import { endSessionsOf } from '../auth/queries.ts'
import { clearFailuresOfName } from '../auth/throttle.ts'
import type { Sql } from '../db/open.ts'
import { AppError } from '../http/errors.ts'
import { hashOfToken, newToken } from '../http/tokens.ts'

/** How long a mailed link of an account works, in ms. */
export const LINK_MS = 72 * 3_600_000

/** Creates the link of this account, which replaces an earlier one. Only the hash of its token is stored. */
export async function createStaffLink(
  sql: Sql,
  { adminId, now, publicUrl }: { adminId: string; now: Date; publicUrl: string },
): Promise<StaffLink> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + LINK_MS)
  await sql`
    insert into staff_links (admin_id, token_hash, created_at, expires_at)
    values (${adminId}, ${hashOfToken(token)}, ${now}, ${expiresAt})
    on conflict (admin_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at,
      expires_at = excluded.expires_at, used_at = null, mailed_hash = null, mailed_to = null`
  return { url: `${publicUrl}${staffLinkPath}#${token}`, expiresAt: expiresAt.toISOString(), mailedTo: null }
}

export interface LinkedAccount {
  id: string
  username: string
  /** Choosing a password must not skip the code. */
  secondFactor: boolean
  /** Set if the token is the one that was mailed: the address to which it went. */
  mailedTo: string | null
}

const ended = 'This link has expired or was already used. Ask an admin for a new one.'

/** A second token of the link, for the mail to this address: its use also confirms the address. Returns its URL. */
export async function mailedLink(
  sql: Sql,
  { adminId, email, publicUrl }: { adminId: string; email: string; publicUrl: string },
): Promise<string> {
  const token = newToken()
  await sql`
    update staff_links set mailed_hash = ${hashOfToken(token)}, mailed_to = ${email} where admin_id = ${adminId}`
  return `${publicUrl}${staffLinkPath}#${token}`
}

/** The account of an open link. Throws 404 for an unknown token, 410 for an ended link. `lock` serialises its use. */
export async function findLinkedAccount(
  sql: Sql,
  token: string,
  now: Date,
  { lock = false } = {},
): Promise<LinkedAccount> {
  const hash = hashOfToken(token)
  const [found] = await sql<(LinkedAccount & { open: boolean })[]>`
    select a.id, a.username, case when l.mailed_hash = ${hash} then l.mailed_to end as mailed_to,
      l.used_at is null and l.expires_at > ${now} and a.disabled_at is null as open,
      exists (select 1 from second_factors f where f.admin_id = a.id and f.enabled_at is not null) as second_factor
    from staff_links l join admins a on a.id = l.admin_id
    where ${hash} in (l.token_hash, l.mailed_hash) ${lock ? sql`for update of l, a` : sql``}`
  if (!found) throw new AppError('not_found', ended)
  if (!found.open) throw new AppError('gone', ended)
  const { open: _, ...account } = found
  return account
}

/** Sets the password, uses up the link, and ends sessions that were opened with the old password. */
export async function useStaffLink(
  sql: Sql,
  { id, username, mailedTo }: LinkedAccount,
  { hash, now }: { hash: string; now: Date },
): Promise<void> {
  await sql`update staff_links set used_at = ${now} where admin_id = ${id}`
  await sql`
    update admins set password_hash = ${hash}, must_change_password = false,
      email_confirmed_at = case when email = ${mailedTo} then ${now} else email_confirmed_at end where id = ${id}`
  await endSessionsOf(sql, id)
  await clearFailuresOfName(sql, username)
}

/** Deletes links that were used or expired before this time. */
export async function deleteEndedStaffLinks(sql: Sql, before: Date): Promise<number> {
  const { count } = await sql`delete from staff_links where least(used_at, expires_at) <= ${before}`
  return count
}
