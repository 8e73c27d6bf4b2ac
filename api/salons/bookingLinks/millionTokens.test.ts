import { expect, test } from 'vitest'
import { createToken } from './tokens.ts'

test('a million tokens differ, and use every character about as often', () => {
  const tokens = new Set<string>()
  for (let n = 0; n < 1_000_000; n++) tokens.add(createToken())
  expect(tokens.size).toBe(1_000_000)
  const counts = new Map<string, number>()
  for (const token of [...tokens].slice(0, 50_000))
    for (const character of token) counts.set(character, (counts.get(character) ?? 0) + 1)
  expect([...counts.keys()].sort().join('')).toBe('23456789abcdefghjkmnpqrstuvwxyz')
  const expected = 500_000 / 31
  for (const [character, count] of counts) {
    expect(Math.abs(count / expected - 1), character).toBeLessThan(0.06)
  }
})
