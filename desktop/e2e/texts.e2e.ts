import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type App, createProfile, type Profile } from './app.ts'
import { output } from './desk.ts'
import { type NotificationWatch, watchNotifications } from './notifications.ts'
import { openConsole, openTab } from './steps.ts'

const server = inject('server')
const handsets = handsetsOf(server)
const desk = inject('desk')
let profile: Profile
let app: App
let shown: NotificationWatch

beforeAll(async () => {
  shown = await watchNotifications(desk)
  profile = await createProfile(desk)
  app = await profile.launch()
  await openConsole(app.page, server)
})
afterAll(async () => {
  await app.close()
  await profile.remove()
  await shown.stop()
})

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

test('a text that comes in is announced without its number, and a click opens its conversation', async () => {
  await openTab(app.page, 'Leads')
  await handsets.send('+447700900321', 'and what does it cost?')
  const note = await shown.next()
  expect(note.app).toBe('Salonback')
  expect(`${note.title} ${note.body}`).not.toMatch(/\d{5}/)
  await output('dunstctl', ['action', '0'], desk)
  await app.page
    .getByRole('region', { name: /Conversation with/ })
    .getByText('and what does it cost?')
    .waitFor()
})

test('a reply goes out, and what comes back appears by itself', async () => {
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

test('what is on screen is not announced; several others are one notification', async () => {
  shown.forget()
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
  await shown.next()
  await handsets.send('+447700900323', 'are you there')
  const last = await shown.next()
  expect(last.title).toBe('2 new texts')
  expect(shown.count()).toBe(2)
})

test('the badge counts what needs review', async () => {
  // Linux shows badges on one old desktop only, so what the app asks of the system is what can be seen here.
  await app.electron.evaluate(({ app: electron }) => {
    const asked: number[] = []
    Object.assign(globalThis, { asked })
    electron.setBadgeCount = (count) => asked.push(count ?? -1) > 0
  })
  await handsets.send('+447700900324', 'Hello, wrong number?')
  const needsReview = await app.page.evaluate(
    async () =>
      (await (await fetch('/api/admin/sms-metrics', { headers: { accept: 'application/json' } })).json())
        .needsReview,
  )
  expect(needsReview).toBeGreaterThan(0)
  await expect
    .poll(() => app.electron.evaluate(() => (globalThis as unknown as { asked: number[] }).asked.at(-1)), {
      timeout: 10_000,
    })
    .toBe(needsReview)
})

test('what may be an opt-out is decided with one key', async () => {
  await openTab(app.page, 'SMS')
  await app.page.getByRole('button', { name: '+44 7700 900324', exact: true }).click()
  await app.page.getByText('May be an opt-out.').waitFor()
  await app.page.getByRole('button', { name: '+44 7700 900324', exact: true }).focus()
  await app.page.keyboard.press('o')
  await app.page.getByText(/^Opted out on/).waitFor()
})

test('nothing went wrong in the console on the way', () => {
  expect(app.complaints.filter((line) => !/401 \(Unauthorized\)/.test(line))).toEqual([])
})
