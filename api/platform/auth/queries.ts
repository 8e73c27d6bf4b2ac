import type { OpenSession } from '@salonback/shared/platform/auth/contract.ts'
import type { Role } from '@salonback/shared/platform/http/endpoint.ts'
import { instant } from '../db/instant.ts'
import type { Sql } from '../db/open.ts'
import { SESSION_IDLE_MS, SESSION_MAX_MS } from '../http/access.ts'
import { loginName } from './names.ts'
import { clearFailuresOfName } from './throttle.ts'

export interface Account {
  id: string
  username: string
  passwordHash: string
}

/** Matches the name in any case. Lower-cased by both sides: the database's locale may have only English letters. */
const named = (sql: Sql, username: string) => {
  const name = username.normalize('NFKC').trim()
  return sql`lower(username) in (${name.toLowerCase()}, lower(${name}))`
}

/** The enabled admin of this name, in any case. */
export async function findAccount(sql: Sql, username: string): Promise<Account | null> {
  const accounts = await sql<Account[]>`
    select id, username, password_hash from admins
    where ${named(sql, username)} and disabled_at is null and password_hash is not null`
  // Compared like the throttle's nameKey: a spelling that only one of them accepts would get unlimited guesses.
  return accounts.find((account) => loginName(account.username) === loginName(username)) ?? null
}

export interface NewPassword {
  hash: string
  /** False for a password that was printed or set by another person: it must be changed at the first login. */
  own: boolean
}

/** All usernames. Locks until the transaction ends, so that two names that look alike cannot be added together. */
export async function lockUsernames(sql: Sql): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(hashtext('admins.username'))`
  const rows = await sql<{ username: string }[]>`select username from admins order by username`
  return rows.map(({ username }) => username)
}

/** Adds an account; null when the name is taken. Without a password it is invited. */
export async function addAdmin(
  sql: Sql,
  username: string,
  { role = 'admin', password }: { role?: Role; password: NewPassword | null },
): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    insert into admins (username, role, password_hash, must_change_password)
    values (${username.normalize('NFKC').trim()}, ${role}, ${password?.hash ?? null}, ${password?.own === false})
    on conflict (lower(username)) do nothing returning id`
  return row?.id ?? null
}

/** Sets a password, enables the admin, clears throttling and ends all sessions; false for an unknown name. */
export async function setPassword(sql: Sql, username: string, password: NewPassword): Promise<boolean> {
  const [row] = await sql<{ id: string }[]>`
    update admins set password_hash = ${password.hash}, must_change_password = ${!password.own}, disabled_at = null
    where ${named(sql, username)} returning id`
  if (row) await endSessionsOf(sql, row.id)
  if (row) await clearFailuresOfName(sql, username)
  return row !== undefined
}

/** Replaces the old hash; false when the stored hash is a different one by now. */
export async function replacePassword(
  sql: Sql,
  adminId: string,
  { old, hash }: { old: string; hash: string },
): Promise<boolean> {
  const { count } = await sql`
    update admins set password_hash = ${hash}, must_change_password = false
    where id = ${adminId} and password_hash = ${old}`
  return count > 0
}

/** Valid sessions of this admin: the one of `own` (a token hash) first, then the most recently used. */
export function findSessions(sql: Sql, adminId: string, own: Buffer, now: Date): Promise<OpenSession[]> {
  return sql<OpenSession[]>`
    select id, agent, address, ${instant(sql, 'created_at')} as created_at,
      ${instant(sql, 'last_seen_at')} as last_seen_at, token_hash = ${own} as current
    from sessions
    where admin_id = ${adminId} and last_seen_at > ${new Date(now.getTime() - SESSION_IDLE_MS)}
      and created_at > ${new Date(now.getTime() - SESSION_MAX_MS)}
    order by token_hash = ${own} desc, sessions.last_seen_at desc, id`
}

/** False when this admin has no such session. */
export async function deleteSession(sql: Sql, adminId: string, id: string): Promise<boolean> {
  return (await sql`delete from sessions where id = ${id} and admin_id = ${adminId}`).count > 0
}

/** Advisory lock key: the last admin stays one, also when two people change accounts at the same time. */
const ACCOUNTS_LOCK = 5_107_045

