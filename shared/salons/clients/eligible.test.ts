import { describe, expect, test } from 'vitest'
import type { Salon } from './basis.ts'
import {
  type ClientFacts,
  type ClientFlag,
  eligible,
  type Reason,
  reasonLabels,
  waterfall,
} from './eligible.ts'
import {
  cells,
  client,
  consentOf,
  dateOrNull,
  lastVisits,
  nextVisits,
  now,
  objections,
  phones,
  salons,
} from './eligibleCases.ts'

test.each(lastVisits)('last visit: $labels, $column: $reason', ({ labels, column, reason }) => {
  const [salon = '', number = '', consent = ''] = labels
  const changes = { phone: phones[number], lastVisit: dateOrNull(column), consent: consentOf(consent) }
  expect(eligible(client(changes), salons[salon] as Salon, now)).toBe(reason)
})

test.each(nextVisits)('next visit: $labels, $column: $reason', ({ labels, column, reason }) => {
  const [country = '', consent = '', lastVisit = ''] = labels
  const visits = { lastVisit: dateOrNull(lastVisit), nextVisit: dateOrNull(column) }
  const changes = { ...visits, phone: phones[country], consent: consentOf(consent) }
  expect(eligible(client(changes), salons[country] as Salon, now)).toBe(reason)
})

test.each(objections)(
  'objections: $labels, $column: $reason',
  ({ labels: [consent = ''], column, reason }) => {
    const changes = { phone: phones[column], consent: consentOf(consent) }
    expect(eligible(client(changes), salons[column] as Salon, now)).toBe(reason)
  },
)

describe('flags', () => {
  const { rows } = cells(`
flags           | nothing  | soft     | written  | soft+objection
none            | no_basis | eligible | eligible | objection
vip             | no_basis | eligible | eligible | objection
minor           | minor    | minor    | minor    | objection
staff           | blocked  | blocked  | blocked  | objection
blocked         | blocked  | blocked  | blocked  | objection
deceased        | blocked  | blocked  | blocked  | objection
vip minor       | minor    | minor    | minor    | objection
minor blocked   | blocked  | blocked  | blocked  | objection
minor deceased  | blocked  | blocked  | blocked  | objection
vip staff minor | blocked  | blocked  | blocked  | objection
`)
  const consents = ['nothing', 'soft', 'written', 'soft + objection list 2026-01-01']
  test.each(
    rows.flatMap(([flags, ...reasons]) => reasons.map((reason, at) => [flags, consents[at], reason])),
  )('%s, %s: %s', (flags = '', consent = '', reason) => {
    const known = flags === 'none' ? [] : (flags.split(' ') as ClientFlag[])
    expect(eligible(client({ flags: known, consent: consentOf(consent) }), salons.GB as Salon, now)).toBe(
      reason,
    )
  })
})

describe('number, history and list', () => {
  test.each<[string, Partial<ClientFacts>, Reason]>([
    ['opted out', { optedOut: true }, 'opted_out'],
    ['undeliverable', { undeliverable: true }, 'undeliverable'],
    ['a British landline', { phone: '+442079460142' }, 'not_mobile'],
    ['an Irish landline', { phone: '+35316771234' }, 'not_mobile'],
    ['a freephone number', { phone: '+448001111111' }, 'not_mobile'],
    ['a premium number', { phone: '+449098790000' }, 'not_mobile'],
    ['a short code', { phone: '60777' }, 'not_mobile'],
    ['no number', { phone: '' }, 'not_mobile'],
    ['an American number without written consent', { phone: '+12125550142' }, 'no_basis'],
    ['a Jersey mobile', { phone: '+447911123456' }, 'eligible'],
    ['a known country', { phone: '+447911123456', country: 'JE' }, 'eligible'],
    ['a known country without soft opt-in', { country: 'FR' }, 'no_basis'],
    ['texted now', { lastTextAt: '2026-06-10T12:00:00Z' }, 'texted_recently'],
    ['texted a millisecond under 7 days ago', { lastTextAt: '2026-06-03T12:00:00.001Z' }, 'texted_recently'],
    ['texted 7 days ago', { lastTextAt: '2026-06-03T12:00:00.000Z' }, 'eligible'],
    ['3 texts in a year', { textsInYear: 3 }, 'eligible'],
    ['4 texts in a year', { textsInYear: 4 }, 'yearly_cap'],
    ['a list of today', { listAsOf: '2026-06-10' }, 'eligible'],
    ['a list of tomorrow', { listAsOf: '2026-06-11' }, 'eligible'],
    ['a list of 14 days ago', { listAsOf: '2026-05-27' }, 'eligible'],
    ['a list of 15 days ago', { listAsOf: '2026-05-26' }, 'list_old'],
    ['joined without a list', { listAsOf: null }, 'eligible'],
  ])('%s', (_, changes, reason) => {
    expect(eligible(client(changes), salons.GB as Salon, now)).toBe(reason)
  })
})

