import { describe, expect, test } from 'vitest'
import { attribute, type ClientHistory, type EvidenceKind, type VisitFacts } from './attribution.ts'

const salon = { timeZone: 'Europe/London', attributionDays: 30 }

// The text is of Tuesday, 10 March 2026, at noon. London is on UTC until 29 March.
const visit = (changes: Partial<VisitFacts> = {}): VisitFacts => ({
  state: 'attended',
  service: 'treatment',
  bookedAt: '2026-03-12T09:00:00.000Z',
  visitOn: '2026-03-20',
  evidence: ['reply'],
  ...changes,
})
const history = (changes: Partial<ClientHistory> = {}): ClientHistory => ({
  texts: ['2026-03-10T12:00:00.000Z'],
  otherVisits: ['2025-06-01'],
  otherBookings: [],
  chargedBefore: false,
  ...changes,
})
const reason = (facts: VisitFacts, past = history()) => {
  const { fee, reasons } = attribute(facts, past, salon)
  return fee ? 'fee' : reasons[0]
}

test('a charged visit says why', () => {
  const charged = attribute(visit({ evidence: ['link', 'reply'] }), history(), salon)
  expect([charged.fee, charged.reasons.join(', ')]).toEqual([
    true,
    'Booked 2 days after the text, Not here for 9 months before, Opened the booking link, Answered the text',
  ])
  expect(attribute(visit({ bookedAt: null }), history({ otherVisits: [] }), salon).reasons).toEqual([
    'Came 10 days after the text',
    'Answered the text',
  ])
  expect(attribute(visit({ bookedAt: '2026-03-10T12:00:01.000Z' }), history(), salon).reasons[0]).toBe(
    'Booked on the day of the text',
  )
})

const states = {
  attended: 'fee',
  reported: 'The visit is not confirmed yet',
  booked: 'The visit is not confirmed yet',
  no_show: 'The client did not come',
  canceled: 'The visit was canceled',
} as const
const services = {
  treatment: 'fee',
  consultation: 'A consultation is free of charge',
  patch_test: 'A patch test is free of charge',
} as const

describe.each(Object.entries(states))('state %s', (state, byState) => {
  test.each(Object.entries(services))('service %s', (service, byService) => {
    const facts = visit({ state: state as never, service: service as never })
    expect(reason(facts)).toBe(byState === 'fee' ? byService : byState)
  })
})

test.each<[evidence: EvidenceKind[], fee: boolean]>([
  [['link'], true],
  [['reply'], true],
  [['list'], true],
  [['owner'], true],
  [['staff'], false],
  [[], false],
  [['staff', 'staff'], false],
  [['staff', 'owner'], true],
  [['staff', 'list'], true],
  [['staff', 'reply'], true],
  [['staff', 'link'], true],
  [['link', 'reply', 'list', 'owner', 'staff'], true],
])('evidence %j: %s', (evidence, fee) => {
  expect(reason(visit({ evidence }))).toBe(fee ? 'fee' : 'Only a note of staff: that is no evidence')
})

const late = (days: number) => `Booked ${days} days after the last text; the limit is 30`
const early = 'Booked before the first text'

test.each([
  ['2026-03-10T12:00:00.000Z', early],
  ['2026-03-10T11:59:59.000Z', early],
  ['2026-03-10T12:00:00.001Z', 'fee'],
  ['2026-03-10T23:59:59.000Z', 'fee'],
  ['2026-03-11T00:00:00.000Z', 'fee'],
  ['2026-04-09T12:00:00.000Z', 'fee'],
  // 23:30 of 9 April in London.
  ['2026-04-09T22:30:00.000Z', 'fee'],
  ['2026-04-09T23:00:00.000Z', late(31)],
  ['2026-04-10T08:00:00.000Z', late(31)],
  ['2026-05-10T08:00:00.000Z', late(61)],
  ['2025-12-01T08:00:00.000Z', early],
])('booked at %s: %s', (bookedAt, answer) => {
  expect(reason(visit({ bookedAt, visitOn: '2026-06-01' }))).toBe(answer)
})

