import { eventsPath } from '@salonback/shared/platform/http/wire.ts'
import { expect, test } from 'vitest'
import { openConsole, type StaffOptions } from './openConsole.ts'
import { breakCalls, call, failedAnswer, gate, questionnaire, swipe } from './pageHelpers.ts'

const admin = openConsole({ ALERT_SMS_NUMBER: '+447700900001' })
const failures: StaffOptions = { expected: failedAnswer }

test('the browser rejects empty fields, and a missing session logs no error', async () => {
  const page = await admin.visitor('/admin/login')
  await page.getByRole('button', { name: 'Login' }).click()
  for (const label of ['Username', 'Password']) {
    const field = page.getByLabel(label, { exact: true })
    expect(await field.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true)
  }
})

test('an import can be dropped and stopped, also after another tab was open', async () => {
  const page = await admin.staff('/admin?tab=import', failures)
  await page.locator('.sb-drop').evaluate((place) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['{}'], 'dropped.json', { type: 'application/json' }))
    place.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })
  const held = gate()
  await page.route('**/api/admin/import', async (route) => {
    await held.passed
    await route.abort()
  })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('button', { name: 'Importing...' }).waitFor()
  await page.getByRole('tab', { name: 'Leads' }).click()
  await page.getByRole('tab', { name: 'Import' }).click()
  await page.getByRole('button', { name: 'Importing...' }).waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('button', { name: 'Import', exact: true }).waitFor()
  held.open()
})

test('the details of a response are 384 pixels high', async () => {
  const page = await admin.staff('/admin?tab=waitlist')
  await call(page, 'POST', '/api/waitlist', questionnaire)
  await page.getByRole('button', { name: 'View Details of +44 7700 900204' }).click()
  const card = page.locator('.sb-response')
  expect(await card.evaluate((element) => (element as HTMLElement).offsetHeight)).toBe(384)
  expect(await card.evaluate((element) => element.clientHeight)).toBeGreaterThan(380)
})

test('F8 focuses the toasts, also over a dialog; each closes after five seconds', async () => {
  const page = await admin.staff('/admin?tab=waitlist')
  await page.clock.install()
  const toggle = page.getByRole('checkbox', { name: 'SMS Notifications' })
  const toast = page.locator('.sb-toast')
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement
      return `${element?.closest('.sb-toasts, .bp6-overlay')?.className} ${element?.getAttribute('aria-label')}`
    })
  await expect.poll(() => toggle.isEnabled()).toBe(true)
  await page.keyboard.press('F8')
  expect(await focused()).toContain('sb-toasts')

  await page.locator('.sb-setting .bp6-switch').click()
  await toast.getByRole('button', { name: 'Close' }).click()
  await toast.waitFor({ state: 'detached' })
  // The pointer is where the next toast appears.
  await toggle.press('Space')
  await toast.waitFor()
  // Real time passes too: allows one second for a slow machine.
  await page.clock.runFor(4000)
  expect(await toast.count()).toBe(1)
  await page.clock.runFor(1200)
  await toast.waitFor({ state: 'detached' })

  await toggle.press('Space')
  await toast.waitFor()
  await toggle.evaluate((element: HTMLElement) => element.blur())
  await page.keyboard.press('Shift+?')
  await page.getByRole('dialog').getByText('SMS Dash').waitFor()
  await expect.poll(focused).toContain('bp6-overlay')
  await page.keyboard.press('F8')
  expect(await focused()).toContain('sb-toasts')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('sb-toasts Close')
  await page.keyboard.press('Enter')
  await toast.waitFor({ state: 'detached' })
  expect(await focused()).toContain('bp6-overlay')
})

test('a swipe of 50 pixels closes a toast, a shorter one does not', async () => {
  const page = await admin.staff('/admin?tab=waitlist')
  const toggle = page.getByRole('checkbox', { name: 'SMS Notifications' })
  await expect.poll(() => toggle.isEnabled()).toBe(true)
  await page.locator('.sb-setting .bp6-switch').click()
  const toast = page.locator('.sb-toast')
  await toast.waitFor()
  await swipe(page, toast, 40)
  expect(await toast.count()).toBe(1)
  await swipe(page, toast, 60)
  await toast.waitFor({ state: 'detached', timeout: 2000 })
})

test('the theme follows the system until the user switches it', async () => {
  const page = await admin.staff('/admin', { colorScheme: 'dark' })
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains('bp6-dark'))
  expect(await isDark()).toBe(true)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(isDark).toBe(false)
  // With reduced motion, colours change without a transition.
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  await page.getByRole('button', { name: 'Use the dark theme' }).click()
  expect(await isDark()).toBe(true)
  await page.reload()
  await page.getByRole('button', { name: 'Use the light theme' }).waitFor()
  expect(await isDark()).toBe(true)
})

test('a script that fails to load shows an error, and a reload stays on the same tab', async () => {
  const page = await admin.staff('/admin/nowhere', {
    expected: /Failed to load resource|net::ERR_|Failed to fetch|Unable to preload CSS/,
  })
  const scripts = '**/admin/assets/Console-*'
  await page.route(scripts, (route) => route.abort())
  await page.goto(`${admin.origin()}/admin?tab=waitlist`)
  await page.getByRole('alert').getByText('Something did not load').waitFor()
  await page.unroute(scripts)
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('heading', { name: 'Waitlist', exact: true }).waitFor()
})

test.each([
  ['leads', '/api/admin/leads', 'Failed to load leads'],
  ['contact', '/api/contact', 'Failed to load contact messages'],
  ['waitlist', '/api/admin/waitlist-responses', 'Failed to load waitlist responses'],
  ['dash', '/api/admin/sms-metrics', 'Error loading SMS metrics'],
  ['import', '/api/admin/imports', 'Failed to load imports'],
  ['sms', '/api/admin/inbound-sms/page', 'Error loading SMS messages'],
  ['prospects', '/api/admin/prospects', 'Failed to load prospects'],
] as const)('a failed load of %s shows an error and can be retried', async (tab, path, words) => {
  const page = await admin.staff('/admin/nowhere', failures)
  const repair = await breakCalls(page, path)
  // Keeps the event stream from connecting: an event would reload the list before the click.
  await page.route(`**${eventsPath}`, () => undefined)
  await page.goto(`${admin.origin()}/admin?tab=${tab}`)
  const alert = page.getByRole('alert').filter({ hasText: words })
  await alert.getByText('The database is away').waitFor()
  await repair()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await alert.waitFor({ state: 'detached' })
})
