import { expect, test } from 'vitest'
import { badgeWords, group, maskPhones } from './notes.ts'

const note = (phone?: string) => ({ title: 'New text', body: 'A text came in.', ...(phone && { phone }) })

test('one text leads to its conversation', () => {
  expect(group([note('+447700900142')])).toEqual({
    title: 'New text',
    body: 'A text came in.',
    path: '/admin?tab=sms&number=%2B447700900142',
  })
})

test('several texts are one notification with their number', () => {
  expect(group([note('+447700900142'), note('+447700900143'), note('+447700900142')])).toEqual({
    title: '3 new texts',
    body: 'From 2 numbers. Open SMS to read them.',
    path: '/admin?tab=sms',
  })
})

test('several texts of one number lead to it', () => {
  expect(group([note('+447700900142'), note('+447700900142')])).toMatchObject({
    title: '2 new texts',
    path: '/admin?tab=sms&number=%2B447700900142',
  })
})

test.each([
  ['From +44 7700 900142', 'From …142'],
  ['07700900142 wrote', '…142 wrote'],
  ['(201) 555-0123', '(…123'],
  ['at 10:42, 3 texts', 'at 10:42, 3 texts'],
])('%j is shown as %j', (text, shown) => {
  expect(maskPhones(text)).toBe(shown)
})

test('the mark on the task bar says how many wait', () => {
  expect([0, 1, 2].map(badgeWords)).toEqual(['', '1 text needs review', '2 texts need review'])
})
