import type { Role } from '@salonback/shared/platform/http/endpoint.ts'
import type { StaffMember } from '@salonback/shared/platform/staff/contract.ts'
import { instant } from '../db/instant.ts'
import type { Sql } from '../db/open.ts'

export function findStaff(sql: Sql): Promise<StaffMember[]> {
  return sql<StaffMember[]>`
    select id, username, role,
      case when disabled_at is not null then 'disabled' when password_hash is null then 'invited'
        else 'active' end as state,
      (select ${instant(sql, 'last_seen_at')} from sessions where admin_id = admins.id
        order by sessions.last_seen_at desc limit 1) as last_seen_at,
      exists (select 1 from second_factors where admin_id = admins.id and enabled_at is not null) as second_factor
    from admins order by lower(username), id`
}

export interface Member {
  id: string
  username: string
  role: Role
  disabled: boolean
}

/** The person with this id; undefined if there is none. Waits for other changes of this person. */
export async function lockMember(sql: Sql, id: string): Promise<Member | undefined> {
  const [member] = await sql<Member[]>`
    select id, username, role, disabled_at is not null as disabled from admins where id = ${id} for update`
  return member
}

export async function setRole(sql: Sql, id: string, role: Role): Promise<void> {
  await sql`update admins set role = ${role} where id = ${id}`
}

export async function setDisabledAt(sql: Sql, id: string, at: Date | null): Promise<void> {
  await sql`update admins set disabled_at = ${at} where id = ${id}`
}
