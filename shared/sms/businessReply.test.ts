import { expect, test } from 'vitest'
import { isBusinessReply, isPhoneNotice } from './businessReply.ts'

test.each([
  ['thanks for messaging im with clients until 6', true],
  ['hi youve reached lash lounge to book use our booksy link', true],
  ['dziekujemy za kontakt odpowiemy wkrotce', true],
  ['thanks for your text id love to hear more', false],
  ['thanks for your text', false],
])('"%s" is the reply of a business: %s', (flat, expected) => {
  expect(isBusinessReply(flat)).toBe(expected)
})

test.each([
  ['your appointment is confirmed for friday reply c to confirm', true],
  ['at the cinema talk later', true],
  ['nie moge rozmawiac oddzwonie', true],
  ['can you remind me later', false],
])('"%s" is written by a phone or a service: %s', (flat, expected) => {
  expect(isPhoneNotice(flat)).toBe(expected)
})
