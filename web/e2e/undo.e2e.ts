import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { axeFindings, openConsole } from './openConsole.ts'
import { salonRecord } from './pageHelpers.ts'

const admin = openConsole({ SEND_RATE_PER_SECOND: '100' })
const mobile = (n: number) => `+447700900${String(n).padStart(3, '0')}`
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' })
const toast = (page: Page) => page.locator('.sb-toast')

beforeAll(async () => {
  await admin.importProspects(
    Array.from({ length: 130 }, (_, n) => salonRecord(`Salon ${String(n).padStart(3, '0')}`, mobile(n))),
  )
  const api = await admin.api()
  const [first, second] = await api.prospects.list()
  await api.prospects.setStatus({ id: first?.id ?? '', contactStatus: 'Responded' })
  await api.prospects.setStatus({ id: second?.id ?? '', contactStatus: 'Selected' })
})

/** Prospects with a status, by name. */
async function marked() {
  const all = await (await admin.api()).prospects.list()
  return all.flatMap(({ name, contactStatus }) => (contactStatus ? [`${name} ${contactStatus}`] : []))
}
const before = ['Salon 000 Responded', 'Salon 001 Selected']

test('a wrong mark on 130 prospects asks first, and one click undoes it', async () => {
  const page = await admin.staff('/admin?tab=prospects')
  await page.getByText('Select all 130').click()
  await bar(page).getByRole('button', { name: 'Mark Submitted' }).click()
  const question = page.getByRole('alertdialog', { name: 'Set 130 prospects to Submitted?' })
  await question.waitFor()
  expect(await axeFindings(page)).toEqual([])
  await question.getByRole('button', { name: 'Set 130 prospects' }).click()
  await toast(page).getByText('Contact status updated successfully').waitFor()
  await toast(page).getByText('130 prospects').waitFor()
  expect(await marked()).toHaveLength(130)
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await toast(page).getByText('Undone').waitFor()
  expect(await marked()).toEqual(before)
  await page.getByRole('button', { name: 'Status of Salon 000: Responded' }).waitFor()
  await page.getByRole('button', { name: 'Status of Salon 002: No Status' }).waitFor()
})

test('key u undoes a mark', async () => {
  const page = await admin.staff('/admin?tab=prospects')
  await page.getByText('Showing 130 of 130 prospects').waitFor()
  for (const key of ['j', 'x', 'j', 'x', 'm', 'Enter']) await page.keyboard.press(key)
  await toast(page).getByText('2 prospects').waitFor()
  await page.keyboard.press('u')
  await toast(page).getByText('Undone').waitFor()
  expect(await marked()).toEqual(before)
})

test('by touch, Undo above the bottom bar restores the statuses of a selection', async () => {
  const page = await admin.staff('/admin?tab=prospects', {
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    isMobile: true,
  })
  for (const name of ['Select Salon 000', 'Select Salon 001'])
    await page.getByRole('checkbox', { name }).locator('xpath=..').tap()
  await bar(page).getByRole('button', { name: 'No Status' }).tap()
  await toast(page).getByText('2 prospects').waitFor()
  expect(await marked()).toEqual([])
  await toast(page).getByRole('button', { name: 'Undo' }).tap()
  await toast(page).getByText('Undone').waitFor()
  expect(await marked()).toEqual(before)
})

test('after key u a processed text waits again', async () => {
  await admin.text(mobile(5), 'what does it cost?')
  const page = await admin.staff(`/admin?tab=sms&number=${encodeURIComponent(mobile(5))}`)
  const tab = page.getByRole('tab', { name: /SMS.*1 needs review/ })
  await tab.waitFor()
  await page.getByRole('button', { name: 'Mark Processed' }).waitFor()
  await page.keyboard.press('e')
  await toast(page).getByText('Marked processed').waitFor()
  await tab.waitFor({ state: 'detached' })
  await page.keyboard.press('u')
  await toast(page).getByText('Undone').waitFor()
  await tab.waitFor()
})

test('key u ends a new assignment', async () => {
  await admin.text(mobile(6), 'what does it cost?')
  const page = await admin.staff(`/admin?tab=sms&number=${encodeURIComponent(mobile(6))}`)
  const assigned = page.getByRole('status').getByText('Assigned to you')
  await page.getByRole('button', { name: 'Mark Processed' }).waitFor()
  await page.keyboard.press('i')
  await page.getByRole('button', { name: /^Me/ }).waitFor()
  await page.keyboard.press('Enter')
  await assigned.waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('u')
  await toast(page).getByText('Undone').waitFor()
  await assigned.waitFor({ state: 'detached' })
})
