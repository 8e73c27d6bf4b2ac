import { expect, test } from 'vitest'
import { knewOfTexts } from './knewOfTexts.ts'

test.each([
  ['yes', 'yes', 'yes'],
  ['yes', 'no', 'no'],
  ['no', 'yes', 'no'],
  ['no', 'no', 'no'],
  ['unknown', 'no', 'no'],
  ['no', 'unknown', 'no'],
  ['yes', 'unknown', 'unknown'],
  ['unknown', 'yes', 'unknown'],
  ['unknown', 'unknown', 'unknown'],
  ['no', undefined, 'no'],
  [undefined, 'no', 'no'],
  ['yes', undefined, undefined],
  [undefined, 'unknown', undefined],
  [undefined, undefined, undefined],
] as const)('told %s and could refuse %s means %s', (told, couldRefuse, knew) => {
  expect(knewOfTexts(told, couldRefuse)).toBe(knew)
})
