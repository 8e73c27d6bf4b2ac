import type { Fragment, Sql } from '../../platform/db/open.ts'

/** Texts and notes with this number, of the agency and of salons, as entries of a time line. */
export const conversationEntries = (sql: Sql, phone: string): Fragment => sql`
  select m.created_at as at, m.seq, case m.direction when 'inbound' then 'received' else 'sent' end as kind, m.id::text,
    m.body as text, case m.direction when 'inbound' then m.intent else m.status end as state, m.kind as detail,
    a.username as by, m.salon_id
  from messages m left join campaigns o on o.id = m.campaign_id
  left join admins a on m.direction = 'outbound' and a.id = coalesce(m.created_by, o.created_by)
  where m.phone = ${phone}
  union all
  select n.created_at, 0, 'note', n.id::text, n.body, null, null, coalesce(n.author, a.username), n.salon_id
  from conversation_notes n left join admins a on a.id = n.created_by where n.phone = ${phone}`
