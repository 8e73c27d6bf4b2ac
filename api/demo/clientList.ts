import type { Reason } from '@salonback/shared/salons/clients/eligible.ts'

/** A row of the demo list. Dates are `2026-01-31`. */
interface DemoClient {
  phone: string
  firstName: string
  lastVisit: string
  nextVisit: string
  consent: string
  tags: string
  /** What decides about a text to this client. */
  reason: Reason
  /** The client joined in person, with written consent. */
  joined: boolean
}

type Country = 'GB' | 'IE' | 'US' | 'landline'

interface Group {
  reason: Reason
  count: number
  country: Country
  /** Days since the last visit of the first client; the others follow two days apart. Null: no visit. */
  daysAgo: number | null
  tags?: string
  refused?: boolean
  /** An answer about texts that cannot be read. */
  answer?: string
  booked?: boolean
  joined?: boolean
}

/** 300 clients: every reason against a text occurs. */
const groups: readonly Group[] = [
  { reason: 'eligible', count: 100, country: 'GB', daysAgo: 70 },
  { reason: 'eligible', count: 30, country: 'IE', daysAgo: 80 },
  { reason: 'eligible', count: 4, country: 'US', daysAgo: 90, joined: true },
  { reason: 'eligible', count: 8, country: 'GB', daysAgo: 100, tags: 'VIP' },
  { reason: 'list_old', count: 16, country: 'GB', daysAgo: 150 },
  { reason: 'opted_out', count: 10, country: 'GB', daysAgo: 130 },
  { reason: 'objection', count: 20, country: 'GB', daysAgo: 120, refused: true },
  { reason: 'undecided_answer', count: 4, country: 'GB', daysAgo: 118, answer: 'asked mum' },
  { reason: 'blocked', count: 4, country: 'GB', daysAgo: 110, tags: 'Blocked' },
  { reason: 'blocked', count: 3, country: 'GB', daysAgo: 110, tags: 'Staff' },
  { reason: 'blocked', count: 2, country: 'IE', daysAgo: 110, tags: 'Deceased' },
  { reason: 'minor', count: 8, country: 'GB', daysAgo: 105, tags: 'Child' },
  { reason: 'not_mobile', count: 14, country: 'landline', daysAgo: 115 },
  { reason: 'undeliverable', count: 6, country: 'GB', daysAgo: 125 },
  { reason: 'future_booking', count: 14, country: 'GB', daysAgo: 95, booked: true },
  { reason: 'visited_recently', count: 16, country: 'GB', daysAgo: 10 },
  { reason: 'no_basis', count: 12, country: 'US', daysAgo: 140 },
  { reason: 'unknown_last_visit', count: 6, country: 'GB', daysAgo: null },
  { reason: 'basis_expired', count: 8, country: 'GB', daysAgo: 800 },
  { reason: 'basis_expired', count: 5, country: 'IE', daysAgo: 420 },
  { reason: 'texted_recently', count: 6, country: 'GB', daysAgo: 160 },
  { reason: 'yearly_cap', count: 4, country: 'GB', daysAgo: 400 },
]

/** Names as salons type them. Some are no names, so the text says `Hi there`. */
const names = [
  ...['Siobhán', 'Mary-Kate', "O'Neill", 'MARY', 'aoife', 'Zoë', 'Anna Maria', 'McKenzie', 'Ciarán', 'Grace'],
  ...['null', 'Walk In', 'MRS SMITH', 'Mum of Ella', '', '-', '07700', '💇', 'Priya', 'Chloe', "D'Arcy"],
  ...['Jo', 'Wanjiru', 'Łucja', 'Emma / Liam', 'Niamh', 'Olivia', 'Ruth', 'Deirdre', 'Temi', 'José'],
]

const digits = (n: number, length: number) => String(n).padStart(length, '0')

/** The n-th number of a range reserved for fiction. */
const numbers: Record<Country, (n: number) => string> = {
  GB: (n) => `+447700900${digits(400 + n, 3)}`,
  IE: (n) => `+35320912${digits(1000 + n, 4)}`,
  US: (n) => `+120255501${digits(n, 2)}`,
  landline: (n) => `+442079460${digits(400 + n, 3)}`,
}

const DAY_MS = 24 * 3_600_000
const dayBefore = (now: Date, days: number) =>
  new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10)

/** The clients of the demo salon, with visits relative to today. */
export function demoClients(now: Date): DemoClient[] {
  const used: Record<Country, number> = { GB: 0, IE: 0, US: 0, landline: 0 }
  const clients: DemoClient[] = []
  for (const { reason, count, country, daysAgo, tags, refused, answer, booked, joined } of groups) {
    for (let n = 0; n < count; n++) {
      clients.push({
        phone: numbers[country](used[country]++),
        firstName: names[clients.length % names.length] ?? '',
        lastVisit: daysAgo === null ? '' : dayBefore(now, daysAgo + 2 * n),
        nextVisit: booked ? dayBefore(now, -7 - n) : '',
        consent: refused ? 'No' : (answer ?? 'Yes'),
        tags: tags ?? '',
        reason,
        joined: joined ?? false,
      })
    }
  }
  return clients
}

/** The list as a salon's software exports it. */
export function toCsv(clients: readonly DemoClient[]): Buffer {
  const header = 'First Name,Mobile Number,Last Appointment,Next Appointment,Marketing Consent,Tags'
  const rows = clients.map(({ firstName, phone, lastVisit, nextVisit, consent, tags }) =>
    [`"${firstName}"`, phone, lastVisit, nextVisit, consent, tags].join(','),
  )
  return Buffer.from(`${[header, ...rows].join('\n')}\n`)
}
