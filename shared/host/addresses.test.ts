import { expect, test } from 'vitest'
import { pathOf, screenOf } from './addresses.ts'

const describeScreen = (path: string) => {
  const screen = screenOf(path)
  return screen.name === 'dashboard' ? `dashboard ${screen.tab}` : screen.name
}

test.each([
  ['/admin', 'dashboard leads'],
  ['/admin/', 'dashboard leads'],
  ['/admin-dashboard', 'dashboard leads'],
  ['/admin?tab=sms', 'dashboard sms'],
  ['/admin?tab=nonsense', 'dashboard leads'],
  ['/admin/login', 'login'],
  ['/admin/sms', 'sms'],
  ['/admin/sms?number=%2B447700900142', 'sms'],
  ['/admin/elsewhere', 'missing'],
])('%s shows %s', (path, screen) => {
  expect(describeScreen(path)).toBe(screen)
})

test('a path keeps the tab and its parameters', () => {
  const path = pathOf('sms', { number: '+447700900142', filter: undefined })
  expect(path).toBe('/admin?tab=sms&number=%2B447700900142')
  const screen = screenOf(path)
  expect('params' in screen && screen.params.get('number')).toBe('+447700900142')
})

test('the first tab needs no parameter', () => {
  expect(pathOf('leads')).toBe('/admin')
})
