import { expect, test } from 'vitest'
import { isOnScreen } from './route.ts'

const phone = '+447700900142'
const conversation = '/admin?tab=sms&number=%2B447700900142'

test.each([
  ['the open conversation', conversation, true, phone, true],
  ['the open conversation on the screen of its own', '/admin/sms?number=%2B447700900142', true, phone, true],
  ['the open conversation behind another window', conversation, false, phone, false],
  ['another conversation', '/admin?tab=sms&number=%2B447700900143', true, phone, false],
  ['another tab', '/admin', true, phone, false],
  ['no number', conversation, true, undefined, false],
])('%s', (_what, path, focused, number, shown) => {
  expect(isOnScreen(path, focused, number)).toBe(shown)
})
