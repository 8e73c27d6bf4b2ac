import { expect, test } from 'vitest'
import { approvedOtherwise } from './approvedOtherwise.ts'

const LINKED = { text: '{salon}: Hi {link}', reminderText: null }
const PLAIN = { text: '{salon}: Hi', reminderText: null }
const REMINDED = { ...PLAIN, reminderText: '{salon}: {link}' }
const NAME = 'Approved as Glow. Ask the owner to approve the new name: save a new version and send it.'
const PAGE = 'Approved with another booking page. Links lead to the new page: ask the owner to approve it.'

test.each([
  ['not approved', LINKED, null, 'Glow', 'https://a.example', null],
  ['the same', LINKED, 'https://a.example', 'Glow', 'https://a.example', null],
  ['renamed', LINKED, 'https://a.example', 'Glow Lounge', 'https://a.example', NAME],
  ['other capitals', LINKED, 'https://a.example', 'GLOW', 'https://a.example', NAME],
  ['renamed and moved', LINKED, 'https://a.example', 'Glow Lounge', 'https://b.example', NAME],
  ['renamed, no link', PLAIN, 'https://a.example', 'Glow Lounge', 'https://a.example', NAME],
  ['moved', LINKED, 'https://a.example', 'Glow', 'https://b.example', PAGE],
  ['moved to no page', LINKED, 'https://a.example', 'Glow', null, PAGE],
  ['moved from no page', LINKED, '', 'Glow', 'https://b.example', PAGE],
  ['moved, no link', PLAIN, 'https://a.example', 'Glow', 'https://b.example', null],
  ['moved, link in the reminder', REMINDED, 'https://a.example', 'Glow', 'https://b.example', PAGE],
])('what differs from the approval: %s', (_, words, approvedUrl, name, bookingUrl, shown) => {
  const approvedAs = approvedUrl === null ? null : { salonName: 'Glow', bookingUrl: approvedUrl || null }
  expect(approvedOtherwise({ ...words, approvedAs }, { name, bookingUrl })).toBe(shown)
})
