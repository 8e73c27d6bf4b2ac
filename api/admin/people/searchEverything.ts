import {
  type Found,
  type FoundGroup,
  MAX_FOUND,
  MIN_SEARCH,
} from '@salonback/shared/admin/people/contract.ts'
import { searchTerms } from '@salonback/shared/kit/search.ts'
import { containing, isFound, searchable } from '../../platform/db/containing.ts'
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

/** The first matches of each kind, those that begin with the words first, and how many there are up to `MAX_FOUND`. */
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

/**
 * Counts no further than `MAX_FOUND`, or two letters would read all of 100,000 names. The beginning is a range, because a
 * prepared `like` does not use the index.
 */
async function findGroup(sql: Sql, rows: Fragment, { words, digits }: Terms): Promise<FoundGroup> {
  if (words.length < MIN_SEARCH) return { items: [], total: 0 }
  // The expression of the indexes on names.
  const lowered = sql`lower(r.words collate "C")`
  const isMatch = isFound(sql, sql`r.words`, words)
  // Another apostrophe than the typed one, or a hyphen for a space, is outside of the range.
  const start = words.split(/[ '’‘ʼ`´]/)[0] || words
  const found = await sql<(Found & { total: number })[]>`
    with containing as (
      select * from (${rows}) r where ${isMatch} ${digits ? sql`or r.phone like ${containing(digits)}` : sql``}
      limit ${MAX_FOUND}
    ), beginning as (
      select * from (${rows}) r
      where ${lowered} >= ${start} and ${lowered} < ${start + LAST_CHARACTER} and ${isMatch}
      order by ${lowered} limit ${SHOWN}
    )
    select r.id, r.name, r.phone, r.detail, r.salon_id, (select count(*) from containing)::int as total
    from (select * from containing union select * from beginning) r
    order by starts_with(${searchable(sql, sql`r.words`, words)}, ${words}) desc, ${lowered}, r.phone, r.id limit ${SHOWN}`
  return { items: found.map(({ total: _, ...item }) => item), total: found[0]?.total ?? 0 }
}

const LAST_CHARACTER = '\u{10ffff}'
