import { expect, test } from 'vitest'
import { firstOfFullName, isMarked, readName, readTags, readWholeNumber } from './listValues.ts'

test.each([
  ['Yes', true],
  ['TRUE', true],
  ['2025-04-03', true],
  ['Rude to staff', true],
  ['No', false],
  ['0', false],
  ['FALSE', false],
  ['', false],
  ['---', false],
])('a column such as Blocked is set by %j: %s', (value, expected) => {
  expect(isMarked(value)).toBe(expected)
})

test.each([
  ['12', 12],
  ['0', 0],
  ['1,204', 1204],
  ['12.0', 12],
  ['', null],
  ['-', null],
  ['12.5', null],
  ['-3', null],
  ['many', null],
  ['12345678', null],
])('the number %j is %s', (value, visits) => {
  expect(readWholeNumber(value)).toBe(visits)
})

test.each([
  ['VIP, Staff', ['staff', 'vip']],
  ['* myContacts ::: Do not book', ['blocked']],
  ['Under 18|deceased', ['minor', 'deceased']],
  ['Blocked', ['blocked']],
  ['Active', []],
  ['Staff favourite, colour, stafford', []],
  ['', []],
])('tags %j set %j', (value, flags) => {
  expect(readTags(value)).toEqual(flags)
})

test.each([
  [' Siobhán ', 'Siobhán'],
  ['Mary  Kate', 'Mary Kate'],
  ['Siobha\u0301n', 'Siobhán'],
  ['Ann\0\nMarie', 'Ann Marie'],
  ['Ann\ud800', 'Ann'],
  ['null', null],
  ['N/A', null],
  ['.', null],
  ['', null],
  ['x'.repeat(61), null],
])('the first name in %j is %j', (value, name) => {
  expect(readName(value)).toBe(name)
})

test.each([
  ['Siobhán Murphy', 'Siobhán'],
  ['Murphy, Siobhán', 'Siobhán'],
  ['Mrs Siobhán Murphy', 'Siobhán'],
  ['Murphy, Dr. Siobhán', 'Siobhán'],
  ['Cher', 'Cher'],
  ['Mrs Murphy', null],
  ['MR', null],
  ['', null],
  ['null', null],
])('the first name in the full name %j is %j', (value, name) => {
  expect(firstOfFullName(value)).toBe(name)
})
