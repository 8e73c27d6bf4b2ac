import { expect, test } from 'vitest'
import { client } from '../clients/eligibleCases.ts'
import { type AudienceChoice, audienceFacts, countChosen, isChosen } from './audienceChoice.ts'

const someone = audienceFacts({ ...client({ lastVisit: '2026-01-15', flags: ['vip'] }), visits: 3 })

test.each<[string, AudienceChoice, boolean]>([
  ['no choice', {}, true],
  ['from the day of the last visit', { lastVisitFrom: '2026-01-15' }, true],
  ['from the day after it', { lastVisitFrom: '2026-01-16' }, false],
  ['to the day of it', { lastVisitTo: '2026-01-15' }, true],
  ['to the day before it', { lastVisitTo: '2026-01-14' }, false],
  ['between two days', { lastVisitFrom: '2026-01-01', lastVisitTo: '2026-01-31' }, true],
  ['at least 3 visits', { minVisits: 3 }, true],
  ['at least 4', { minVisits: 4 }, false],
  ['at most 2', { maxVisits: 2 }, false],
  ['from 1 to 3', { minVisits: 1, maxVisits: 3 }, true],
  ['without VIPs', { withoutVip: true }, false],
  ['with VIPs', { withoutVip: false }, true],
])('%s: %j is %s', (_, choice, expected) => {
  expect(isChosen(someone, choice)).toBe(expected)
})

test('what is not known is in no audience that asks for it', () => {
  const unknown = audienceFacts({ ...client({ lastVisit: null }), visits: null })
  expect(isChosen(unknown, {})).toBe(true)
  expect(isChosen(unknown, { withoutVip: true })).toBe(true)
  expect(isChosen(unknown, { lastVisitTo: '2026-01-01' })).toBe(false)
  expect(isChosen(unknown, { maxVisits: 5 })).toBe(false)
})

test('groups of clients are counted by the choice', () => {
  const groups = [
    { lastVisit: '2025-09-01', visits: 1, isVip: false, clients: 30 },
    { lastVisit: '2025-11-01', visits: 4, isVip: false, clients: 8 },
    { lastVisit: '2025-11-01', visits: 4, isVip: true, clients: 2 },
  ]
  expect(countChosen(groups, {})).toEqual({ eligible: 40, chosen: 40 })
  expect(countChosen(groups, { minVisits: 2 })).toEqual({ eligible: 40, chosen: 10 })
  expect(countChosen(groups, { minVisits: 2, withoutVip: true })).toEqual({ eligible: 40, chosen: 8 })
  expect(countChosen(groups, { lastVisitTo: '2025-08-31' })).toEqual({ eligible: 40, chosen: 0 })
  expect(countChosen([], {})).toEqual({ eligible: 0, chosen: 0 })
})
