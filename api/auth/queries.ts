import { instant } from '../db/instant.ts'
import type { Sql } from '../db/open.ts'
import { loginName } from './names.ts'
import { forgiveName } from './throttle.ts'

export interface Account {
  id: string
  username: string
  passwordHash: string
}

/** The name in any case. Both spellings of small letters: the database may know only those of English. */
const named = (sql: Sql, username: string) => {
  const name = username.normalize('NFKC').trim()
  return sql`lower(username) in (${name.toLowerCase()}, lower(${name}))`
}

/** The admin who may log in by this name, whatever its case. */
export async function findAccount(sql: Sql, username: string): Promise<Account | null> {
  const accounts = await sql<Account[]>`
    select id, username, password_hash from admins where ${named(sql, username)} and disabled_at is null`
  // Only a name that counts as this one for the throttle too: another spelling would be another allowance.
  return accounts.find((account) => loginName(account.username) === loginName(username)) ?? null
}

/** Adds an admin; null when the name is taken. */
export async function addAdmin(sql: Sql, username: string, passwordHash: string): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    insert into admins (username, password_hash) values (${username.normalize('NFKC').trim()}, ${passwordHash})
    on conflict (lower(username)) do nothing returning id`
  return row?.id ?? null
}

/** Sets a new password: lets a disabled or throttled admin in again and ends every session of theirs; false for an unknown name. */
export async function setPassword(sql: Sql, username: string, passwordHash: string): Promise<boolean> {
  const [row] = await sql<{ id: string }[]>`
    update admins set password_hash = ${passwordHash}, disabled_at = null
    where ${named(sql, username)} returning id`
  if (row) await endSessionsOf(sql, row.id)
  if (row) await forgiveName(sql, username)
  return row !== undefined
}

/** Locks an admin out, open sessions too; false for an unknown name. */
export async function disableAdmin(sql: Sql, username: string, now: Date): Promise<boolean> {
  const [row] = await sql<{ id: string }[]>`
    update admins set disabled_at = coalesce(disabled_at, ${now})
    where ${named(sql, username)} returning id`
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
