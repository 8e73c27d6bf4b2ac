import { launchBrowser, reducedMotion } from '@salonback/shared/testing/browser.ts'
import { describePage } from '@salonback/shared/testing/describePage.ts'
import { WAIT_MS } from '@salonback/shared/testing/waitMs.ts'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { afterAll, afterEach, beforeAll } from 'vitest'

/**
 * Chromium for the tests of one file. Each page has a separate context, closed after its test. What is in
 * `complaints` when a test ends fails it.
 */
export function openPages() {
  let browser: Browser
  let open: Page[] = []
  const complaints: string[] = []

  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  afterEach(async ({ task }) => {
    const found = complaints.splice(0)
    if (task.result?.state === 'fail') found.push(...(await Promise.all(open.map(describePage))))
    await Promise.all(open.map((page) => page.context().close()))
    open = []
    if (found.length > 0) throw new Error(found.join('\n'))
  })

  async function newPage(options: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext({ ...reducedMotion, ...options })
    const page = await context.newPage()
    page.setDefaultTimeout(WAIT_MS)
    page.on('pageerror', (error) => complaints.push(error.message))
    open.push(page)
    return page
  }

  return { newPage, complaints }
}
