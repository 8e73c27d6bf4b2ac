import type { Locator, Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { axeFindings, openConsole } from './openConsole.ts'
import { salonRecord } from './pageHelpers.ts'

const admin = openConsole({ SEND_RATE_PER_SECOND: '100' })

const phone = (n: number) => `+4477009006${String(n).padStart(2, '0')}`
const rows = (page: Page) => page.getByRole('list', { name: 'Inbound SMS Messages' }).getByRole('listitem')
const thread = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true })

/** Rows that are completely visible. */
const rowsInSight = (page: Page) =>
  rows(page).evaluateAll((all) => {
    const end = all[0]?.closest('.sb-inbox')?.getBoundingClientRect().bottom ?? 0
    return all.filter((row) => row.getBoundingClientRect().bottom <= end).length
  })

beforeAll(async () => {
  await admin.importProspects(Array.from({ length: 12 }, (_, n) => salonRecord(`Salon ${n}`, phone(n))))
  for (let n = 0; n < 12; n++) await admin.text(phone(n), `Question ${n}`)
  await admin.text(phone(0), 'And one more')
})

test('from login to an answered text it takes two clicks and the words', async () => {
  const page = await admin.staff('/admin', { viewport: { width: 1280, height: 800 } })
  await page.getByText('No leads yet').waitFor()
  let clicks = 0
  const click = async (target: Locator) => {
    clicks++
    await target.click()
  }
  await click(page.getByRole('tab', { name: /^SMS \d/ }))
  await thread(page).getByText('Question 0').waitFor()
  await thread(page).getByText('And one more').waitFor()
  await click(page.getByRole('textbox', { name: 'Reply', exact: true }))
  await page.keyboard.type('Nothing up front')
  await page.keyboard.press('Control+Enter')
  await thread(page).getByText('Nothing up front').waitFor()
  expect(await admin.arrived(phone(0))).toContain('Nothing up front')
  expect(clicks).toBe(2)
})

test.each(['light', 'dark'] as const)(
  'eight conversations are in sight at 1280 by 800, each once, the longest waiting first (%s)',
  async (colorScheme) => {
    const page = await admin.staff('/admin?tab=sms', { viewport: { width: 1280, height: 800 }, colorScheme })
    await rows(page).getByText('Question 8').waitFor()
    expect(await rowsInSight(page)).toBeGreaterThanOrEqual(8)
    const names = await rows(page).locator('.sb-inbox-item-open').allInnerTexts()
    expect(names.slice(0, 3)).toEqual(['Salon 1', 'Salon 2', 'Salon 3'])
    expect(await axeFindings(page)).toEqual([])
  },
)

test('the chosen order is kept when the console is opened again', async () => {
  const page = await admin.staff('/admin?tab=sms')
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Newest first')
  await rows(page).first().getByText('Salon 11').waitFor()
  await page.reload()
  await rows(page).first().getByText('Salon 11').waitFor()
})

/** A picture of 3 by 2 px. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEUlEQVR42mP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg=='
const page404 = Buffer.from('<!doctype html><script>alert(1)</script>').toString('base64')

test('a texted picture is shown and opens large by keyboard; an HTML page declared as one is not', async () => {
  await admin.pictures(phone(11), 'My salon', [picture, page404])
  const page = await admin.staff(`/admin?tab=sms&number=${encodeURIComponent(phone(11))}`, {
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    colorScheme: 'dark',
    expected: /415/,
  })
  const pictures = thread(page).getByRole('list', { name: 'Pictures' }).getByRole('listitem')
  const loaded = pictures.getByRole('img', { name: /^Picture \d of 2 from Salon 11$/ })
  await loaded.waitFor()
  expect(await loaded.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await pictures.getByText('This file is no picture that can be shown.').waitFor()
  await pictures.getByRole('button', { name: /^Show large/ }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Picture/ })
  await dialog.getByRole('img').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})
