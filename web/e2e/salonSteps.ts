import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import type { Page } from 'playwright'
import { type openConsole, toastTexts } from './openConsole.ts'
import { closeToast, failedAnswer } from './pageHelpers.ts'

/** Adds the salon Fern Hair with a number, and lets its owner agree. Returns it with the page of the owner. */
export async function agreedSalon(
  admin: ReturnType<typeof openConsole>,
  details: Partial<ReturnType<typeof salonDetails>> = {},
) {
  const staff = await admin.api()
  const { id } = await staff.salons.create(
    salonDetails({ name: 'Fern Hair', ownerName: 'Nora Quinn', ...details }),
  )
  await staff.salons.setSender({ id, simulated: true })
  const { url } = await staff.salons.createLink({ id, purpose: 'agree' })
  const owner = await admin.visitor(new URL(url).pathname, {
    viewport: { width: 375, height: 720 },
    expected: failedAnswer,
  })
  await owner.getByLabel('Your full name').fill('Nora Quinn')
  await owner.getByRole('button', { name: 'I agree' }).click()
  await owner.getByText('Thank you. You have agreed.').waitFor()
  return { id, owner }
}

/** Stores the list that is previewed. */
export async function storeList(page: Page, result: string) {
  await page.getByText('All of these people are customers of this salon').click()
  for (const yes of await page.getByText('Yes', { exact: true }).all()) await yes.click()
  await page.getByRole('button', { name: 'Store list' }).click()
  await page.getByText(result).first().waitFor()
}

/** Staff write an offer on the page of the salon, and the owner approves it on theirs. */
export async function approveOffer(page: Page, owner: Page) {
  await page.getByRole('tab', { name: 'Offer' }).click()
  await page.getByLabel('Text', { exact: true }).fill('{salon}: Hi {firstName}, 20% off any cut: {link}')
  await page.getByRole('button', { name: 'Save new version' }).click()
  await page.getByRole('button', { name: 'Send to owner' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('list', { name: 'Versions' }).getByText('With the owner').waitFor()
  await owner.goto(link)
  await owner.getByRole('button', { name: 'Approve' }).click()
  await owner.getByText('Thank you. The offer is approved.').waitFor()
  await page.getByRole('list', { name: 'Versions' }).getByText('Approved', { exact: true }).waitFor()
}

/** Issues a statement on the page of a salon; resolves with the notification. */
export async function issue(page: Page, sum: string) {
  await page.getByRole('tab', { name: 'Fees' }).click()
  await page.getByRole('button', { name: 'Issue statement...' }).click()
  const question = page.getByRole('alertdialog', { name: `Issue a statement of ${sum}?` })
  await question.getByRole('button', { name: 'Issue statement' }).click()
  await question.waitFor({ state: 'detached' })
  const words = await toastTexts(page)
  await closeToast(page)
  return words
}
