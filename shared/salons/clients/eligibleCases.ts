import type { ConsentEvent, Salon } from './basis.ts'
import type { ClientFacts, Reason } from './eligible.ts'

// Clients and tables of cases for eligible.test.ts.

/** Wednesday. 60 days earlier is 2026-04-11. */
export const now = new Date('2026-06-10T12:00:00Z')

export const salons: Record<string, Salon> = {
  GB: { country: 'GB', timeZone: 'Europe/London' },
  IE: { country: 'IE', timeZone: 'Europe/Dublin' },
  US: { country: 'US', timeZone: 'America/New_York' },
}
export const phones: Record<string, string> = {
  GB: '+447700900142',
  IE: '+353871234567',
  US: '+12125550142',
  FR: '+33612345678',
}

/** Short answers of the tables. */
const answers: Record<string, Reason> = {
  ok: 'eligible',
  obj: 'objection',
  book: 'future_booking',
  visit: 'visited_recently',
  none: 'no_basis',
  old: 'basis_expired',
  last: 'unknown_last_visit',
}

/** `soft`, or `kind source date`, with `signed` as the source of a signed document; separated by `+`. */
export function consentOf(written: string): ConsentEvent[] {
  return written.split('+').flatMap((part): ConsentEvent[] => {
    const [kind = '', source = 'list', date = '2024-01-01'] = part.trim().split(' ')
    if (kind === 'nothing') return []
    const at = `${date}T09:00:00.000Z`
    const kinds = { soft: 'soft_opt_in', written: 'written_consent' } as Record<string, ConsentEvent['kind']>
    const known = kinds[kind] ?? (kind as ConsentEvent['kind'])
    return source === 'signed'
      ? [{ kind: known, source: 'staff', at, signed: true }]
      : [{ kind: known, source: source as ConsentEvent['source'], at }]
  })
}

export const client = (changes: Partial<ClientFacts>): ClientFacts => ({
  phone: '+447700900142',
  flags: [],
  lastVisit: '2025-12-10',
  nextVisit: null,
  ownVisits: [],
  outcomes: {},
  offeredAt: null,
  erased: false,
  consent: consentOf('soft'),
  optedOut: false,
  undeliverable: false,
  unanswered: false,
  lastTextAt: null,
  textsInYear: 0,
  listAsOf: '2026-06-01',
  ...changes,
})

/** Rows of a table; the first holds the heads of the columns. */
export function cells(table: string): { heads: string[]; rows: string[][] } {
  const lines = table.trim().split('\n')
  const [heads = [], ...rows] = lines.map((line) => line.split('|').map((cell) => cell.trim()))
  return { heads, rows }
}

/** One case for each cell behind the first `labels` columns. */
function grid(table: string, labels: number): { labels: string[]; column: string; reason: Reason }[] {
  const { heads, rows } = cells(table)
  return rows.flatMap((row) => {
    if (row.length !== heads.length) throw new Error(`Wrong number of columns: ${row.join(' | ')}`)
    return row.slice(labels).map((answer, at) => ({
      labels: row.slice(0, labels),
      column: heads[labels + at] as string,
      reason: answers[answer] as Reason,
    }))
  })
}

export const dateOrNull = (text: string) => (text === 'unknown' || text === 'no' ? null : text)

// Country of the salon, of the number, consent; then the last visit.
export const lastVisits = grid(
  `
salon | number | consent      | unknown | 2026-06-11 | 2026-06-10 | 2026-05-01 | 2026-04-11 | 2026-04-10 | 2025-12-10 | 2025-06-10 | 2025-06-09 | 2024-12-10 | 2024-06-10 | 2024-06-09 | 2019-01-01
GB    | GB     | nothing      | none    | book       | visit      | visit      | visit      | none       | none       | none       | none       | none       | none       | none       | none
GB    | GB     | soft         | last    | book       | visit      | visit      | visit      | ok         | ok         | ok         | ok         | ok         | ok         | old        | old
GB    | GB     | written      | last    | book       | visit      | visit      | visit      | ok         | ok         | ok         | ok         | ok         | ok         | ok         | ok
GB    | GB     | soft+written | last    | book       | visit      | visit      | visit      | ok         | ok         | ok         | ok         | ok         | ok         | ok         | ok
IE    | IE     | nothing      | none    | book       | visit      | visit      | visit      | none       | none       | none       | none       | none       | none       | none       | none
IE    | IE     | soft         | last    | book       | visit      | visit      | visit      | ok         | ok         | ok         | old        | old        | old        | old        | old
IE    | IE     | written      | last    | book       | visit      | visit      | visit      | ok         | ok         | ok         | ok         | ok         | ok         | ok         | ok
IE    | IE     | soft+written | last    | book       | visit      | visit      | visit      | ok         | ok         | ok         | ok         | ok         | ok         | ok         | ok
US    | US     | nothing      | none    | book       | visit      | visit      | visit      | none       | none       | none       | none       | none       | none       | none       | none
US    | US     | soft         | none    | book       | visit      | visit      | visit      | none       | none       | none       | none       | none       | none       | none       | none
US    | US     | written      | last    | book       | visit      | visit      | visit      | ok         | ok         | ok         | ok         | ok         | ok         | ok         | ok
US    | US     | soft+written | last    | book       | visit      | visit      | visit      | ok         | ok         | ok         | ok         | ok         | ok         | ok         | ok
GB    | IE     | soft         | last    | book       | visit      | visit      | visit      | ok         | ok         | ok         | old        | old        | old        | old        | old
IE    | GB     | soft         | last    | book       | visit      | visit      | visit      | ok         | ok         | ok         | old        | old        | old        | old        | old
GB    | US     | soft         | none    | book       | visit      | visit      | visit      | none       | none       | none       | none       | none       | none       | none       | none
GB    | US     | written      | last    | book       | visit      | visit      | visit      | ok         | ok         | ok         | ok         | ok         | ok         | ok         | ok
US    | GB     | soft         | none    | book       | visit      | visit      | visit      | none       | none       | none       | none       | none       | none       | none       | none
GB    | FR     | soft         | none    | book       | visit      | visit      | visit      | none       | none       | none       | none       | none       | none       | none       | none
GB    | FR     | written      | last    | book       | visit      | visit      | visit      | ok         | ok         | ok         | ok         | ok         | ok         | ok         | ok
`,
  3,
)

