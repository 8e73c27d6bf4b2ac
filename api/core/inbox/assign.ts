import type { Colleague, ConversationKey, MineEntry } from '@salonback/shared/core/inbox/conversation.ts'
import type { CallContext } from '../../deps.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Sql } from '../../platform/db/open.ts'
import { undoRows } from '../../platform/undo/undos.ts'

/** Everyone with an open account, by name. */
export const findColleagues = (sql: Sql) => sql<Colleague[]>`
  select id, username from admins where disabled_at is null and password_hash is not null
  order by lower(username), id`

interface AssignConversation extends ConversationKey {
  to: string | null
  by: string
  now: Date
}

/** Assigns a conversation; the last assignment wins. Returns its row; undefined if there is no assignment to end. */
export async function assignConversation(sql: Sql, { salonId, number, to, by, now }: AssignConversation) {
  // A person who assigns to themselves has seen it.
  const seenAt = to === by ? now : null
  const [row] =
    to === null
      ? await sql<{ id: string }[]>`
          update conversation_desk set assigned_to = null, assigned_by = null, assigned_at = null, assigned_seen_at = null
          where phone = ${number} and salon_id is not distinct from ${salonId}::uuid and assigned_to is not null
          returning id`
      : await sql<{ id: string }[]>`
          insert into conversation_desk (salon_id, phone, assigned_to, assigned_by, assigned_at, assigned_seen_at)
          values (${salonId}, ${number}, ${to}, ${by}, ${now}, ${seenAt})
          on conflict (salon_id, phone) do update set assigned_to = excluded.assigned_to,
            assigned_by = excluded.assigned_by, assigned_at = excluded.assigned_at,
            assigned_seen_at = excluded.assigned_seen_at
          returning id`
  return row?.id
}

/** Restores assignments, except of conversations that were assigned since. */
export async function restoreAssignments(sql: Sql, { key }: { key: string }): Promise<number> {
  const { count } = await sql`
    update conversation_desk d set assigned_to = (r.before->>'assignedTo')::uuid,
      assigned_by = (r.before->>'assignedBy')::uuid, assigned_at = (r.before->>'assignedAt')::timestamptz,
      assigned_seen_at = (r.before->>'assignedSeenAt')::timestamptz, assigned_in = r.mark
    from ${undoRows(sql, key, 'assignment')} where d.id = r.row_id and d.assigned_in = r.made_in`
  return count
}

/** Stores the colleagues that a note names. The author has seen it. */
export async function insertMentions(sql: Sql, noteId: string, adminIds: string[], author: string) {
  for (const adminId of adminIds)
    if (adminId !== author)
      await sql`insert into note_mentions (note_id, admin_id) values (${noteId}, ${adminId})`
}

interface SeeConversation extends ConversationKey {
  adminId: string
  now: Date
}

export async function markSeen(sql: Sql, { salonId, number, adminId, now }: SeeConversation): Promise<void> {
  await sql`
    update conversation_desk set assigned_seen_at = ${now}
    where phone = ${number} and salon_id is not distinct from ${salonId}::uuid and assigned_to = ${adminId}
      and assigned_seen_at is null`
  await sql`
    update note_mentions set seen_at = ${now} from conversation_notes n
    where n.id = note_id and n.phone = ${number} and n.salon_id is not distinct from ${salonId}::uuid
      and admin_id = ${adminId} and seen_at is null`
}

/** How long a note stays listed after it was seen, ms. */
const SEEN_MS = 7 * 24 * 3_600_000
const MAX_LISTED = 200

/** Conversations assigned to this admin, and those with a note that names the admin and is new or was seen lately. */
export const findMine = (
  sql: Sql,
  { contacts: { agency, salons: clients }, salons }: Pick<CallContext, 'contacts' | 'salons'>,
  { adminId, now }: { adminId: string; now: Date },
) => sql<MineEntry[]>`
  with named as (
    select distinct on (n.phone, n.salon_id) n.salon_id, n.phone, n.body, n.created_at as at,
      coalesce(a.username, n.author) as by,
      bool_and(m.seen_at is not null) over (partition by n.phone, n.salon_id) as seen
    from note_mentions m join conversation_notes n on n.id = m.note_id left join admins a on a.id = n.created_by
    where m.admin_id = ${adminId} and (m.seen_at is null or m.seen_at > ${new Date(now.getTime() - SEEN_MS)})
    order by n.phone, n.salon_id, n.created_at desc
  ), assigned as (
    select d.salon_id, d.phone, d.assigned_at as at, b.username as by, d.assigned_seen_at is not null as seen
    from conversation_desk d left join admins b on b.id = d.assigned_by where d.assigned_to = ${adminId}
  ), mine as (
    select coalesce(n.salon_id, o.salon_id) as salon_id, coalesce(n.phone, o.phone) as phone,
      o.phone is not null as assigned, n.body as note,
      case when n.at > o.at or o.at is null then n.by else o.by end as by, greatest(n.at, o.at) as at,
      coalesce(n.seen, true) and coalesce(o.seen, true) as seen
    from named n full join assigned o
      on o.phone = n.phone and coalesce(o.salon_id::text, '') = coalesce(n.salon_id::text, '')
  )
  select i.salon_id, ${salons.named(sql, sql`i.salon_id`)}->>'name' as salon_name, i.phone as number,
    case when i.salon_id is null then ${agency.name(sql, sql`i.phone`, sql`i.salon_id`)}
      else ${clients.name(sql, sql`i.phone`, sql`i.salon_id`)} end as name,
    i.assigned, i.by, ${instant(sql, 'i.at')} as at, coalesce(i.note, t.body, '') as words, i.note is not null as is_note,
    i.seen, exists (select 1 from messages w where w.phone = i.phone and w.salon_id is not distinct from i.salon_id
      and w.direction = 'inbound' and not w.processed) as waiting
  from mine i
  left join lateral (select body from messages l where l.phone = i.phone and l.salon_id is not distinct from i.salon_id
    order by l.created_at desc, l.seq desc limit 1) t on true
  order by i.at desc limit ${MAX_LISTED}`
