import type { KeyScope } from '@salonback/shared/platform/http/endpoint.ts'
import type { ApiKey } from '@salonback/shared/platform/keys/contract.ts'
import type { PlatformContext } from '../context.ts'
import { instant } from '../db/instant.ts'
import type { Sql } from '../db/open.ts'
import { hashOfToken } from '../http/tokens.ts'

type Reads = Pick<PlatformContext, 'salons' | 'keyAmounts'>

const columns = (sql: Sql, { salons, keyAmounts }: Reads) => sql`
  k.id, k.name, k.ending, k.scopes, ${instant(sql, 'k.created_at')} as created_at, k.created_by,
  ${instant(sql, 'k.last_used_at')} as last_used_at, ${instant(sql, 'k.revoked_at')} as revoked_at,
  k.amount_unit, ${keyAmounts.lastSmall(sql, sql`k.id`)} as small_amount,
  ${salons.named(sql, sql`k.salon_id`)} as salon`

/** All keys: those in force before revoked ones, newest first. */
export const findKeys = (sql: Sql, reads: Reads) => sql<ApiKey[]>`
  select ${columns(sql, reads)} from api_keys k
  order by k.revoked_at is not null, k.created_at desc, k.id`

export interface InsertKey {
  name: string
  scopes: KeyScope[]
  salonId: string | null
  token: string
  by: string
  now: Date
}

/** Characters of the key that are shown in the list. */
const ENDING = 4

export async function insertKey(
  sql: Sql,
  reads: Reads,
  { token, by, now, ...key }: InsertKey,
): Promise<ApiKey> {
  const row = {
    ...key,
    scopes: sql.json(key.scopes),
    keyHash: hashOfToken(token),
    ending: token.slice(-ENDING),
    createdBy: by,
    createdAt: now,
  }
  const [inserted] = await sql<[ApiKey]>`
    with k as (insert into api_keys ${sql(row)} returning *)
    select ${columns(sql, reads)} from k`
  return inserted
}

/** Returns the name of the revoked key; undefined for an unknown one. A repeat changes nothing. */
export async function revokeKey(sql: Sql, id: string, now: Date): Promise<string | undefined> {
  const [key] = await sql<{ name: string }[]>`
    update api_keys set revoked_at = coalesce(revoked_at, ${now}) where id = ${id} returning name`
  return key?.name
}
