import type { Page } from 'playwright'

/** Where a page is and what it shows, for the report of a test that failed. */
export async function describePage(page: Page): Promise<string> {
  if (page.isClosed()) return 'the page is closed'
  const focus = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120))
  const shown = await page.locator('body').ariaSnapshot({ timeout: 5000 })
  return `${page.url()}\nfocus: ${focus}\n${shown.slice(0, 2500)}`
}
