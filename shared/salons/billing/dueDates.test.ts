import { expect, test } from 'vitest'
import { dueOnOf, isOverdue, mayDispute, periodOf } from './dueDates.ts'

test.each([
  ['2026-11-26', 14, '2026-12-10'],
  ['2026-11-26', 0, '2026-11-26'],
  ['2026-11-26', 1, '2026-11-27'],
  ['2026-11-26', 7, '2026-12-03'],
  ['2026-11-26', 30, '2026-12-26'],
  ['2026-11-30', 1, '2026-12-01'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-12-20', 14, '2027-01-03'],
  ['2028-02-15', 14, '2028-02-29'],
  ['2027-02-15', 14, '2027-03-01'],
  ['2028-02-29', 14, '2028-03-14'],
  ['2026-03-22', 14, '2026-04-05'],
  ['2026-03-28', 1, '2026-03-29'],
  ['2026-03-29', 1, '2026-03-30'],
  ['2026-10-24', 1, '2026-10-25'],
  ['2026-10-25', 1, '2026-10-26'],
  ['2026-01-31', 90, '2026-05-01'],
  ['2026-01-01', 60, '2026-03-02'],
])('issued on %s with %i days it is due on %s', (issuedOn, days, dueOn) => {
  expect(dueOnOf(issuedOn, days)).toBe(dueOn)
})

test.each([
  ['before the day', '2026-12-10', 100, '2026-12-09', false],
  ['on the day', '2026-12-10', 100, '2026-12-10', false],
  ['on the day after', '2026-12-10', 100, '2026-12-11', true],
  ['a year later', '2026-12-10', 1, '2027-12-10', true],
  ['in the next year', '2026-12-31', 1, '2027-01-01', true],
  ['paid', '2026-12-10', 0, '2026-12-11', false],
  ['without a day', null, 100, '2026-12-11', false],
])('%s', (_, dueOn, outstanding, today, overdue) => {
  expect(isOverdue({ dueOn, outstanding }, today)).toBe(overdue)
})

test.each([
  ['the first, from its first visit', null, ['2026-03-18', '2026-03-12'], '2026-04-19', '2026-03-12'],
  ['the first, without days of visits', null, [null], '2026-04-19', '2026-04-19'],
  ['the first, without lines', null, [], '2026-04-19', '2026-04-19'],
  ['the next, from the day after', '2026-04-19', ['2026-04-30'], '2026-05-20', '2026-04-20'],
  ['the next, with an older visit', '2026-04-19', ['2026-03-01'], '2026-05-20', '2026-04-20'],
  ['the next on the same day', '2026-04-19', ['2026-03-01'], '2026-04-19', '2026-04-19'],
  ['the next on the day after', '2026-04-19', [], '2026-04-20', '2026-04-20'],
  ['over the end of a year', '2026-12-31', [], '2027-01-31', '2027-01-01'],
  ['a visit after the day of issue', null, ['2026-05-01'], '2026-04-19', '2026-04-19'],
])('the period of a statement: %s', (_, before, visits, issuedOn, from) => {
  expect(periodOf({ before, visits, issuedOn })).toEqual({ from, to: issuedOn })
})

test.each([
  ['before the day', '2026-12-10', '2026-12-09', true],
  ['on the day', '2026-12-10', '2026-12-10', true],
  ['on the day after', '2026-12-10', '2026-12-11', false],
  ['over the end of a year', '2026-12-31', '2027-01-01', false],
  ['without a day', null, '2026-12-01', false],
])('a dispute %s to pay', (_, dueOn, today, may) => {
  expect(mayDispute(dueOn, today)).toBe(may)
})
