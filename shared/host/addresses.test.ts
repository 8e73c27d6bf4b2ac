import { expect, test } from 'vitest'
import { hasBar, keptParams, pathOf, personPath, salonPath, screenOf, statementPath } from './addresses.ts'

const salonId = '5d6ff7a0-0000-4000-8000-000000000001'

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
  ['/admin/salons', 'salons'],
  ['/admin/salons/', 'salons'],
  ['/admin/salons?add=salon', 'salons'],
  [`/admin/salons/${salonId}`, 'salon'],
  [`/admin/salons/${salonId}/?part=settings`, 'salon'],
  [`/admin/salons/${salonId}/offer`, 'missing'],
  [`/admin/salons/${salonId}/statements/1`, 'statement'],
  [`/admin/salons/${salonId}/statements/999999/`, 'statement'],
  [`/admin/salons/${salonId}/statements`, 'missing'],
  [`/admin/salons/${salonId}/statements/0`, 'missing'],
  [`/admin/salons/${salonId}/statements/1000000`, 'missing'],
  [`/admin/salons/${salonId}/statements/one`, 'missing'],
  [`/admin/salons/${salonId}/statements/1/pdf`, 'missing'],
  ['/admin/salons/1/statements/1', 'missing'],
  ['/admin/salons/replies', 'replies'],
  ['/admin/salons/replies/1', 'missing'],
  ['/admin/salons/health', 'health'],
  ['/admin/salons/money', 'money'],
  ['/admin/salons/connect', 'connect'],
  ['/admin/salons/money/2026-11', 'missing'],
  ['/admin/salons/1', 'missing'],
  ['/admin/salonsx', 'missing'],
  ['/admin/people/+447700900142', 'person'],
  ['/admin/people/%2B447700900142/', 'person'],
  ['/admin/people/1102555014', 'person'],
  ['/admin/people', 'missing'],
  ['/admin/people/12', 'missing'],
  ['/admin/people/+44%207700', 'missing'],
  ['/admin/people/maya', 'missing'],
  ['/admin/people/+447700900142/texts', 'missing'],
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

test('a salon’s path keeps its id and open part', () => {
  expect(salonPath(salonId)).toBe(`/admin/salons/${salonId}`)
  const screen = screenOf(salonPath(salonId, 'settings'))
  expect(screen).toMatchObject({ name: 'salon', id: salonId })
  expect('params' in screen && screen.params.get('part')).toBe('settings')
})

test('login, the SMS screen alone and unknown paths have no bar', () => {
  const withBar = ['/admin', '/admin/salons', salonPath(salonId), statementPath(salonId, 3)]
  const others = ['/admin/login', '/admin/sms', '/admin/nowhere']
  expect([...withBar, ...others].filter((path) => hasBar(screenOf(path)))).toEqual(withBar)
})

test.each(['+447700900142', '1102555014'])('the path of the person %s keeps the number', (number) => {
  expect(screenOf(personPath(number))).toMatchObject({ name: 'person', number })
})

test('the path of a statement keeps salon and number', () => {
  expect(screenOf(statementPath(salonId, 3))).toMatchObject({ name: 'statement', id: salonId, number: 3 })
})

test('tabs keep their filters and sorting, not what is open', () => {
  expect(keptParams('sms')).toEqual(['filter', 'only', 'search'])
  expect(keptParams('waitlist')).toEqual(['sort'])
  expect(keptParams('leads')).toEqual([])
})
