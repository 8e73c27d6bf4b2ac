import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { openHours, type RunningServer, startServer } from '@salonback/shared/testing/server.ts'
import type { Page } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { openApp } from './app.ts'
import { chooseInDialog, openConsole, openTab } from './steps.ts'

const OWN = '+447700900659'
const mobile = (n: number) => `+44770090065${n}`
const salons = ['Opal Spa', 'Quartz Bar', 'Quartz Rooms of a very long street name']

let server: RunningServer
const app = openApp(async ({ page }) => {
  server = await startServer({ ...openHours, SEND_RATE_PER_SECOND: '100' })
  await openConsole(page, server.origin)
})
afterAll(() => server.remove())

const arrived = (phone: string) => handsetsOf(server.origin).arrived(phone)
const send = (phone: string, body: string) => handsetsOf(server.origin).send(phone, body)
const thread = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true })

test('a file of salons is imported', async () => {
  const prospects = salons.map((name, n) => ({ name, phone: mobile(n), country: 'GB' }))
  const list = join(app.profile.dir, 'salons.json')
  const metadata = { export_id: 'first-day', source_app: 'test' }
  await writeFile(list, JSON.stringify({ export_metadata: metadata, prospects }))
  await openTab(app.page, 'Import')
  await chooseInDialog(app.electron, list)
  await app.page.getByRole('button', { name: 'Choose File' }).click()
  await app.page.getByRole('button', { name: 'Import', exact: true }).click()
  await app.page.getByText('Import Completed', { exact: true }).waitFor()
})

test('first texts: a test to the own phone, checks that can fail, long names, the cost, and the start', async () => {
  const { page } = app
  await openTab(page, 'Prospects')
  await page.getByText('Select all 3').click()
  await page.keyboard.press('f')
  const drawer = page.getByRole('dialog', { name: 'Send First Texts' })
  await drawer.getByRole('button', { name: 'add your number' }).press('Enter')
  await page.getByLabel('Your mobile number').fill('07700 900659')
  await page.keyboard.press('Enter')
  await page.locator('.sb-toast').getByText('Tests go to +44 7700 900659.').waitFor()
  await page.getByRole('dialog', { name: /^Your account/ }).press('Escape')

  const done = () => drawer.getByRole('list', { name: 'Checks' }).locator('[data-done=true]').count()
  const text = drawer.getByRole('textbox', { name: 'Text', exact: true })
  const written = await text.inputValue()
  await text.fill('')
  await expect.poll(done).toBe(0)
  await text.fill(written)
  await expect.poll(done).toBe(3)
  await drawer.getByRole('list', { name: 'Names that make the text longer' }).waitFor()
  await drawer.getByText('not known before the first texts have a price').waitFor()

  await drawer.getByRole('button', { name: 'Send a test to me' }).press('Enter')
  await expect.poll(() => arrived(OWN)).toEqual([expect.stringMatching(/^Test: Hi Opal Spa, Salonback/)])
  await drawer.getByLabel('Name (optional)').fill('First day')
  await drawer.getByRole('radio', { name: /^A published business number/ }).press(' ')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'First day' }).waitFor()
  await page.getByRole('dialog', { name: 'First Texts' }).getByText('Finished').waitFor()
  for (const n of salons.keys()) expect(await arrived(mobile(n))).toHaveLength(1)
  await page.keyboard.press('Escape')
})

test('the inbox opens on Needs Review; by keys one text is answered and the next assigned', async () => {
  const { page } = app
  await send(mobile(0), 'How much is it?')
  await send(mobile(1), 'Who are you?')
  await page.getByRole('tab', { name: /SMS.*2 need review/ }).waitFor()
  await page.keyboard.press('6')
  await expect
    .poll(() => page.getByRole('radio', { name: 'Needs Review 2' }).getAttribute('aria-checked'))
    .toBe('true')
  await thread(page).getByText('How much is it?').waitFor()
  await page.keyboard.press('Enter')
  await page.locator('textarea:focus').waitFor()
  await page.keyboard.type('Nothing up front.')
  await page.keyboard.press('Alt+Enter')
  await thread(page).getByText('Who are you?').waitFor()
  expect(await arrived(mobile(0))).toContain('Nothing up front.')

  await page.locator('textarea:focus').press('Escape')
  await page.keyboard.press('i')
  await page.getByRole('dialog', { name: 'Assign to' }).getByRole('button', { name: /^Me/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('Assigned to you').waitFor()
  await page.getByRole('button', { name: 'Mine 1' }).waitFor()
})

test.each(['light', 'dark'] as const)(
  'a number opens its person, and Ctrl K finds another one in six keys (%s)',
  async (colorScheme) => {
    const { page } = app
    await page.emulateMedia({ colorScheme })
    await page.locator(colorScheme === 'dark' ? 'html.bp6-dark' : 'html:not(.bp6-dark)').waitFor()
    const title = (name: string) => page.getByRole('heading', { level: 2, name })
    await openTab(page, 'Prospects')
    await page.getByRole('link', { name: '+44 7700 900651' }).press('Enter')
    await title('Quartz Bar').waitFor()
    for (const words of ['Imported as a prospect', 'Who are you?'])
      await page.getByRole('listitem').getByText(words).waitFor()

    const keys = ['Control+k', 'o', 'p', 'a', 'l', 'Enter']
    for (const key of keys) await page.keyboard.press(key)
    await title('Opal Spa').waitFor()
    await page.getByRole('listitem').getByText('Nothing up front.').waitFor()

    const field = page.getByRole('combobox', { name: 'Search everything' })
    await page.keyboard.press('Control+k')
    await field.waitFor()
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Open conversation' }).press('Enter')
    await thread(page).getByText('How much is it?').waitFor()
  },
)

test('the console shows no unexpected errors', () => {
  expect(app.complaints.filter((line) => !/401 \(Unauthorized\)/.test(line))).toEqual([])
})
