import { sampleLink } from '@salonback/shared/salons/offer.ts'
import { expect, test } from 'vitest'
import { hashOfToken } from '../salons/ownerLinks.ts'
import { bookingLink, createToken, findToken, isToken } from './tokens.ts'

const URL = 'https://salonback.example'

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
}, 20_000)

test('a token has ten characters without look-alikes', () => {
  for (let n = 0; n < 1000; n++) expect(isToken(createToken())).toBe(true)
  for (const text of [
    '',
    'abcdefghj',
    'abcdefghjkm',
    'abcdefghil',
    'ABCDEFGHJK',
    'abcdefghj0',
    'abcdefghj\n',
    'their-link',
  ])
    expect(isToken(text), text).toBe(false)
})

test('samples have the length of a real link', () => {
  expect(sampleLink(URL)).toHaveLength(bookingLink(URL, createToken()).length)
})

test('the token of a text is found by its hash only', () => {
  const [own, other] = [createToken(), createToken()]
  const body = `Glow: see ${bookingLink(URL, other)} and ${bookingLink(URL, own)}. Reply STOP to opt out.`
  expect(findToken(body, hashOfToken(own))).toBe(own)
  expect(findToken(body.replace(own, other), hashOfToken(own))).toBeUndefined()
  expect(findToken(body, hashOfToken(createToken()))).toBeUndefined()
})