test.each([
  ['2026-03-09', early],
  // A visit on the day of the text may have been before it.
  ['2026-03-10', early],
  ['2026-03-11', 'fee'],
  ['2026-04-09', 'fee'],
  ['2026-04-10', late(31)],
  ['2026-12-01', late(266)],
  [null, 'The day of the visit is not known'],
])('no time of booking, visit on %s: %s', (visitOn, answer) => {
  expect(reason(visit({ bookedAt: null, visitOn }))).toBe(answer)
})

const second = '2026-03-24T12:00:00.000Z'

test.each([
  [[], 'No text of the salon reached the carrier'],
  [[second], early],
  [['2026-03-10T12:00:00.000Z', second], 'fee'],
  [[second, '2026-03-10T12:00:00.000Z'], 'fee'],
  // Times of another zone.
  [['2026-03-10T13:00:00+01:00'], 'fee'],
  [['2026-03-12T10:30:00+01:00'], early],
  [['2026-01-10T12:00:00.000Z'], late(61)],
  [['2026-01-10T12:00:00.000Z', '2026-03-10T12:00:00.000Z'], 'fee'],
])('texts %j: %s', (texts, answer) => {
  expect(reason(visit(), history({ texts }))).toBe(answer)
})

const here = (days: number) => `Was here ${days} day${days === 1 ? '' : 's'} before the text`

test.each([
  ['2026-03-09', here(1)],
  ['2026-03-01', here(9)],
  ['2026-01-10', here(59)],
  ['2026-01-09', here(60)],
  ['2026-01-08', 'fee'],
  ['2024-03-10', 'fee'],
  // On and after the day of the text.
  ['2026-03-10', 'fee'],
  ['2026-03-20', 'fee'],
])('another visit on %s: %s', (day, answer) => {
  expect(reason(visit(), history({ otherVisits: [day] }))).toBe(answer)
  expect(reason(visit(), history({ otherVisits: ['2020-01-01', day, '2021-01-01'] }))).toBe(answer)
})

const had = 'Had a booking before the text'

test.each([
  ['2026-03-01T09:00:00.000Z', '2026-03-10', had],
  ['2026-03-01T09:00:00.000Z', '2026-03-15', had],
  ['2026-03-10T11:59:00.000Z', '2026-04-15', had],
  ['2026-03-10T12:00:00.000Z', '2026-04-15', 'fee'],
  ['2026-03-11T12:00:00.000Z', '2026-04-15', 'fee'],
  ['2025-05-01T09:00:00.000Z', '2025-06-01', 'fee'],
  ['2026-03-01T09:00:00.000Z', '2026-03-09', 'fee'],
])('another appointment booked at %s for %s: %s', (bookedAt, visitOn, answer) => {
  expect(reason(visit(), history({ otherBookings: [{ bookedAt, visitOn }] }))).toBe(answer)
})

test('a client is charged once', () => {
  expect(reason(visit(), history({ chargedBefore: true }))).toBe(
    'An earlier visit of this client was charged',
  )
})

test.each([
  [1, '2026-03-11T09:00:00.000Z', 'fee'],
  [1, '2026-03-12T09:00:00.000Z', 'Booked 2 days after the last text; the limit is 1'],
  [14, '2026-03-24T09:00:00.000Z', 'fee'],
  [14, '2026-03-25T09:00:00.000Z', 'Booked 15 days after the last text; the limit is 14'],
  [365, '2027-03-10T09:00:00.000Z', 'fee'],
])('a limit of %i days, booked at %s: %s', (attributionDays, bookedAt, answer) => {
  const facts = visit({ bookedAt, visitOn: '2027-04-01' })
  const { fee, reasons } = attribute(facts, history(), { ...salon, attributionDays })
  expect(fee ? 'fee' : reasons[0]).toBe(answer)
})

test.each([
  ['Pacific/Honolulu', '2026-03-11T09:59:00.000Z', 'Booked on the day of the text'],
  ['Pacific/Honolulu', '2026-03-11T10:00:00.000Z', 'Booked 1 day after the text'],
  ['America/New_York', '2026-03-11T03:59:00.000Z', 'Booked on the day of the text'],
  ['America/New_York', '2026-03-11T04:00:00.000Z', 'Booked 1 day after the text'],
  ['Europe/Dublin', '2026-03-10T23:59:00.000Z', 'Booked on the day of the text'],
  ['Europe/Dublin', '2026-03-11T00:00:00.000Z', 'Booked 1 day after the text'],
])('days are those of the salon: %s, %s', (timeZone, bookedAt, words) => {
  expect(attribute(visit({ bookedAt }), history(), { ...salon, timeZone }).reasons[0]).toBe(words)
})

