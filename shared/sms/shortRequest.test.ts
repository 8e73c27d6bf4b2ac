import { expect, test } from 'vitest'
import { endsWithStop, isShortRequest } from './shortRequest.ts'

test.each([
  'please no send more message',
  'no want sms',
  'us off your list remove please',
  'texts stop thanks',
  'kindly delete our number immediately',
  'cease all messages to this phone',
  'take me off',
])('"%s" is a short request to stop', (flat) => {
  expect(isShortRequest(flat)).toBe(true)
})

test.each([
  'drop me a text',
  'take the number',
  'dont stop texting me',
  'i send you my number',
  'stop it',
  'remove my gel polish',
  'no message received yet',
])('"%s" is no short request to stop', (flat) => {
  expect(isShortRequest(flat)).toBe(false)
})

test.each([
  ['who dis stop', true],
  ['for the love of god stop', true],
  ['maybe stop', false],
  ['is there a bus stop', false],
  ['why did emma stop', false],
  ['ha ha stop', false],
])('"%s" ends with a stop of the person: %s', (flat, ends) => {
  expect(endsWithStop(flat)).toBe(ends)
})
