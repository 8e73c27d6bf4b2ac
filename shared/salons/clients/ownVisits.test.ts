import { expect, test } from 'vitest'
import type { Salon } from './basis.ts'
import { type ClientFacts, eligible, type Reason } from './eligible.ts'
import { client, consentOf, now, salons } from './eligibleCases.ts'
import { lastVisitOf, nextVisitOf, type OwnVisit } from './ownVisits.ts'

/** `booked 2026-06-20`, without a day `booked`; recorded on 2026-05-30. Separated by `+`. */
const visitsOf = (written: string): OwnVisit[] =>
  written.split('+').map((part) => {
    const [state, visitOn = null] = part.trim().split(' ')
    return { state: state as OwnVisit['state'], visitOn, recordedOn: '2026-05-30' }
  })

const answer = (changes: Partial<ClientFacts>) => eligible(client(changes), salons.GB as Salon, now)

// Today is 2026-06-10; 60 days earlier is 2026-04-11. The list says that the last visit was on 2025-12-10.
test.each<[string, Reason]>([
  ['booked 2027-01-05', 'future_booking'],
  ['booked 2026-06-11', 'future_booking'],
  ['booked 2026-06-10', 'future_booking'],
  ['booked 2026-06-09', 'visited_recently'],
  ['booked 2026-04-11', 'visited_recently'],
  ['booked 2026-04-10', 'eligible'],
  ['booked', 'future_booking'],
  ['reported 2026-06-11', 'future_booking'],
  ['reported 2026-06-10', 'visited_recently'],
  ['reported 2026-04-11', 'visited_recently'],
  ['reported 2026-04-10', 'eligible'],
  ['reported', 'visited_recently'],
  ['attended 2026-06-11', 'future_booking'],
  ['attended 2026-06-10', 'visited_recently'],
  ['attended 2026-06-09', 'visited_recently'],
  ['attended 2026-04-11', 'visited_recently'],
  ['attended 2026-04-10', 'eligible'],
  ['attended', 'visited_recently'],
  ['no_show 2026-06-09', 'eligible'],
  ['no_show 2026-06-20', 'eligible'],
  ['no_show', 'eligible'],
  ['canceled 2026-06-20', 'eligible'],
  ['canceled 2026-06-09', 'eligible'],
  ['canceled', 'eligible'],
  ['canceled 2026-06-20 + booked 2026-06-27', 'future_booking'],
  ['no_show 2026-06-01 + attended 2026-06-05', 'visited_recently'],
  ['attended 2026-01-05 + booked', 'future_booking'],
  ['attended 2026-01-05 + no_show 2026-06-05', 'eligible'],
])('own records: %s: %s', (written, reason) => {
  expect(answer({ ownVisits: visitsOf(written) })).toBe(reason)
})

// What the list says, `-` for nothing; then the own records.
test.each<[string, string, string, string, Reason]>([
  ['the list is newer', '2026-05-01', '-', 'attended 2026-01-05', 'visited_recently'],
  ['the list has a booking', '2025-12-10', '2026-06-20', 'canceled 2026-06-20', 'future_booking'],
  ['the list shows a missed visit', '2026-06-01', '-', 'no_show 2026-06-01', 'visited_recently'],
  ['a kept visit renews soft opt-in', '2024-01-01', '-', 'attended 2026-01-05', 'eligible'],
  ['a kept visit is the only one', '-', '-', 'attended 2026-01-05', 'eligible'],
  ['a reported visit renews nothing', '2024-01-01', '-', 'reported 2026-01-05', 'basis_expired'],
  ['a booking renews nothing', '2024-01-01', '-', 'booked 2026-01-05', 'basis_expired'],
  ['a missed visit renews nothing', '2024-01-01', '-', 'no_show 2026-01-05', 'basis_expired'],
  ['a canceled visit renews nothing', '-', '-', 'canceled 2026-01-05', 'unknown_last_visit'],
  ['a missed visit is none', '-', '-', 'no_show 2026-01-05', 'unknown_last_visit'],
  ['a booking that passed is no certain visit', '-', '-', 'booked 2026-01-05', 'unknown_last_visit'],
  ['a reported visit is no certain one', '-', '-', 'reported 2026-01-05', 'unknown_last_visit'],
  ['a kept visit too long ago', '2024-01-01', '-', 'attended 2024-06-09', 'basis_expired'],
])('list and own records: %s', (_, lastVisit, nextVisit, own, reason) => {
  const dayOrNull = (day: string) => (day === '-' ? null : day)
  const list = { lastVisit: dayOrNull(lastVisit), nextVisit: dayOrNull(nextVisit) }
  expect(answer({ ...list, ownVisits: visitsOf(own) })).toBe(reason)
})

