import { expect, test } from 'vitest'
import { badgeLabel, maskPhones, summarize } from './notificationText.ts'

const text = (phone?: string) => ({ title: 'New text', body: 'A text came in.', ...(phone && { phone }) })

const salonPath = '/admin/salons/replies?of=1&number=%2B447700900142'
const conversation = '/admin?tab=sms&number=%2B447700900142'
const assigned = { title: 'Assigned to you', body: 'sam assigned it.' }

test.each([
  ['one text opens its conversation', [text('+447700900142')], { ...text(), path: conversation }],
  ['an assignment in a salon opens its path', [{ ...assigned, path: salonPath }], { path: salonPath }],
  [
    'texts and assignments together become one notification',
    [text('+447700900142'), { ...assigned, phone: '+447700900143' }],
    { title: '2 notices', body: 'Open SMS to read them.', path: '/admin?tab=sms' },
  ],
  [
    'several texts become one notification with a count',
    [text('+447700900142'), text('+447700900143'), text('+447700900142')],
    { title: '3 new texts', body: 'From 2 numbers. Open SMS to read them.', path: '/admin?tab=sms' },
  ],
  [
    'several texts of one number open their conversation',
    [text('+447700900142'), text('+447700900142')],
    { title: '2 new texts', path: conversation },
  ],
])('%s', (_, notices, shown) => {
  expect(summarize(notices)).toMatchObject(shown)
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
