import { expect, test } from 'vitest'
import { badgeLabel, maskPhones, summarize } from './notificationText.ts'

const text = (phone?: string) => ({ title: 'New text', body: 'A text came in.', ...(phone && { phone }) })

test('one text opens its conversation', () => {
  expect(summarize([text('+447700900142')])).toEqual({
    title: 'New text',
    body: 'A text came in.',
    path: '/admin?tab=sms&number=%2B447700900142',
  })
})

test('an assignment in a salon opens its path', () => {
  const path = '/admin/salons/replies?of=1&number=%2B447700900142'
  expect(summarize([{ title: 'Assigned to you', body: 'sam assigned it.', path }])).toMatchObject({ path })
})

test('texts and assignments together become one notification', () => {
  const assigned = { title: 'Assigned to you', body: 'sam assigned it.', phone: '+447700900143' }
  expect(summarize([text('+447700900142'), assigned])).toEqual({
    title: '2 notices',
    body: 'Open SMS to read them.',
    path: '/admin?tab=sms',
  })
})

test('several texts become one notification with a count', () => {
  expect(summarize([text('+447700900142'), text('+447700900143'), text('+447700900142')])).toEqual({
    title: '3 new texts',
    body: 'From 2 numbers. Open SMS to read them.',
    path: '/admin?tab=sms',
  })
})

test('several texts of one number open their conversation', () => {
  expect(summarize([text('+447700900142'), text('+447700900142')])).toMatchObject({
    title: '2 new texts',
    path: '/admin?tab=sms&number=%2B447700900142',
  })
})

test.each([
  ['From +44 7700 900142', 'From …142'],
  ['07700900142 wrote', '…142 wrote'],
  ['(201) 555-0123', '(…123'],
  ['at 10:42, 3 texts', 'at 10:42, 3 texts'],
])('%j is shown as %j', (original, shown) => {
  expect(maskPhones(original)).toBe(shown)
})

test('the badge label counts the texts that need review', () => {
  expect([0, 1, 2].map(badgeLabel)).toEqual(['', '1 text needs review', '2 texts need review'])
})
