import type { PersonEntry } from '@salonback/shared/admin/people/contract.ts'
import { conversationEntries } from '../../core/inbox/conversationEntries.ts'
import { consentEntries } from '../../core/suppressions/ledger.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'
import { toPage } from '../../platform/db/toPage.ts'
import { contactEntries } from '../../sales/contact/queries.ts'
import { leadEntries } from '../../sales/leads/queries.ts'
import { prospectEntries } from '../../sales/prospects/queries.ts'
import { responseEntries } from '../../sales/waitlist/queries.ts'
import { clickEntries } from '../../salons/bookingLinks/queries.ts'
import { clientEntries } from '../../salons/clients/clientEntries.ts'
import { handoverEntries } from '../../salons/handover/queries.ts'
import { joinEntries } from '../../salons/join/queries.ts'
import { type SalonsOf, salonEntries } from '../../salons/salons/salonEntries.ts'
import { visitEntries } from '../../salons/visits/queries.ts'

const PAGE = 50

interface FindTimeline extends SalonsOf {
  /** Addresses of the person, in lower case. */
  emails: string[]
  cursor?: string | undefined
}

type Row = Omit<PersonEntry, 'salon'> & { cursor: string; salonId: string | null; salonName: string | null }

/** The rows of each feature, with the same columns. */
function entriesOf(sql: Sql, person: FindTimeline): Fragment {
  const { phone, emails } = person
  const parts = [
    conversationEntries(sql, phone),
    consentEntries(sql, phone),
    leadEntries(sql, phone),
    responseEntries(sql, phone),
    contactEntries(sql, emails),
    prospectEntries(sql, phone),
    salonEntries(sql, person),
    clientEntries(sql, phone),
    joinEntries(sql, phone),
    clickEntries(sql, phone),
    visitEntries(sql, phone),
    handoverEntries(sql, phone),
  ]
  return parts.reduce((all, part) => sql`${all} union all ${part}`)
}

/** Entries before the cursor, which names the last entry of the page before. */
function before(sql: Sql, cursor: string | undefined): Fragment {
  const [micros, seq, kind, id] = /^(.+?)_(\d+)_(\w+)_([\w-]+)$/.exec(cursor ?? '')?.slice(1) ?? []
  if (micros === undefined || seq === undefined || kind === undefined || id === undefined) return sql``
  return sql`where (e.at, e.seq, e.kind, e.id) <
    (timestamptz 'epoch' + ${Number(micros)}::bigint * interval '1 microsecond', ${Number(seq)}::bigint, ${kind}, ${id})`
}

/** What happened with a person, newest first. */
export async function findTimeline(sql: Sql, person: FindTimeline) {
  const rows = await sql<Row[]>`
    select e.id, ${instant(sql, 'e.at')} as at, e.kind, e.text, e.state, e.detail, e.by, e.salon_id, s.name as salon_name,
      concat_ws('_', (extract(epoch from e.at) * 1000000)::bigint, e.seq, e.kind, e.id) as cursor
    from (${entriesOf(sql, person)}) e left join salons s on s.id = e.salon_id
    ${before(sql, person.cursor)} order by e.at desc, e.seq desc, e.kind desc, e.id desc limit ${PAGE + 1}`
  const { items, nextCursor } = toPage(rows, PAGE, ({ cursor }) => cursor)
  return { items: items.map(toEntry), nextCursor }
}

const toEntry = ({ cursor: _, salonId, salonName, ...entry }: Row): PersonEntry => ({
  ...entry,
  salon: salonId && salonName ? { id: salonId, name: salonName } : null,
})
