import { expect, test } from 'vitest'
import { isExactRequest } from './exactRequests.ts'

test.each([
  'please no send more message',
  'no want sms',
  'us off your list remove please',
  'texts stop thanks',
  'kindly delete our number immediately',
  'cease all messages to this phone',
  'take me off',
  'stop please',
  'remove',
  'reply stop to opt out',
  '🛑',
  '📵 🔕',
  'arretez svp',
  'bitte abmelden',
  'baja por favor',
  'przestan prosze',
  'отпишите',
  '退订',
  'توقف',
  'opreste',
  'stad',
])('"%s" is nothing but a request to stop', (text) => {
  expect(isExactRequest(text)).toBe(true)
})

test.each([
  'drop me a text',
  'take the number',
  'dont stop texting me',
  'i send you my number',
  'stop it 😂',
  'yes please stop',
  'remove my gel polish',
  'no message received yet',
  'enough',
  'cancel please',
  'may i unsubscribe',
  'dont text me at work',
  '✋',
  '',
])('"%s" is left to the reader', (text) => {
  expect(isExactRequest(text)).toBe(false)
})
