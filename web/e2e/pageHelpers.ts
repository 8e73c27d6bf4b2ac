import { filledQuestionnaire } from '@salonback/shared/sales/waitlist/testing.ts'
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { axeViolations } from './axe.ts'

/** Chromium's console messages for failed responses. */
export const failedAnswer = /Failed to load resource|net::ERR_/

/** An API call with the page's cookies. */
export async function call(page: Page, method: 'POST' | 'GET', path: string, data?: object) {
  const { origin } = new URL(page.url())
  const response = await page.request.fetch(origin + path, { method, data, headers: { origin } })
  expect(response.ok(), `${method} ${path}: ${response.status()}`).toBe(true)
}

/** Opens another path of the console without a reload, which would take most of the test's time. */
export const navigate = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

export async function closeToast(page: Page) {
  await page.locator('.sb-toast').getByRole('button', { name: 'Close' }).click()
  await page.locator('.sb-toast').waitFor({ state: 'detached' })
}

/** Answers every call to a path with a 500 until the returned function is called. */
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

/** What makes the page wider than its window, after its fonts have loaded: the pixels and the elements that stick out. */
export const overflowOf = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth,
    )
    return [
      `${scrollWidth - clientWidth} px too wide`,
      ...wide.map(({ outerHTML }) => outerHTML.slice(0, 120)),
    ]
  })

/** Phone numbers and words of headings that are broken over two lines. */
export const brokenLines = (page: Page) =>
  page.evaluate(() => {
    const number = /\+\d{1,3}(?:[ \u00a0]\d{2,5}){2,4}/g
    const headings = 'h1, h2, h3, .d1, .d2, .d3, .d4, .figure'
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { parentElement: element, textContent } = text
      if (!element?.checkVisibility() || element.closest('.sb-hidden, .unseen')) continue
      const words = element.closest(headings) ? /[^\s-]+/g : number
      for (const { 0: word, index } of (textContent ?? '').matchAll(words)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) found.push(word)
      }
    }
    return found
  })

/** Expects no axe violations, no horizontal overflow and no broken heading or number at these widths. */
export async function expectFits(page: Page, name: string, widths: number[]) {
  expect(await axeViolations(page), name).toEqual([])
  for (const width of widths) {
    await page.setViewportSize({ width, height: 640 })
    expect([await overflowOf(page), await brokenLines(page)], `${name} at ${width}`).toEqual([[], []])
  }
}

/** Controls that are covered by this element. */
export const coveredBy = (page: Page, part: string) =>
  page.evaluate((part) => {
    const over = document.querySelector<HTMLElement>(part)
    if (!over) return [`no ${part}`]
    const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, [role=tab]')]
    // The points of each control where a click would hit the element.
    const lost = controls.map((control) => {
      const { left, top, right, bottom } = control.getBoundingClientRect()
      const points = [left + 2, (left + right) / 2, right - 2].flatMap((x) =>
        [top + 2, (top + bottom) / 2, bottom - 2].map((y) => [x, y] as const),
      )
      return { control, points: points.filter(([x, y]) => over.contains(document.elementFromPoint(x, y))) }
    })
    over.style.visibility = 'hidden'
    const covered = lost.flatMap(({ control, points }) => {
      if (over.contains(control)) return []
      const hits = points.map(([x, y]) => document.elementFromPoint(x, y))
      return hits.some((hit) => control.contains(hit) || hit?.closest('label')?.contains(control))
        ? [control]
        : []
    })
    over.style.visibility = ''
    return covered.map((control) => control.outerHTML.slice(0, 120))
  }, part)

/** Drags a toast to the right by this many pixels. */
export async function swipe(page: Page, toast: Locator, distance: number) {
  const box = await toast.boundingBox()
  if (!box) throw new Error('no notification to swipe')
  const [x, y] = [box.x + 120, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + distance / 2, y)
  await page.mouse.move(x + distance, y)
  await page.mouse.up()
}

/** A promise that resolves when `open` is called; delays a response while a test checks the waiting page. */
export function gate() {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open }
}

/** Doubles all font sizes and line heights, as phones enlarge text. */
export const doubleTextSize = (page: Page) =>
  page.route('**/*.css', async (route) => {
    const answered = await route.fetch()
    const body = (await answered.text()).replace(
      /(?<=[{;])(font-size|line-height|font):([^;}]*)/g,
      (_, property: string, value: string) =>
        `${property}:${value.replace(/(\d*\.?\d+)(px|rem)/g, (_all, size, unit) => `${2 * size}${unit}`)}`,
    )
    await route.fulfill({ response: answered, body })
  })

/**
 * Visible text that is cut off and cannot be scrolled to. Ignores text with a title, buttons and line-clamped previews:
 * their full text is shown elsewhere.
 */
export const clippedText = (page: Page) =>
  page.evaluate(() => {
    const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
    const found = new Set<string>()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { parentElement: element, textContent } = text
      if (!element?.checkVisibility() || !textContent?.trim()) continue
      if (element.closest('.sb-hidden, option, button, [title], thead')) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const words = range.getBoundingClientRect()
      const free = { x: false, y: false }
      for (let box: Element | null = element; box && !(free.x && free.y); box = box.parentElement) {
        const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(box)
        if (webkitLineClamp !== 'none') free.y = true
        if (scrolls(overflowX)) free.x = true
        if (scrolls(overflowY)) free.y = true
        const { left, right, top, bottom } = box.getBoundingClientRect()
        const out =
          (!free.x && overflowX !== 'visible' && (words.left < left - 1 || words.right > right + 1)) ||
          (!free.y && overflowY !== 'visible' && (words.top < top - 4 || words.bottom > bottom + 4))
        if (out) found.add(`${element.className || element.tagName}: ${textContent.trim().slice(0, 60)}`)
      }
    }
    return [...found]
  })

/** A record of an import file: a nail salon in London. */
export const salonRecord = (name: string, phone: string, more: object = {}) => ({
  ...{ name, phone, country: 'GB', category: 'Nail Salon', phone_type: 'mobile' },
  ...{ address: '9 Mare St, London', rating: 4.7, review_count: 312, team_size: 6, ...more },
})

/** A filled-in questionnaire with an email. */
export const questionnaire = { ...filledQuestionnaire, email: 'hello@thelashroom.example' }

/** A CSV file to upload. */
export const csvFile = (name: string, rows: readonly string[], lineEnd = '\n') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.join(lineEnd)),
})

/** A file of the Import tab with these prospects. */
export const importFile = (prospects: object[], name = 'prospects.json') => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(
    JSON.stringify({ export_metadata: { export_id: 'e2e', source_app: 'test' }, prospects }),
  ),
})

/** A contact message. */
export const contactMessage = {
  name: 'Olga',
  email: 'olga@example.com',
  subject: 'Prices',
  message: 'What does it cost?',
}
