import { expect, test } from 'vitest'
import { morningOf, nextMonday, tomorrow } from './deskRules.ts'

const local = (day: string) => new Date(`${day}T15:30:00`)
const nine = (day: string) => new Date(`${day}T09:00:00`)

test.each([
  ['2026-11-25', '2026-11-26', '2026-11-30'],
  ['2026-11-29', '2026-11-30', '2026-11-30'],
  ['2026-11-30', '2026-12-01', '2026-12-07'],
  ['2026-12-31', '2027-01-01', '2027-01-04'],
])('on %s tomorrow is %s and Monday %s, at nine', (today, day, monday) => {
  expect(tomorrow(local(today))).toEqual(nine(day))
  expect(nextMonday(local(today))).toEqual(nine(monday))
})

test.each([
  ['2026-11-26', true],
  ['2027-11-20', true],
  ['2026-11-25', false],
  ['2026-11-01', false],
  ['2028-01-01', false],
  ['', false],
  ['soon', false],
])('the day %j can be chosen: %j', (day, chosen) => {
  expect(morningOf(day, local('2026-11-25'))).toEqual(chosen ? nine(day) : null)
})
