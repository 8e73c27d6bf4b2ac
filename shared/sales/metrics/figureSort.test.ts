import { expect, test } from 'vitest'
import type { CampaignFigures } from './contract.ts'
import { nextFigureSort, parseFigureSort, sortFigures } from './figureSort.ts'

const figures = (id: string, more: Partial<CampaignFigures>): CampaignFigures => ({
  ...{
    id,
    step: 'first',
    name: null,
    template: 'Hi',
    createdAt: '2026-03-10T12:00:00.000Z',
    sent: 10,
    delivered: 0,
    answered: 0,
  },
  ...{ yes: 0, stop: 0, form: 0, segments: 10 },
  ...more,
})

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
  const large = figures('large', { sent: 1000, yes: 20 })
  const small = figures('small', { sent: 10, yes: 1 })
  const none = figures('none', { sent: 0 })
  const idsBy = (by: 'yes' | 'sent', descending: boolean) =>
    sortFigures([large, small, none], { by, descending }).map(({ id }) => id)
  expect(idsBy('yes', true)).toEqual(['small', 'large', 'none'])
  expect(idsBy('yes', false)).toEqual(['none', 'large', 'small'])
  expect(idsBy('sent', true)).toEqual(['large', 'small', 'none'])
})