const said = (outcome: string, at: string) => ({ outcomes: { [outcome]: `${at}T09:00:00.000Z` } })
const refused = (at: string, more: Partial<ClientFacts> = {}) => ({ ...said('not_interested', at), ...more })
const wrong = (at: string, more: Partial<ClientFacts> = {}) => ({ ...said('wrong_person', at), ...more })
const joined = (at: string) => ({ consent: consentOf(`soft + written join_page ${at}`) })
const both = (notInterested: string, booked: string) => ({
  outcomes: { ...said('not_interested', notInterested).outcomes, ...said('booked', booked).outcomes },
})
const offered = { offeredAt: '2026-03-10T10:00:00Z' }
const offeredLongAgo = { offeredAt: '2024-03-10T10:00:00Z' }
const staffConsent = { consent: consentOf('written staff 2026-06-02') }
const listConsent = { consent: consentOf('written list 2026-06-02') }

// 90 days before today is 2026-03-12.
test.each<[string, Partial<ClientFacts>, Reason]>([
  ['not interested today', refused('2026-06-10'), 'not_interested'],
  ['not interested 89 days ago', refused('2026-03-13'), 'not_interested'],
  ['not interested 90 days ago', refused('2026-03-12'), 'eligible'],
  ['the same offer 90 days later', refused('2026-03-12', offered), 'not_interested'],
  ['the same offer two years later', refused('2024-03-12', offeredLongAgo), 'not_interested'],
  ['an offer that came after the answer', refused('2026-01-01', offered), 'eligible'],
  ['booked later', both('2026-06-01', '2026-06-02'), 'eligible'],
  ['booked before', both('2026-06-02', '2026-06-01'), 'not_interested'],
  ['joined later', refused('2026-06-01', joined('2026-06-02')), 'eligible'],
  ['joined before', refused('2026-06-01', joined('2026-05-31')), 'not_interested'],
  ['consent that staff wrote down later', refused('2026-06-01', staffConsent), 'not_interested'],
  ['wrong person', wrong('2026-06-01'), 'wrong_person'],
  ['wrong person two years ago', wrong('2024-06-01'), 'wrong_person'],
  ['wrong person, then the new holder joined', wrong('2026-06-01', joined('2026-06-02')), 'eligible'],
  ['wrong person after joining', wrong('2026-06-02', joined('2026-06-01')), 'wrong_person'],
  ['wrong person with written consent of the list', wrong('2026-06-01', listConsent), 'wrong_person'],
  ['booked only', said('booked', '2026-06-01'), 'eligible'],
  ['erased', { erased: true }, 'erased'],
  ['erased and opted out', { erased: true, optedOut: true }, 'erased'],
  ['erased and joined', { erased: true, ...joined('2026-06-02') }, 'erased'],
])('answers: %s: %s', (_, changes, reason) => {
  expect(answer(changes)).toBe(reason)
})

test('shown visits are the later ones of list and records', () => {
  const shown = (nextVisit: string, own: string) => {
    const known = client({ nextVisit, ownVisits: visitsOf(own) })
    return `${lastVisitOf(known)} ${nextVisitOf(known)}`
  }
  expect(shown('2026-01-01', 'attended 2026-05-02 + booked 2026-06-20 + booked')).toBe(
    '2026-05-02 2026-06-20',
  )
  expect(shown('2026-07-01', 'canceled 2026-08-02 + reported 2026-05-20')).toBe('2025-12-10 2026-07-01')
})
