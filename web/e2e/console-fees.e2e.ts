import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import { movedClock } from '@salonback/shared/testing/movedClock.ts'
import type { Page } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { openConsole, toastTexts } from './openConsole.ts'
import { closeToast } from './pageHelpers.ts'
import { issue } from './salonSteps.ts'

const clock = movedClock()
afterAll(clock.remove)
/** Owners see a fee for a week before it can be billed. Sessions are over by then. */
const pastSight = () => clock.advanceDays(8)

/** Each section that a statement can have, so that paper is full. */
const admin = openConsole({
  ...clock.settings,
  VAT_NUMBER: 'IE1234567T',
  PAYMENT_URL: 'https://pay.example/?r={number}&a={amount}',
})

/** A salon with three clients who booked after its text. */
async function bookedSalon() {
  const staff = await admin.api()
  const { id } = await staff.salons.create(salonDetails({ name: 'Fern Hair', ownerName: 'Nora Quinn' }))
  await admin.addBookings(id)
  return { id, staff }
}

/** Decides the visit of a client; resolves with the notification. */
async function decide(page: Page, client: string, answer: string, amount?: string) {
  await page.getByRole('button', { name: client, exact: true }).click()
  const form = page.getByRole('dialog', { name: `Visit of ${client}` })
  await form.getByLabel(answer, { exact: true }).check({ force: true })
  if (amount !== undefined) await form.getByLabel('Paid for services (GBP)').fill(amount)
  await page.keyboard.press('Control+Enter')
  await form.waitFor({ state: 'detached' })
  const words = await toastTexts(page)
  await closeToast(page)
  return words
}

test('visits become fees, a statement, and after a refund a negative one', async () => {
  const { id } = await bookedSalon()
  const visits = `/admin/salons/${id}?part=visits`
  const before = await admin.staff(visits)
  await before.getByRole('row', { name: /Maya.*Answered the text: “Yes please/ }).waitFor()
  expect(await decide(before, 'Maya', 'Came', '45,00')).toEqual(['Attended', '£13.50'])
  expect(await decide(before, 'Siobhán', 'Came', '60')).toEqual(['Attended', '£18.00'])
  expect(await decide(before, 'Orla', 'Did not come')).toEqual([
    'Not come',
    'No fee: The client did not come',
  ])
  await before.getByText('No visits to decide.').waitFor()
  await before.context().close()

  pastSight()
  const page = await admin.staff(visits, { expected: /409|Failed to load/ })
  expect(await issue(page, '£31.50')).toEqual(['Statement 1 issued', 'Total: £31.50'])
  expect(await issue(page, '£0.00')).toEqual(['Not issued', 'Nothing is payable yet'])
  await page.getByRole('link', { name: 'Statement 1' }).first().click()
  const sheet = page.getByRole('article', { name: 'Statement 1 for Fern Hair' })
  await sheet
    .getByRole('row', { name: /M\. …600.*Booked 3 days after the text.*£45\.00 30 % £13\.50/ })
    .waitFor()
  await sheet.getByText(/^To pay by .*: £31\.50$/).waitFor()
  expect(page.url()).toMatch(/\/statements\/1$/)
  await expect.poll(() => page.title()).toBe('Statement 1 · Salonback Admin')
  await page.getByRole('link', { name: 'Fern Hair' }).click()
  await page.getByRole('button', { name: 'Record payment...' }).click()
  const payment = page.getByRole('dialog', { name: 'Payment of Fern Hair' })
  await payment.getByRole('button', { name: 'Record payment' }).click()
  await payment.waitFor({ state: 'detached' })
  expect(await toastTexts(page)).toEqual(['Payment recorded', '£31.50 from Fern Hair'])
  await closeToast(page)
  await page.getByRole('list', { name: 'Statements' }).getByText('Paid', { exact: true }).waitFor()

  await page.getByRole('tab', { name: 'Visits' }).click()
  await page.getByText('Attended', { exact: true }).first().click()
  expect(await decide(page, 'Maya', 'Came', '0')).toEqual(['Attended', '£0.00'])
  expect(await issue(page, '-£13.50')).toEqual(['Statement 2 issued', 'Total: -£13.50'])
  await page.getByRole('link', { name: 'Statement 2' }).first().click()
  await page.getByText('We owe you: £13.50').waitFor()
})

test('a statement prints alone, on white, also from the dark theme', async () => {
  const { id, staff } = await bookedSalon()
  for (const { id: visitId } of (await staff.visits.list({ id })).items)
    await staff.visits.update({ id, visitId, state: 'attended', amount: 5000 })
  pastSight()
  await (await admin.api()).billing.issue({ id })
  const page = await admin.staff(`/admin/salons/${id}/statements/1`, { colorScheme: 'dark' })
  await page.getByText(/^To pay by .*: £45\.00$/).waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0)
  expect((await page.locator('body').innerText()).trim()).toMatch(/^Statement 1\s+For Fern Hair, Nora Quinn/)
  const colours = await page.locator('.sb-statement').evaluate((sheet) => {
    const { color, colorScheme } = getComputedStyle(sheet)
    return { color, colorScheme }
  })
  expect(colours).toEqual({ color: 'rgb(0, 0, 0)', colorScheme: 'light' })
})

test('a statement of three lines is one page of A4 and of Letter, of staff and of the owner', async () => {
  const { id, staff } = await bookedSalon()
  const postalAddress = '12 High Street\nKensington\nLondon\nW8 4SG'
  const paper = {
    legalName: 'Fern Hair and Beauty Limited',
    companyNumber: '12345678',
    vatNumber: 'GB123456789',
  }
  await staff.salons.update({ id, ...paper, postalAddress })
  await staff.billing.recordPayment({ id, receivedOn: '2026-01-02', amount: 500 })
  for (const { id: visitId } of (await staff.visits.list({ id })).items)
    await staff.visits.update({ id, visitId, state: 'attended', amount: 5000 })
  pastSight()
  const later = await admin.api()
  await later.billing.issue({ id })
  const { url } = await later.salons.createLink({ id, purpose: 'home' })
  for (const page of [
    await admin.staff(`/admin/salons/${id}/statements/1`),
    await admin.visitor(`${new URL(url).pathname}/statements/1`),
  ]) {
    await page.getByText(/^To pay by .*: £40\.00$/).waitFor()
    for (const format of ['A4', 'Letter']) {
      const pdf = (await page.pdf({ format })).toString('latin1')
      expect([page.url(), format, pdf.match(/\/Type \/Page\b/g)?.length]).toEqual([page.url(), format, 1])
    }
  }
})