test.each<[string, string, Partial<ClientFacts>, Reason]>([
  // 23:30 in London on 9 June.
  ['GB', '2026-06-09T22:30:00Z', { nextVisit: '2026-06-09' }, 'future_booking'],
  ['GB', '2026-06-09T23:30:00Z', { nextVisit: '2026-06-09' }, 'visited_recently'],
  ['GB', '2026-06-09T22:30:00Z', { lastVisit: '2024-06-09' }, 'eligible'],
  ['GB', '2026-06-09T23:30:00Z', { lastVisit: '2024-06-09' }, 'basis_expired'],
  ['US', '2026-06-10T03:30:00Z', { nextVisit: '2026-06-09' }, 'future_booking'],
  ['US', '2026-06-10T04:30:00Z', { nextVisit: '2026-06-09' }, 'visited_recently'],
  ['GB', '2026-02-28T12:00:00Z', { lastVisit: '2024-02-29', listAsOf: '2026-02-28' }, 'eligible'],
  ['GB', '2026-03-01T12:00:00Z', { lastVisit: '2024-02-29', listAsOf: '2026-02-28' }, 'basis_expired'],
])('dates are those of the salon: %s at %s, %j: %s', (country, at, changes, reason) => {
  expect(eligible(client(changes), salons[country] as Salon, new Date(at))).toBe(reason)
})

test.each<[string, string, Partial<ClientFacts>, Reason]>([
  ['written consent', 'GB', { consent: consentOf('written') }, 'eligible'],
  ['both consents', 'IE', { consent: consentOf('soft+written') }, 'eligible'],
  ['a client who joined', 'GB', { consent: consentOf('written join_page'), listAsOf: null }, 'eligible'],
  ['written consent in America', 'US', { consent: consentOf('written') }, 'eligible'],
  ['a soft opt-in', 'GB', { consent: consentOf('soft') }, 'unknown_last_visit'],
  ['a soft opt-in in America', 'US', { consent: consentOf('soft') }, 'no_basis'],
  ['no consent', 'GB', { consent: [] }, 'no_basis'],
  ['an objection', 'GB', { consent: consentOf('written+objection') }, 'objection'],
  ['a booking', 'GB', { consent: consentOf('written'), nextVisit: '2026-06-20' }, 'future_booking'],
  [
    'a booking that passed',
    'GB',
    { consent: consentOf('written'), nextVisit: '2026-06-01' },
    'visited_recently',
  ],
  ['a minor', 'GB', { consent: consentOf('written'), flags: ['minor'] }, 'minor'],
  [
    'a text of last week',
    'GB',
    { consent: consentOf('written'), lastTextAt: '2026-06-09T12:00:00Z' },
    'texted_recently',
  ],
])('without a last visit, where the owner allows it: %s', (_, country, changes, reason) => {
  const salon = { ...(salons[country] as Salon), textsUnknownVisits: true }
  const unknown = client({ lastVisit: null, phone: phones[country] as string, ...changes })
  expect(eligible(unknown, salon, now)).toBe(reason)
})

