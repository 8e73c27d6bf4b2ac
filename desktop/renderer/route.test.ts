import { expect, test } from 'vitest'
import { isConversationVisible } from './route.ts'

const phone = '+447700900142'
const conversation = '/admin?tab=sms&number=%2B447700900142'

test.each([
  ['the open conversation', conversation, true, phone, true],
  ['the open conversation on its own screen', '/admin/sms?number=%2B447700900142', true, phone, true],
  ['the open conversation in an unfocused window', conversation, false, phone, false],
  ['another conversation', '/admin?tab=sms&number=%2B447700900143', true, phone, false],
  ['another tab', '/admin', true, phone, false],
  ['no number', conversation, true, undefined, false],
])('%s is visible: %#', (_what, path, focused, number, visible) => {
  expect(isConversationVisible(path, focused, number)).toBe(visible)
})
