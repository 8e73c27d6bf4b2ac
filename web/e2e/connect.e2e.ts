import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { connectPath, salonPath } from '@salonback/shared/host/addresses.ts'
import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openConsole, toastTexts } from './openConsole.ts'
import { closeToast, csvFile, failedAnswer, overflowOf } from './pageHelpers.ts'

const admin = openConsole()

/** A salon with clients +44770090060n, texted 45 days ago, with bookings for 20 days ago. */
async function textedSalon(name: string) {
  const staff = await admin.api()
  const { id } = await staff.salons.create(salonDetails({ name }))
  await admin.addBookings(id)
  return id
}

/** Runs the command as the page shows it; resolves with the status and the answer. */
async function runExample(page: Page, key: string) {
  const command = await page.locator('.sb-example-code', { hasText: 'curl ' }).innerText()
  const env = { PATH: String(process.env.PATH), SALONBACK_KEY: key }
  const more = `--silent --noproxy '*' --write-out '\\n%{http_code}'`
  const { stdout } = await promisify(execFile)('sh', ['-c', `${command} ${more}`], { env })
  const [answer = '', status] = stdout.split('\n')
  return { status: Number(status), answer: JSON.parse(answer) }
}

const keyRow = (page: Page) => page.getByRole('row', { name: /Booking desk/ })

test('with the keyboard alone a key is made and revoked, and the command of the page works until then', async () => {
  await textedSalon('Fern Hair')
  const page = await admin.staff(connectPath)
  await page.getByRole('button', { name: 'New key...' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New API key' })
  await dialog.getByLabel('Name').waitFor()
  await page.keyboard.type('Booking desk')
  await dialog.getByLabel('Salon', { exact: true }).selectOption('Fern Hair')
  await dialog.getByRole('button', { name: 'Create key' }).focus()
  await page.keyboard.press('Enter')
  const key = await dialog.getByLabel('API key').inputValue()
  expect(key).toMatch(/^sbk_/)
  await dialog.getByRole('button', { name: 'Done' }).focus()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await keyRow(page).getByText('Never', { exact: true }).waitFor()
  expect(await page.content()).not.toContain(key)

  expect(await runExample(page, key)).toEqual({
    status: 200,
    answer: { results: [{ externalId: '4711', result: 'unknown_client' }] },
  })
  await page.reload()
  await keyRow(page)
    .getByText(/^(?:Just now|.* ago)$/i)
    .waitFor()

  await page.getByRole('button', { name: 'Revoke Booking desk' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).focus()
  await page.keyboard.press('Enter')
  await keyRow(page).getByText('Revoked', { exact: true }).waitFor()
  expect(await runExample(page, key)).toEqual({
    status: 401,
    answer: { message: 'Please send a valid API key' },
  })
})

test('on a phone a receiver is added and tested, and a failed event is sent again', async () => {
  const page = await admin.staff(connectPath, {
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    expected: failedAnswer,
  })
  await page.getByRole('button', { name: 'New receiver...' }).tap()
  const dialog = page.getByRole('dialog', { name: 'New receiver' })
  await dialog.getByLabel('Address').fill('https://127.0.0.1/hook')
  await dialog.getByRole('button', { name: 'Add receiver' }).tap()
  await dialog.getByText('This address is on a private network').waitFor()
  // A name that exists nowhere: a real receiver on this machine would have a private address.
  await dialog.getByLabel('Address').fill('https://hooks.invalid/salonback')
  await dialog.getByRole('button', { name: 'Add receiver' }).tap()
  expect(await dialog.getByLabel('Signing secret').inputValue()).toMatch(/^whsec_/)
  await dialog.getByRole('button', { name: 'Done' }).tap()
  await dialog.waitFor({ state: 'detached' })

  const receivers = page.getByRole('list', { name: 'Receivers' })
  await receivers.getByRole('button', { name: 'Send a test' }).tap()
  expect(await toastTexts(page)).toEqual(['A test event is on its way'])
  await closeToast(page)
  await receivers.getByRole('button', { name: 'Last deliveries' }).tap()
  await receivers.getByText(/^(?:Waiting|Sending)$/).waitFor()
  await admin.failDeliveries()
  await page.reload()
  await receivers.getByRole('button', { name: 'Last deliveries' }).tap()
  await receivers.getByText('Failed', { exact: true }).waitFor()
  await receivers.getByRole('button', { name: /^Send again: test of / }).tap()
  expect(await toastTexts(page)).toEqual(['The event is on its way again'])
  await receivers.getByText(/^(?:Waiting|Sending)$/).waitFor()
  expect(await overflowOf(page)).toEqual([])
})

test('appointments of a file become visits with the booking system as evidence', async () => {
  const id = await textedSalon('Moss Hair')
  const page = await admin.staff(salonPath(id, 'visits'))
  await page.getByRole('button', { name: 'Import...' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import appointments' })
  const day = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10)
  const rows = [`a1,Maya,Completed,${day},£45.00`, `a2,Nora,Completed,${day},£50.00`]
  await dialog
    .getByLabel('CSV files')
    .setInputFiles([
      csvFile('appointments.csv', ['Appt. ref.,Client,Status,Scheduled date,Net sales', ...rows], '\r\n'),
      csvFile('clients.csv', ['Client ID,Full Name,Mobile Number', '1,Maya,07700 900600'], '\r\n'),
    ])
  await dialog.getByText('1 appointment can be imported.').waitFor()
  await dialog.getByText('Row 3: No client of the list has this name').waitFor()
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog.getByText('1 stored.').waitFor()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByText('Attended', { exact: true }).first().click()
  await page.getByRole('row', { name: /Maya.*£45\.00.*Confirmed by the booking system/ }).waitFor()
})