/** Waits for other transactions that change roles or disable accounts. */
export async function lockAdmins(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ACCOUNTS_LOCK})`
}

/** Whether no other enabled admin could log in. Call it after `lockAdmins`. */
export async function isLastAdmin(sql: Sql, id: string): Promise<boolean> {
  const others = await sql`
    select 1 from admins
    where id <> ${id} and role = 'admin' and disabled_at is null and password_hash is not null limit 1`
  return others.length === 0
}

/** Disables an account and ends its sessions. */
export async function disableAdmin(
  sql: Sql,
  username: string,
  now: Date,
): Promise<'disabled' | 'unknown' | 'last'> {
  await lockAdmins(sql)
  const [row] = await sql<{ id: string; role: Role }[]>`
    select id, role from admins where ${named(sql, username)}`
  if (!row) return 'unknown'
  if (row.role === 'admin' && (await isLastAdmin(sql, row.id))) return 'last'
  await sql`update admins set disabled_at = coalesce(disabled_at, ${now}) where id = ${row.id}`
  await endSessionsOf(sql, row.id)
  return 'disabled'
}

export async function endSessionsOf(sql: Sql, adminId: string): Promise<void> {
  await sql`delete from sessions where admin_id = ${adminId}`
}

export interface AdminRow {
  username: string
  role: Role
  createdAt: string
  disabled: boolean
  secondFactor: boolean
}

export function findAdmins(sql: Sql): Promise<AdminRow[]> {
  return sql<AdminRow[]>`
    select username, role, ${instant(sql, 'created_at')} as created_at, disabled_at is not null as disabled,
      exists (select 1 from second_factors where admin_id = admins.id and enabled_at is not null) as second_factor
    from admins order by lower(username)`
}

export async function countAdmins(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`select count(*) from admins`
  return row.count
}

export interface SecondFactor {
  /** Sealed; see sealed.ts. */
  secret: Buffer
  begunAt: Date
  /** Null until it is confirmed; until then it is not required. */
  enabledAt: Date | null
  recoverySalt: Buffer | null
}

export async function findSecondFactor(sql: Sql, adminId: string): Promise<SecondFactor | null> {
  const [factor] = await sql<SecondFactor[]>`
    select secret, begun_at, enabled_at, recovery_salt from second_factors where admin_id = ${adminId}`
  return factor ?? null
}

/** Stores an unconfirmed secret, replacing an earlier unconfirmed one; false when one is enabled. */
export async function beginSecondFactor(
  sql: Sql,
  adminId: string,
  secret: Buffer,
  now: Date,
): Promise<boolean> {
  const { count } = await sql`
    insert into second_factors as f (admin_id, secret, begun_at) values (${adminId}, ${secret}, ${now})
    on conflict (admin_id) do update set secret = excluded.secret, begun_at = excluded.begun_at
    where f.enabled_at is null`
  return count > 0
}

interface Confirmation {
  secret: Buffer
  /** Time step of the confirming code. */
  step: number
  salt: Buffer
  hashes: Buffer[]
  now: Date
}

/** Enables this secret; false when it is not the last one stored, or is enabled already. */
export async function enableSecondFactor(
  sql: Sql,
  adminId: string,
  { secret, step, salt, hashes, now }: Confirmation,
): Promise<boolean> {
  const { count } = await sql`
    update second_factors set enabled_at = ${now}, last_step = ${step}, recovery_salt = ${salt}
    where admin_id = ${adminId} and secret = ${secret} and enabled_at is null`
  if (count === 0) return false
  await sql`insert into recovery_codes ${sql(hashes.map((codeHash) => ({ adminId, codeHash })))}`
  return true
}

/** Removes the second factor of an admin who lost phone and recovery codes, and ends their sessions. */
export async function resetSecondFactor(sql: Sql, username: string): Promise<'reset' | 'none' | 'unknown'> {
  const [row] = await sql<{ id: string }[]>`select id from admins where ${named(sql, username)}`
  if (!row) return 'unknown'
  if (!(await deleteSecondFactor(sql, row.id))) return 'none'
  await endSessionsOf(sql, row.id)
  return 'reset'
}

/** False when there was none. */
export async function deleteSecondFactor(sql: Sql, adminId: string): Promise<boolean> {
  return (await sql`delete from second_factors where admin_id = ${adminId}`).count > 0
}

/** Uses up the code of this time step; false when it or a later one was used before. */
export async function spendStep(sql: Sql, adminId: string, step: number): Promise<boolean> {
  const { count } = await sql`
    update second_factors set last_step = ${step} where admin_id = ${adminId} and last_step < ${step}`
  return count > 0
}

export async function findRecoveryHashes(sql: Sql, adminId: string): Promise<Buffer[]> {
  const rows = await sql<{ codeHash: Buffer }[]>`
    select code_hash from recovery_codes where admin_id = ${adminId}`
  return rows.map(({ codeHash }) => codeHash)
}

/** Uses up a recovery code; false when it was used before. */
export async function spendRecoveryCode(sql: Sql, adminId: string, hash: Buffer): Promise<boolean> {
  return (await sql`delete from recovery_codes where admin_id = ${adminId} and code_hash = ${hash}`).count > 0
}
