import { expect, test } from 'vitest'
import { unusualText, usualAmount } from './usual.ts'

const [low, middle, high] = [3000, 4500, 6000]

test.each<[amount: number, earlier: number[], asked: boolean]>([
  [22_500, [low, middle, high], false],
  [22_501, [low, middle, high], true],
  [45_000, [middle, middle, middle], true],
  [450_000, [middle, middle, middle], true],
  [4500, [middle, middle, middle], false],
  [0, [middle, middle, middle], false],
  [30_000, [], false],
  [30_001, [], true],
  [30_000, [middle, middle], false],
  [30_001, [100, 100], true],
  [100_000, [30_000, 30_000, 30_000], false],
  [22_500, [middle, middle, middle, 0, 0, 0, 0], false],
  [22_501, [low, middle, middle, 2_000_000], true],
  [15_001, [low, low, high, high], true],
  [15_000, [low, low, high, high], false],
])('%i after %j needs a confirmation: %s', (amount, earlier, asked) => {
  expect(unusualText(amount, earlier, 'GBP') !== null).toBe(asked)
})

test('the question names the usual amount where it is known', () => {
  expect(usualAmount([high, low, middle])).toBe(middle)
  expect(unusualText(45_000, [low, middle, high], 'GBP')).toBe(
    'Usually it is about £45.00. Is £450.00 right? Then send it again.',
  )
  expect(unusualText(45_000, [], 'EUR')).toBe(
    'That is a lot for one visit. Is €450.00 right? Then send it again.',
  )
})
