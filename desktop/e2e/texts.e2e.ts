import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { afterAll, expect, inject, test } from 'vitest'
import { openApp } from './app.ts'
import { type NotificationWatch, watchNotifications } from './notifications.ts'
import { openConsole, openTab } from './steps.ts'
import { output } from './testDesktop.ts'

const server = inject('server')
const handsets = handsetsOf(server)
let notifications: NotificationWatch

const app = openApp(async ({ page }) => {
  notifications = await watchNotifications()
  await openConsole(page, server)
})
afterAll(() => notifications.stop())

test('every tab opens', async () => {
  for (const [tab, heading] of [
    ['Leads', 'Leads'],
    ['Contact', 'Contact'],
    ['Prospects', 'Prospects'],
    ['Waitlist', 'Waitlist'],
    ['SMS Dash', 'SMS Dash'],
    ['SMS', 'SMS Management'],
    ['Import', 'Import'],
  ] as const) {
    await openTab(app.page, tab)
    await app.page.getByRole('tabpanel').getByRole('heading', { level: 2, name: heading }).waitFor()
  }
})

test('a notification hides the phone number, and a click opens the conversation', async () => {
  await openTab(app.page, 'Leads')
  await handsets.send('+447700900321', 'and what does it cost?')
  const notification = await notifications.next()
  expect(notification.app).toBe('Salonback')
  expect(`${notification.title} ${notification.body}`).not.toMatch(/\d{5}/)
  await output('dunstctl', ['action', '0'], inject('desktopEnv'))
  await app.page
    .getByRole('region', { name: /Conversation with/ })
    .getByText('and what does it cost?')
    .waitFor()
})

test('a reply is sent, and the answer appears without a reload', async () => {
  const conversation = app.page.getByRole('region', { name: /Conversation with/ })
  await conversation
    .getByPlaceholder('Type your reply message...')
    .fill('Nothing up front. You pay 30% of the first visit.')
  await conversation.getByRole('button', { name: 'Send Reply' }).click()
  await app.page.getByText('Reply SMS sent successfully', { exact: true }).waitFor()
  await expect
    .poll(async () => (await handsets.texts('+447700900321')).map((text) => text.body))
    .toContain('Nothing up front. You pay 30% of the first visit.')
  await handsets.send('+447700900321', 'fair enough, sounds good')
  await conversation.getByText('fair enough, sounds good').waitFor()
})

test('the open conversation is not announced; several other texts share one notification', async () => {
  notifications.forget()
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus())
  await app.page.evaluate(() =>
    document.hasFocus()
      ? undefined
      : new Promise((resolve) => addEventListener('focus', resolve, { once: true })),
  )
  await handsets.send('+447700900321', 'one more thing')
  await app.page
    .getByRole('region', { name: /Conversation with/ })
    .getByText('one more thing')
    .waitFor()
  await handsets.send('+447700900322', 'hello?')
  await notifications.next()
  await handsets.send('+447700900323', 'are you there')
  const last = await notifications.next()
  expect(last.title).toBe('2 new texts')
  expect(notifications.count()).toBe(2)
})

test('the badge counts the texts that need review', async () => {
  // Most Linux desktops show no badges, so the test records the call.
  await app.electron.evaluate(({ app: electron }) => {
    const counts: number[] = []
    Object.assign(globalThis, { counts })
    electron.setBadgeCount = (count) => counts.push(count ?? -1) > 0
  })
  await handsets.send('+447700900324', 'Hello, wrong number?')
  const needsReview = await app.page.evaluate(
    async () =>
      (await (await fetch('/api/admin/sms-metrics', { headers: { accept: 'application/json' } })).json())
        .needsReview,
  )
  expect(needsReview).toBeGreaterThan(0)
  await expect
    .poll(() => app.electron.evaluate(() => (globalThis as unknown as { counts: number[] }).counts.at(-1)))
    .toBe(needsReview)
})

test('the O key opts out the sender of a text that needs review', async () => {
  await openTab(app.page, 'SMS')
  await app.page.getByRole('button', { name: '+44 7700 900324', exact: true }).click()
  await app.page.getByText('May be an opt-out.').waitFor()
  await app.page.getByRole('button', { name: '+44 7700 900324', exact: true }).focus()
  await app.page.keyboard.press('o')
  await app.page.getByText(/^Opted out on/).waitFor()
})

test('the console shows no unexpected errors', () => {
  expect(app.complaints.filter((line) => !/401 \(Unauthorized\)/.test(line))).toEqual([])
})
