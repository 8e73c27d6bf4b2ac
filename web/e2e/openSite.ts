import type { RunningServer } from '@salonback/shared/testing/server.ts'
import type { BrowserContextOptions, Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { openPages } from './openPages.ts'
import { gate } from './pageHelpers.ts'
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

const failures = [
  { name: 'the server is down', message: undefined },
  { name: 'the server breaks', status: 500, body: 'oops', message: undefined },
  {
    name: 'the server says why',
    status: 500,
    body: { message: 'We are closed today.' },
    message: 'We are closed today.',
  },
  {
    name: 'there were too many',
    status: 429,
    body: { message: 'Too many requests. Try again in a minute.' },
    message: 'Too many requests. Try again in a minute.',
  },
] as const

/** Fails a call in several ways and expects the toast of each. `fallback` is the message without one from the server. */
export async function expectFailureToasts(
  page: Page,
  path: string,
  fallback: string,
  send: () => Promise<void>,
) {
  for (const way of failures) {
    const address = `**${path}*`
    await page.route(address, (route) =>
      'status' in way
        ? route.fulfill({
            status: way.status,
            body: typeof way.body === 'string' ? way.body : JSON.stringify(way.body),
          })
        : route.abort('connectionrefused'),
    )
    await send()
    expect(await toastTexts(page), way.name).toEqual(['Error', way.message ?? fallback])
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
