import { instant } from '../db/instant.ts'
import type { Sql } from '../db/open.ts'

export interface Account {
  id: string
  username: string
  passwordHash: string
}

/** The admin who may log in by this name, whatever its case. */
export async function findAccount(sql: Sql, username: string): Promise<Account | null> {
  const [account] = await sql<Account[]>`
    select id, username, password_hash from admins
    where lower(username) = lower(${username}) and disabled_at is null`
  return account ?? null
}

interface Attempt {
  username: string
  address: string
  now: Date
}

/** A failed login until proven otherwise; returns where it stands, for `forgetAttempt`. */
export async function recordAttempt(sql: Sql, { username, address, now }: Attempt): Promise<string> {
  const [row] = await sql<[{ place: string }]>`
    insert into login_failures (username, address, at) values (lower(${username}), ${address}, ${now})
    returning ctid::text as place`
  return row.place
}

/** Times of the failures since then, this attempt among them, oldest first. */
export async function findAttempts(sql: Sql, { username, address }: Attempt, since: Date): Promise<Date[]> {
  const rows = await sql<{ at: Date }[]>`
    select at from login_failures
    where username = lower(${username}) and address = ${address} and at > ${since} order by at`
  return rows.map(({ at }) => at)
}

/** Takes back an attempt that was refused unread. Rows of this table are never updated, so their place holds. */
export async function forgetAttempt(sql: Sql, place: string): Promise<void> {
  await sql`delete from login_failures where ctid = ${place}::tid`
}

/** A success clears the slate of this name and address; what is too old to count goes with it. */
export async function forgetFailures(sql: Sql, { username, address }: Attempt, since: Date): Promise<void> {
  await sql`
    delete from login_failures
    where (username = lower(${username}) and address = ${address}) or at < ${since}`
}

/** Adds an admin; null when the name is taken. */
export async function addAdmin(sql: Sql, username: string, passwordHash: string): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    insert into admins (username, password_hash) values (${username}, ${passwordHash})
    on conflict (lower(username)) do nothing returning id`
  return row?.id ?? null
}

/** Sets a new password, lets a disabled admin in again and ends every session of theirs; false for an unknown name. */
export async function setPassword(sql: Sql, username: string, passwordHash: string): Promise<boolean> {
  const [row] = await sql<{ id: string }[]>`
    update admins set password_hash = ${passwordHash}, disabled_at = null
    where lower(username) = lower(${username}) returning id`
  if (row) await endSessionsOf(sql, row.id)
  return row !== undefined
}

/** Locks an admin out, open sessions too; false for an unknown name. */
export async function disableAdmin(sql: Sql, username: string, now: Date): Promise<boolean> {
  const [row] = await sql<{ id: string }[]>`
    update admins set disabled_at = coalesce(disabled_at, ${now})
    where lower(username) = lower(${username}) returning id`
  if (row) await endSessionsOf(sql, row.id)
  return row !== undefined
}

async function endSessionsOf(sql: Sql, adminId: string): Promise<void> {
  await sql`delete from sessions where admin_id = ${adminId}`
}

export interface AdminLine {
  username: string
  createdAt: string
  disabled: boolean
}

export function findAdmins(sql: Sql): Promise<AdminLine[]> {
  return sql<AdminLine[]>`
    select username, ${instant(sql, 'created_at')} as created_at, disabled_at is not null as disabled
    from admins order by lower(username)`
}

export async function countAdmins(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`select count(*) from admins`
  return row.count
}
