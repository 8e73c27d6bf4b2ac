import { type Found, type FoundGroup, MIN_SEARCH } from '@salonback/shared/admin/people/contract.ts'
import { searchTerms } from '@salonback/shared/kit/search.ts'
import { containing } from '../../platform/db/containing.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'
import { contactToFind } from '../../sales/contact/queries.ts'
import { leadsToFind } from '../../sales/leads/queries.ts'
import { prospectsToFind } from '../../sales/prospects/queries.ts'
import { responsesToFind } from '../../sales/waitlist/queries.ts'
import { clientsToFind } from '../../salons/clients/clientEntries.ts'
import { salonsToFind } from '../../salons/salons/salonEntries.ts'

const SHOWN = 8

/** Each kind as rows of the same columns. */
const kinds = {
  prospects: prospectsToFind,
  leads: leadsToFind,
  waitlist: responsesToFind,
  contact: contactToFind,
  clients: clientsToFind,
  salons: salonsToFind,
} satisfies Record<string, (sql: Sql) => Fragment>

type Kind = keyof typeof kinds

/** The first matches of each kind, those that begin with the words first, and how many there are. */
export async function searchEverything(sql: Sql, text: string): Promise<Record<Kind, FoundGroup>> {
  // Postgres rejects NUL.
  const terms = searchTerms(text.replaceAll('\0', ''))
  const groups = await Promise.all(
    Object.entries(kinds).map(
      async ([kind, rows]) => [kind, await findGroup(sql, rows(sql), terms)] as const,
    ),
  )
  return Object.fromEntries(groups) as Record<Kind, FoundGroup>
}

interface Terms {
  words: string
  digits: string
}

async function findGroup(sql: Sql, rows: Fragment, { words, digits }: Terms): Promise<FoundGroup> {
  if (words.length < MIN_SEARCH) return { items: [], total: 0 }
  const found = await sql<(Found & { total: number })[]>`
    select r.id, r.name, r.phone, r.detail, r.salon_id, count(*) over ()::int as total from (${rows}) r
    where lower(r.words) like ${containing(words)} ${digits ? sql`or r.phone like ${containing(digits)}` : sql``}
    order by starts_with(lower(r.words), ${words}) desc, lower(r.words), r.phone, r.id limit ${SHOWN}`
  return { items: found.map(({ total: _, ...item }) => item), total: found[0]?.total ?? 0 }
}
