import { expect, test } from 'vitest'
import { standingText } from './parts.tsx'

test.each([
  [1350, 1350, '£13.50 to pay'],
  [1350, 350, '£3.50 to pay'],
  [1350, 0, 'paid'],
  [0, 0, 'nothing to pay'],
  [-1350, 0, 'in your favour'],
])('of a statement of %i with %i outstanding the owner reads: %s', (total, outstanding, words) => {
  expect(standingText({ total, outstanding }, 'GBP')).toBe(words)
})
