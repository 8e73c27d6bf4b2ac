import { sampleLink } from '@salonback/shared/salons/offers/offer.ts'
import { expect, test } from 'vitest'
import { hashOfToken } from '../../platform/http/tokens.ts'
import { bookingLink, createToken, findToken, isToken } from './tokens.ts'

const URL = 'https://salonback.example'

test('a token has ten characters without look-alikes', () => {
  for (let n = 0; n < 1000; n++) expect(isToken(createToken())).toBe(true)
  const wrong = ['', 'abcdefghj', 'abcdefghjkm', 'abcdefghil', 'ABCDEFGHJK', 'abcdefghj0', 'abcdefghj\n']
  for (const text of [...wrong, 'their-link']) expect(isToken(text), text).toBe(false)
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
