import { expect, test } from 'vitest'
import { queryKeyOf } from './data.ts'

test('query key segments joined by a slash are the path', () => {
  expect(queryKeyOf('leads', 'list').join('/')).toBe('/api/admin/leads')
  const conversation = queryKeyOf('inbox', 'conversation', { number: '+447700900142' })
  expect(conversation).toEqual(['/api/admin/conversation', '+447700900142'])
  expect(queryKeyOf('imports', 'errors', { id: '7' }).join('/')).toBe('/api/admin/imports/7/errors')
  const setting = queryKeyOf('settings', 'get', { key: 'waitlist_sms_enabled' })
  expect(setting.join('/')).toBe('/api/admin/settings/waitlist_sms_enabled')
})

test('query parameters follow as an object', () => {
  const newest = queryKeyOf('inbox', 'inbound', { limit: 500 })
  expect(newest).toEqual(['/api/admin/inbound-sms', { limit: 500 }])
})
