import type { RunningServer } from '@salonback/shared/testing/server.ts'
import type { BrowserContextOptions, Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { openPages } from './openPages.ts'
import { failedAnswer, gate } from './pageHelpers.ts'
import { startTestServer } from './testServer.ts'

export const routes = ['/', '/contact', '/privacy', '/terms', '/uksalon', '/waitlist-thank-you'] as const

export type VisitOptions = BrowserContextOptions & {
  /** Console errors that the test provokes: Chromium logs every failed response. */
  expectedErrors?: RegExp
}

/**
 * A server and Chromium for the site tests of one file. Console errors, uncaught errors and requests to another origin
 * fail the page's test. With `SITE_URL` the tests run against that server.
 */
export function openSite(env: Record<string, string> = {}) {
  let server: RunningServer | undefined
  let url = process.env.SITE_URL ?? ''
  const pages = openPages()
  beforeAll(async () => {
    if (url) return
    server = await startTestServer(env)
    url = server.origin
  })
  afterAll(() => server?.remove())

  /** Opens an empty page. */
  async function newPage({ expectedErrors, ...options }: VisitOptions = {}): Promise<Page> {
    const page = await pages.newPage({ viewport: { width: 1280, height: 900 }, ...options })
    const complain = (what: string, about = what) =>
      expectedErrors?.test(about) || pages.complaints.push(what)
    page.on('console', (message) => message.type() === 'error' && complain(message.text()))
    page.on('request', (request) => {
      const leaves = /^(https?|wss?):/.test(request.url()) && !request.url().startsWith(`${url}/`)
      if (leaves) complain(`left the origin: ${request.url()}`, request.url())
    })
    return page
  }

  /** Opens a path and waits until its form, if any, is hydrated. */
  async function visit(path: string, options: VisitOptions = {}): Promise<Page> {
    const page = await newPage(options)
    await goTo(page, path)
    return page
  }

  async function goTo(page: Page, path: string) {
    await page.goto(url + path)
    const form = page.locator('[data-form]')
    const scripted = await page.evaluate(() => matchMedia('(scripting: enabled)').matches)
    if (scripted && (await form.count()) > 0) await page.locator('[data-form=hydrated]').waitFor()
  }

  return { newPage, visit, goTo, origin: () => url }
}

const widths = [320, 375, 390, 768, 1024]

/** Elements wider than the window at any common width. */
export async function overflowingElements(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    found.push(
      ...(await page.evaluate(() => {
        const root = document.documentElement
        const whole = Math.max(root.scrollWidth, document.body.scrollWidth)
        const cut = [...document.querySelectorAll('form *, .toast, .consent-bar *')].filter((element) => {
          const { left, right, width } = element.getBoundingClientRect()
          return width > 1 && (right > innerWidth + 0.5 || left < -0.5) && !element.closest('.unseen')
        })
        const named = cut.slice(0, 3).map(({ tagName, className }) => `${tagName}.${String(className)}`)
        return whole > innerWidth || cut.length > 0 ? [`${innerWidth}: ${whole} wide ${named.join(' ')}`] : []
      })),
    )
  }
  return found
}

/** Title and text of the visible toast. */
export async function toastTexts(page: Page): Promise<string[]> {
  await page.locator('.toast').waitFor()
  return page.locator('.toast :is(.toast-title, .toast-text)').allInnerTexts()
}

/** The visible text of a page with single spaces. */
export const pageText = async (page: Page, selector = 'body') =>
  (await page.locator(selector).allInnerTexts()).join(' ').replace(/\s+/g, ' ')

/** What is written into the contact form, by label. */
export const goodMessage = {
  Name: 'Dee',
  Email: 'dee@willowandrye.ie',
  Subject: 'My list',
  Message: 'Is 300 numbers enough?',
}

/** Fills in the contact form. */
export async function writeMessage(page: Page, values: Partial<typeof goodMessage> = goodMessage) {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value)
}

/** Fills in the questionnaire but for its email. An empty `mobile` leaves the number as it is. */
export async function answerQuestions(page: Page, consent = 'Yes, clearly', mobile = '07700 900401') {
  for (const [at, label] of ['250–500', '100–250', '£30–60', consent].entries())
    await page.getByRole('group').nth(at).getByText(label, { exact: true }).click()
  await page.getByLabel('What’s the hardest part').fill('I never have a free hour')
  if (mobile) await page.locator('#waitlist-mobile').fill(mobile)
  await page.getByLabel('I agree to be contacted about the product services.').check()
}

/** A phone of this width without scripts. */
export const withoutScripts = (width: number): VisitOptions => ({
  viewport: { width, height: 640 },
  javaScriptEnabled: false,
  expectedErrors: failedAnswer,
})

const failures = [
  { name: 'the server is down' },
  { name: 'the server breaks', status: 500 },
  { name: 'the server says why', status: 500, message: 'We are closed today.' },
  { name: 'there were too many', status: 429, message: 'Too many requests. Try again in a minute.' },
]

/** Fails a call in several ways and expects the toast of each. `fallback` is the message without one from the server. */
export async function expectFailureToasts(
  page: Page,
  path: string,
  fallback: string,
  send: () => Promise<void>,
) {
  for (const { name, status, message } of failures) {
    const address = `**${path}*`
    const body = message ? JSON.stringify({ message }) : 'oops'
    await page.route(address, (route) =>
      status ? route.fulfill({ status, body }) : route.abort('connectionrefused'),
    )
    await send()
    expect(await toastTexts(page), name).toEqual(['Error', message ?? fallback])
    await page.locator('.toast').getByRole('button', { name: 'Close' }).click()
    await page.locator('.toast').waitFor({ state: 'detached' })
    await page.unroute(address)
  }
}

/** Delays the response to a call while `look` checks the page; returns a counter of the calls. */
export async function whileWaiting(
  page: Page,
  path: string,
  send: () => Promise<void>,
  look: () => Promise<void>,
) {
  const answer = gate()
  let calls = 0
  await page.route(`**${path}*`, async (route) => {
    calls += 1
    await answer.passed
    await route.continue()
  })
  await send()
  await look()
  answer.open()
  return () => calls
}
