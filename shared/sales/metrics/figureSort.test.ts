import { expect, test } from 'vitest'
import { nextFigureSort, parseFigureSort, sortFigures } from './figureSort.ts'
import { figuresForTests } from './testing.ts'

test.each([
  [null, { by: 'createdAt', descending: true }],
  ['yes', { by: 'yes', descending: false }],
  ['-yes', { by: 'yes', descending: true }],
  ['-nothing', { by: 'createdAt', descending: true }],
])('the parameter %s is read', (param, sort) => {
  expect(parseFigureSort(param)).toEqual(sort)
})

test('a press sorts highest first, a second one reverses', () => {
  expect(nextFigureSort({ by: 'createdAt', descending: true }, 'yes')).toBe('-yes')
  expect(nextFigureSort({ by: 'yes', descending: true }, 'yes')).toBe('yes')
  expect(nextFigureSort({ by: 'yes', descending: false }, 'yes')).toBe('-yes')
})

test('answers are compared by share, texts by count', () => {
  const large = figuresForTests(1, { id: 'large', sent: 1000, yes: 20 })
  const small = figuresForTests(2, { id: 'small', sent: 10, yes: 1 })
  const none = figuresForTests(3, { id: 'none', sent: 0, yes: 0 })
  const idsBy = (by: 'yes' | 'sent', descending: boolean) =>
    sortFigures([large, small, none], { by, descending }).map(({ id }) => id)
  expect(idsBy('yes', true)).toEqual(['small', 'large', 'none'])
  expect(idsBy('yes', false)).toEqual(['none', 'large', 'small'])
  expect(idsBy('sent', true)).toEqual(['large', 'small', 'none'])
})
