import type { Page } from 'playwright'

/** URL, focused element and accessibility tree of a page, for the report of a failed test. */
export async function describePage(page: Page): Promise<string> {
  if (page.isClosed()) return 'the page is closed'
  const focus = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120))
  const shown = await page.locator('body').ariaSnapshot({ timeout: 5000 })
  return `${page.url()}\nfocus: ${focus}\n${shown.slice(0, 2500)}`
}