const consultation = visit({ service: 'consultation' })
const charged = { chargedBefore: true }
const recently = { otherVisits: ['2026-03-01'] }
const bookedBefore = { otherBookings: [{ bookedAt: '2026-03-01T09:00:00.000Z', visitOn: '2026-03-15' }] }
const lateBooking = visit({ bookedAt: '2026-05-10T08:00:00.000Z', visitOn: '2026-06-01' })
const earlyBooking = visit({ bookedAt: '2026-03-10T11:00:00.000Z' })
const staffOnly = visit({ evidence: ['staff'] })

test.each([
  ['an unknown day', visit({ ...consultation, visitOn: null }), {}, 'The day of the visit is not known'],
  ['a no-show', visit({ visitOn: null, state: 'no_show' }), {}, 'The client did not come'],
  ['a consultation', consultation, { texts: [] }, 'A consultation is free of charge'],
  ['a consultation', consultation, charged, 'A consultation is free of charge'],
  ['no text', visit(), { texts: [], ...charged }, 'No text of the salon reached the carrier'],
  ['no text', staffOnly, { texts: [], ...recently }, 'No text of the salon reached the carrier'],
  ['an early booking', earlyBooking, { ...recently, ...bookedBefore }, early],
  ['a late booking', lateBooking, { ...bookedBefore, ...charged }, late(61)],
  ['a visit before the text', visit({ visitOn: '2026-03-01' }), charged, 'The visit was before the text'],
  ['a visit before the text', visit({ visitOn: '2026-03-09' }), {}, 'The visit was before the text'],
  ['a booking before', visit(), { ...bookedBefore, ...recently }, had],
  ['a recent visit', visit(), { ...recently, ...charged }, here(9)],
  ['a charge before', staffOnly, charged, 'An earlier visit of this client was charged'],
  ['a note of staff', staffOnly, {}, 'Only a note of staff: that is no evidence'],
] satisfies [string, VisitFacts, Partial<ClientHistory>, string][])(
  '%s comes first, case %#',
  (_, facts, past, answer) => {
    expect(reason(facts, history(past))).toBe(answer)
  },
)

test.each([
  ['2026-01-08', 'Not here for 2 months before'],
  ['2025-12-20', 'Not here for 3 months before'],
  ['2025-12-21', 'Not here for 2 months before'],
  ['2025-03-20', 'Not here for 12 months before'],
  ['2025-03-21', 'Not here for 11 months before'],
  ['2020-03-20', 'Not here for 72 months before'],
])('the last visit on %s: %s', (day, words) => {
  const past = history({ otherVisits: ['2019-01-01', day] })
  expect(attribute(visit(), past, salon).reasons).toContain(words)
})

test.each([
  ['2026-03-10T09:00:00.000Z', 'Was here on the day of the text, before it'],
  ['2026-03-10T11:59:59.000Z', 'Was here on the day of the text, before it'],
  ['2026-03-10T12:00:01.000Z', 'fee'],
  ['2026-03-09T23:30:00.000Z', 'Was here 1 day before the text'],
  // The time is not known.
  ['2026-03-10', 'fee'],
])('an earlier visit at %s: %s', (at, answer) => {
  expect(reason(visit(), history({ otherVisits: [at] }))).toBe(answer)
})

test('a time counts on the day of the salon', () => {
  const honolulu = { ...salon, timeZone: 'Pacific/Honolulu' }
  // 11 March in UTC, still 10 March in Honolulu, after the text at 2:00.
  const past = history({ otherVisits: ['2026-03-11T08:00:00.000Z', '2026-03-10T11:30:00.000Z'] })
  expect(attribute(visit(), past, honolulu).reasons).toEqual(['Was here on the day of the text, before it'])
})
