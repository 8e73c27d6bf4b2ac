import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { axeFindings, openConsole, toastTexts } from './openConsole.ts'
import { call, closeToast, overflowOf } from './pageHelpers.ts'

const OWNER = '+447700900001'
const admin = openConsole({ ALERT_SMS_NUMBER: OWNER, PUBLIC_TEXTS_PER_HOUR: '12' })

const leave = async (page: Page, numbers: string[], country = 'GB') => {
  for (const mobileNumber of numbers) await call(page, 'POST', '/api/leads', { mobileNumber, country })
}
const sixInARow = Array.from({ length: 6 }, (_, n) => `0770090071${n}`)
/** Numbers far apart: consecutive numbers trigger the abuse check. */
const honest = Array.from({ length: 9 }, (_, n) => `07400${n}12345`)
const row = (page: Page, number: string) => page.getByRole('row', { name: number })

test('consecutive numbers pause sending on two open consoles; one resumes it', async () => {
  const [first, second] = [await admin.staff(), await admin.staff('/admin?tab=import')]
  await first.getByText('Leads appear when').waitFor()
  await leave(first, sixInARow)
  const alert = first.getByRole('alert').filter({ hasText: 'Texts to new leads have stopped' })
  await alert.getByText('6 numbers in a row asked for a text (+44770090xxxx)').waitFor()
  await second.locator('.sb-notice').getByText('Texts to new leads have stopped').waitFor()
  await expect
    .poll(() => admin.arrived(OWNER))
    .toEqual([expect.stringContaining('stopped texting new leads')])
  await row(first, '+44 7700 900715').getByText('Details on hold: texts were stopped').waitFor()
  expect(await first.getByRole('button', { name: 'Send to all waiting...' }).count()).toBe(0)
  expect(await axeFindings(first)).toEqual([])
  await alert.getByRole('button', { name: 'Resume texts' }).click()
  await alert.waitFor({ state: 'detached' })
  await second
    .locator('.sb-notice')
    .getByText('Texts to new leads have stopped')
    .waitFor({ state: 'detached' })
  expect(await admin.arrived('+447700900715')).toEqual([])
  await closeToast(first)
  await row(first, '+44 7700 900715')
    .getByRole('button', { name: /^Send details/ })
    .click()
  await expect.poll(() => toastTexts(first)).toEqual(['Details on their way', '1 lead gets its text now.'])
  await expect.poll(() => admin.arrived('+447700900715')).toHaveLength(1)
})

test('leads over the hourly limit wait and can be sent to with a click', async () => {
  const page = await admin.staff()
  await page.getByText('New Lead').first().waitFor()
  await leave(page, honest)
  await page.getByText('The hourly text limit is reached').waitFor()
  await page.getByText('12 of 12 in the last hour, 12 of 300 in the last day.').waitFor()
  await page.getByText('2 leads waiting for details').waitFor()
  await page.getByRole('button', { name: 'Send to all waiting...' }).click()
  const question = page.getByRole('alertdialog', { name: 'Send the details to 2 leads?' })
  await question.getByText('2 in GB. No one gets them twice.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await question.getByRole('button', { name: 'Send Details' }).click()
  await expect.poll(() => toastTexts(page)).toEqual(['Details on their way', '2 leads get their text now.'])
  await page.getByText('2 leads waiting for details').waitFor({ state: 'detached' })
  for (const number of honest) {
    await expect.poll(() => admin.arrived(`+44${number.slice(1)}`)).toHaveLength(1)
  }
})

test('notices and rows fit on a phone', async () => {
  const page = await admin.staff('/admin', { viewport: { width: 375, height: 740 } })
  await leave(page, ['050 123 45 67'], 'AZ')
  await page.getByText('The hourly text limit is reached').waitFor()
  await page.getByText('Not texted: outside the countries we text').waitFor()
  expect(await overflowOf(page)).toEqual([])
  expect(await axeFindings(page)).toEqual([])
})
