import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import { movedClock } from '@salonback/shared/testing/movedClock.ts'
import type { Page } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { openConsole, toastTexts } from './openConsole.ts'
import { closeToast } from './pageHelpers.ts'

const clock = movedClock()
afterAll(() => clock.remove())
const admin = openConsole(clock.settings)

/** A salon whose three clients came back after its text, for £50 each. */
async function owingSalon(name: string, ownerPhone: string) {
  const staff = await admin.api()
  const { id } = await staff.salons.create(
    salonDetails({ name, ownerName: 'Nora Quinn', ownerPhone, ownerEmail: null }),
  )
  await admin.addBookings(id)
  for (const { id: visitId } of (await staff.visits.list({ id })).items)
    await staff.visits.update({ id, visitId, state: 'attended', amount: 5000 })
  return id
}

async function pay(page: Page, salon: string, amount: string) {
  await page.getByRole('button', { name: `Record payment... ${salon}, statement 1` }).click()
  const form = page.getByRole('dialog', { name: `Payment of ${salon}` })
  await form.getByLabel('Amount (GBP)').fill(amount)
  await page.keyboard.press('Control+Enter')
  await form.waitFor({ state: 'detached' })
  const words = await toastTexts(page)
  await closeToast(page)
  return words
}

test('statements for all salons, a part payment, overdue, a reminder, and paid', async () => {
  const fern = await owingSalon('Fern Hair', '+447700900321')
  const page = await admin.staff('/admin/salons')
  await page.getByRole('link', { name: 'Money' }).click()
  await page.getByText('Every statement is paid.').waitFor()
  await page.getByRole('button', { name: 'Issue statements...' }).click()
  const dialog = page.getByRole('dialog', { name: 'Issue statements' })
  await dialog.getByRole('listitem').filter({ hasText: 'Fern Hair' }).getByText('£45.00').waitFor()
  await dialog.getByRole('button', { name: 'Issue 1 statement' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await toastTexts(page)).toEqual(['1 statement issued', '1 owner told.'])
  await closeToast(page)

  const row = page.getByRole('list', { name: 'Statements to be paid' }).getByRole('listitem')
  await row.filter({ hasText: 'Issued' }).waitFor()
  expect(await pay(page, 'Fern Hair', '15')).toEqual(['Payment recorded', '£15.00 from Fern Hair'])
  await row.filter({ hasText: '£30.00of £45.00' }).waitFor()

  // Its session would end two weeks later.
  await page.close()
  clock.advanceDays(15)
  const later = await admin.staff('/admin/salons/money')
  const overdue = later.getByRole('list', { name: 'Statements to be paid' }).getByRole('listitem')
  await overdue.filter({ hasText: 'Overdue' }).waitFor()
  await later.getByRole('button', { name: 'Remind Fern Hair of statement 1' }).click()
  await overdue.filter({ hasText: '1 reminder sent. The next one can be sent on' }).waitFor()
  expect(await toastTexts(later)).toEqual(['Reminder sent', 'To Fern Hair, by text'])
  await closeToast(later)

  expect(await pay(later, 'Fern Hair', '30')).toEqual(['Payment recorded', '£30.00 from Fern Hair'])
  await later.getByText('Every statement is paid.').waitFor()
  await later.goto(`${admin.origin()}/admin/salons/${fern}?part=fees`)
  await later.getByRole('list', { name: 'Statements' }).getByText('Paid', { exact: true }).waitFor()
  const payments = later.getByRole('list', { name: 'Payments' }).getByRole('listitem')
  expect(await payments.count()).toBe(2)
})
