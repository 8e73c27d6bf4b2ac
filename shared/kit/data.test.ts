import { expect, test } from 'vitest'
import { queryKeyOf } from './data.ts'

test('query key segments joined by a slash are the path', () => {
  expect(queryKeyOf('leads', 'list').join('/')).toBe('/api/admin/leads')
  expect(queryKeyOf('messages', 'conversation', { number: '+447700900142' })).toEqual([
    '/api/admin/conversation',
    '+447700900142',
  ])
  expect(queryKeyOf('imports', 'errors', { id: '7' }).join('/')).toBe('/api/admin/imports/7/errors')
  expect(queryKeyOf('settings', 'get', { key: 'waitlist_sms_enabled' }).join('/')).toBe(
    '/api/admin/settings/waitlist_sms_enabled',
  )
})

test('query parameters follow as an object', () => {
  expect(queryKeyOf('messages', 'inbound', { limit: 500 })).toEqual([
    '/api/admin/inbound-sms',
    { limit: 500 },
  ])
})
