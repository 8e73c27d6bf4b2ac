import { expect, test } from 'vitest'
import { keyOf } from './data.ts'

test('the segments of a key joined by a slash are the path', () => {
  expect(keyOf('leads', 'list').join('/')).toBe('/api/admin/leads')
  expect(keyOf('messages', 'conversation', { number: '+447700900142' })).toEqual([
    '/api/admin/conversation',
    '+447700900142',
  ])
  expect(keyOf('imports', 'errors', { id: '7' }).join('/')).toBe('/api/admin/imports/7/errors')
  expect(keyOf('settings', 'get', { key: 'waitlist_sms_enabled' }).join('/')).toBe(
    '/api/admin/settings/waitlist_sms_enabled',
  )
})

test('what goes behind the question mark follows as an object', () => {
  expect(keyOf('messages', 'inbound', { limit: 500 })).toEqual(['/api/admin/inbound-sms', { limit: 500 }])
})
