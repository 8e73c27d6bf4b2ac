import { expect, test } from 'vitest'
import { numberOfSender, replyRefusal } from './replyRefusal.ts'

const HIDDEN = 'This sender withheld their number, so no reply can reach them.'
const NAMED = 'This sender has a name instead of a number, so no reply can reach them.'
const SHORT = 'This sender is a short code, which takes no replies from our number.'

test.each([
  ['+266696687', HIDDEN],
  ['266696687', HIDDEN],
  ['+7378742833', HIDDEN],
  ['+2562533', HIDDEN],
  ['+8566466', HIDDEN],
  ['+86282452253', HIDDEN],
  ['Anonymous', HIDDEN],
  ['', HIDDEN],
  ['60777', SHORT],
  ['7726', SHORT],
  ['+12345', SHORT],
  ['228855', SHORT],
  ['50123', SHORT],
  ['VODAFONE', NAMED],
  ['Three 3', NAMED],
  ['messenger:1234567890', NAMED],
  ['O2-UK', NAMED],
  ['+449098765432', 'This is a premium-rate number, which is never texted.'],
  ['+447700900142', null],
  ['+353871234567', null],
  ['+12025550143', null],
  ['+48512345678', null],
])('the reply to %j is refused with %j', (phone, refusal) => {
  expect(replyRefusal(phone)).toBe(refusal)
})

test.each([
  ['whatsapp:+447700900142', '+447700900142'],
  ['WhatsApp: +447700900142', '+447700900142'],
  ['rcs:+353871234567', '+353871234567'],
  ['sms:+12025550143', '+12025550143'],
  ['+447700900142', '+447700900142'],
  ['messenger:1234567890', 'messenger:1234567890'],
  ['60777', '60777'],
  ['VODAFONE', 'VODAFONE'],
  ['', ''],
])('the number of the sender %j is %j', (from, number) => {
  expect(numberOfSender(from)).toBe(number)
})