// Country, consent, last visit; then the next visit. A booking of the last 60 days was probably kept.
export const nextVisits = grid(
  `
country | consent | last visit | no   | 2027-01-05 | 2026-06-11 | 2026-06-10 | 2026-06-09 | 2026-04-11 | 2026-04-10 | 2025-12-24
GB      | soft    | unknown    | last | book       | book       | book       | visit      | visit      | last       | last
GB      | soft    | 2025-12-10 | ok   | book       | book       | book       | visit      | visit      | ok         | ok
GB      | soft    | 2024-06-09 | old  | book       | book       | book       | visit      | visit      | old        | old
GB      | written | unknown    | last | book       | book       | book       | visit      | visit      | last       | last
GB      | written | 2024-06-09 | ok   | book       | book       | book       | visit      | visit      | ok         | ok
IE      | soft    | unknown    | last | book       | book       | book       | visit      | visit      | last       | last
IE      | soft    | 2025-12-10 | ok   | book       | book       | book       | visit      | visit      | ok         | ok
IE      | soft    | 2025-06-09 | old  | book       | book       | book       | visit      | visit      | old        | old
IE      | written | unknown    | last | book       | book       | book       | visit      | visit      | last       | last
IE      | written | 2025-06-09 | ok   | book       | book       | book       | visit      | visit      | ok         | ok
US      | nothing | 2025-12-10 | none | book       | book       | book       | visit      | visit      | none       | none
US      | soft    | 2025-12-10 | none | book       | book       | book       | visit      | visit      | none       | none
US      | written | unknown    | last | book       | book       | book       | visit      | visit      | last       | last
US      | written | 2025-12-10 | ok   | book       | book       | book       | visit      | visit      | ok         | ok
GB      | written | 2026-05-01 | visit | book      | book       | book       | visit      | visit      | visit      | visit
`,
  3,
)

// What was said, oldest first; then the country. The last visit was 6 months ago.
export const objections = grid(
  `
consent                                                                   | GB   | IE   | US
objection list 2026-01-01                                                 | obj  | obj  | obj
withdrawn staff 2026-01-01                                                | obj  | obj  | obj
soft + objection list 2026-01-01                                          | obj  | obj  | obj
soft + withdrawn staff 2026-01-01                                         | obj  | obj  | obj
soft list 2026-02-01 + objection list 2026-01-01                          | obj  | obj  | obj
written list 2025-01-01 + objection list 2026-01-01                       | obj  | obj  | obj
written join_page 2025-01-01 + objection staff 2026-01-01                 | obj  | obj  | obj
written signed 2025-01-01 + withdrawn owner 2026-01-01                    | obj  | obj  | obj
objection list 2026-01-01 + written list 2026-02-01                       | obj  | obj  | obj
objection list 2026-01-01 + written staff 2026-02-01                      | obj  | obj  | obj
objection list 2026-01-01 + written owner 2026-02-01                      | obj  | obj  | obj
objection list 2026-01-01 + written join_page 2026-02-01                  | ok   | ok   | ok
objection list 2026-01-01 + written join_keyword 2026-02-01               | ok   | ok   | ok
objection list 2026-01-01 + written signed 2026-02-01                     | ok   | ok   | ok
withdrawn staff 2026-01-01 + written join_page 2026-02-01                 | ok   | ok   | ok
objection list 2026-01-01 + written join_page 2026-01-01                  | obj  | obj  | obj
objection list 2026-01-01 + written join_page 2027-01-01                  | obj  | obj  | obj
objection list 2026-01-01 + written join_page 2026-02-01 + objection list 2026-03-01 | obj | obj | obj
objection list 2026-01-01 + objection list 2026-03-01 + written join_page 2026-02-01 | obj | obj | obj
objection list 2027-01-01 + written join_page 2026-02-01                  | obj  | obj  | obj
objection list never + written join_page 2026-02-01                       | obj  | obj  | obj
written list 2026-02-01                                                   | ok   | ok   | ok
written staff 2026-02-01                                                  | ok   | ok   | ok
written join_page 2026-06-11                                              | none | none | none
soft list 2026-06-11                                                      | none | none | none
written join_page never                                                   | none | none | none
`,
  1,
)
