import type { Page } from 'playwright'
import { toastTexts } from './openConsole.ts'
import { closeToast } from './pageHelpers.ts'

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
