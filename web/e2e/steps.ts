import type { Page } from 'playwright'
import { expect } from 'vitest'

/** What Chromium itself writes when an answer is an error or never comes. */
export const failedAnswer = /Failed to load resource|net::ERR_/

/** Any call as this page's person, or as a visitor, makes it. */
export async function call(page: Page, method: 'POST' | 'GET', path: string, data?: object) {
  const { origin } = new URL(page.url())
  const answer = await page.request.fetch(origin + path, { method, data, headers: { origin } })
  expect(answer.ok(), `${method} ${path} answered ${answer.status()}`).toBe(true)
}

export async function closeToast(page: Page) {
  await page.locator('.sb-toast').getByRole('button', { name: 'Close' }).click()
  await page.locator('.sb-toast').waitFor({ state: 'detached' })
}

/** Lets every call to a path fail with a 500 of the server, until the returned function is called. */
export async function breakCalls(page: Page, path: string, method?: string) {
  const address = `**${path}*`
  await page.route(address, (route) =>
    method && route.request().method() !== method
      ? route.continue()
      : route.fulfill({
          status: 500,
          contentType: 'application/json',
          body: '{"message":"The database is away"}',
        }),
  )
  return () => page.unroute(address)
}

/** Pixels by which the page is wider than its window. */
export const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** The controls that somebody could press if this part of the page did not lie over them. */
export const coveredBy = (page: Page, part: string) =>
  page.evaluate((part) => {
    const over = document.querySelector<HTMLElement>(part)
    if (!over) return [`no ${part}`]
    const box = over.getBoundingClientRect()
    const inside = ({ x, y }: { x: number; y: number }) =>
      x > box.left && x < box.right && y > box.top && y < box.bottom
    const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, [role=tab]')]
    over.style.visibility = 'hidden'
    const covered = controls.filter((control) => {
      if (over.contains(control)) return false
      const { left, top, right, bottom } = control.getBoundingClientRect()
      return [left + 2, (left + right) / 2, right - 2]
        .flatMap((x) => [top + 2, (top + bottom) / 2, bottom - 2].map((y) => ({ x, y })))
        .some((point) => {
          const hit = inside(point) && document.elementFromPoint(point.x, point.y)
          return hit && (control.contains(hit) || hit.contains(control))
        })
    })
    over.style.visibility = ''
    return covered.map((control) => control.outerHTML.slice(0, 120))
  }, part)