/** One client per reason, in the order of the checks. */
const problems: [Reason, Partial<ClientFacts>][] = [
  ['erased', { erased: true }],
  ['opted_out', { optedOut: true }],
  ['wrong_person', { outcomes: { wrong_person: '2026-06-01T09:00:00Z' } }],
  ['objection', { consent: consentOf('soft + objection list 2026-01-01') }],
  ['undecided_answer', { undecidedAnswer: 'asked mum' }],
  ['blocked', { flags: ['blocked'] }],
  ['minor', { flags: ['minor'] }],
  ['not_mobile', { phone: '+442079460142' }],
  ['undeliverable', { undeliverable: true }],
  ['future_booking', { nextVisit: '2026-06-20' }],
  ['visited_recently', { lastVisit: '2026-05-01' }],
  ['not_interested', { outcomes: { not_interested: '2026-06-01T09:00:00Z' } }],
  ['wrote_to_us', { unanswered: true }],
  ['no_basis', { consent: [] }],
  ['basis_expired', { lastVisit: '2020-01-01' }],
  ['unknown_last_visit', { lastVisit: null }],
  ['texted_recently', { lastTextAt: '2026-06-09T12:00:00Z' }],
  ['yearly_cap', { textsInYear: 4 }],
  ['in_campaign', { inCampaign: true }],
  ['kept_aside', { keptAside: true }],
  ['not_chosen', { notChosen: true }],
  ['offered_lately', { offeredLately: true }],
  ['after_last_day', { afterLastDay: true }],
  ['list_old', { listAsOf: '2026-01-01' }],
  ['eligible', {}],
]

const pairs = problems.flatMap(([first, one], at) =>
  problems.slice(at).flatMap(([second, other]) => {
    // Both change the same field: a client cannot have both.
    const clash = Object.keys(one).some((field) => field in other && field !== 'flags' && first !== second)
    const flags = [...(one.flags ?? []), ...(other.flags ?? [])]
    return clash ? [] : [{ first, second, changes: { ...other, ...one, flags } }]
  }),
)

test.each(pairs)('$first comes before $second', ({ first, changes }) => {
  expect(eligible(client(changes), salons.GB as Salon, now)).toBe(first)
})

test('the tables hold at least 400 cases', () => {
  expect(lastVisits.length + nextVisits.length + objections.length).toBeGreaterThan(400)
})

test('reasons are in the order of the checks', () => {
  expect(Object.keys(reasonLabels)).toEqual(problems.map(([reason]) => reason))
})

describe('waterfall', () => {
  test('counts each reason once', () => {
    const twice = problems.filter(([reason]) => reason === 'minor' || reason === 'not_mobile')
    const list = [...problems, ...twice].map(([, changes]) => client(changes))
    const ones = Object.fromEntries(problems.map(([reason]) => [reason, 1]))
    expect(waterfall(list, salons.GB as Salon, now)).toEqual({ ...ones, minor: 2, not_mobile: 2 })
  })

  test('an empty list has all reasons with 0', () => {
    const counts = waterfall([], salons.GB as Salon, now)
    expect(Object.keys(counts)).toEqual(Object.keys(reasonLabels))
    expect(Object.values(counts).every((count) => count === 0)).toBe(true)
  })

  test.each(['GB', 'IE', 'US'])('counts of random lists add up: %s', (country) => {
    const random = seeded(20_260_610)
    for (let list = 0; list < 100; list++) {
      const clients = Array.from({ length: random(60) }, () => randomClient(random))
      const counts = waterfall(clients, salons[country] as Salon, now)
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(clients.length)
    }
  })
})

/** The same numbers in every run: from 0 to below `limit`. Park and Miller's generator. */
function seeded(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
}

/** A client with the changes of up to four problems. */
function randomClient(random: (limit: number) => number): ClientFacts {
  const changes = Array.from({ length: random(5) }, () => problems[random(problems.length)]?.[1])
  const phone = Object.values(phones)[random(4)] as string
  return client(Object.assign({ phone }, ...changes))
}
