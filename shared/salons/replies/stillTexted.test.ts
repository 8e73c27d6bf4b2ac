import { expect, test } from 'vitest'
import { stillTexted } from './stillTexted.ts'

const optOut = { since: '2026-11-20T09:00:00.000Z', wording: null }

test.each([
  [[], null, 'Glow sends no more offers to this number. It is on no other list.'],
  [['Opal'], null, 'Glow sends no more offers to this number. Opal still may.'],
  [
    ['Fern', 'Opal', 'Rose'],
    null,
    'Glow sends no more offers to this number. Fern, Opal and Rose still may.',
  ],
  [['Opal'], optOut, 'The number opted out: it gets no texts from any salon.'],
])('a number on the lists of %j', (otherSalons, optOut, words) => {
  expect(stillTexted({ salonName: 'Glow', otherSalons, optOut })).toBe(words)
})
