import { expect, test } from 'vitest'
import { TypedDay } from './fields.ts'

test.each([
  ['2026-03-18', null],
  ['2024-02-29', null],
  ['2000-01-01', null],
  ['1999-12-31', 'Please check the year'],
  ['0026-03-18', 'Please check the year'],
  ['0206-03-18', 'Please check the year'],
  ['2026-02-29', 'Please enter the day'],
  ['18/03/2026', 'Please enter the day'],
  ['next friday', 'Please enter the day'],
  ['3/4', 'Please enter the day'],
  ['', 'Please enter the day'],
])('the typed day %j: %s', (day, problem) => {
  expect(TypedDay('Please enter the day').safeParse(day).error?.issues[0]?.message ?? null).toBe(problem)
})
