import { expect, test } from 'vitest'
import { stillTexted } from './stillTexted.ts'

const optOut = { since: '2026-11-20T09:00:00.000Z', wording: null }

test.each([
  [0, null, 'Glow sends no more offers to this number. It is on no other list.'],
  [1, null, 'Glow sends no more offers to this number. 1 other salon still may.'],
  [3, null, 'Glow sends no more offers to this number. 3 other salons still may.'],
  [1, optOut, 'The number opted out: it gets no texts from any salon.'],
])('a number on the lists of %i other salons', (otherSalons, optOut, words) => {
  expect(stillTexted({ salonName: 'Glow', otherSalons, optOut })).toBe(words)
})
