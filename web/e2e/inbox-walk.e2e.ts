import type { Locator, Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { axeFindings, openConsole } from './openConsole.ts'
import { salonRecord } from './pageHelpers.ts'

const admin = openConsole({ SEND_RATE_PER_SECOND: '100' })

const phone = (n: number) => `+4477009006${String(n).padStart(2, '0')}`
const rows = (page: Page) => page.getByRole('list', { name: 'Inbound SMS Messages' }).getByRole('listitem')
const thread = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true })

/** Rows that are completely in sight. */
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
