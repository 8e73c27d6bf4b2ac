import { fullMotion } from '@salonback/shared/testing/browser.ts'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { axeViolations } from './axe.ts'
import { takeShifts, totalShift, watchShifts } from './layoutShift.ts'
import { openSite, pageText, routes } from './openSite.ts'
import { brokenLines, failedAnswer, swipe } from './pageHelpers.ts'
import { formStates } from './siteStates.ts'

const { visit, newPage, goTo, origin } = openSite()
const everyPage = [...routes, '/waitlist-landing?mobile=447700900123', '/nowhere']

/** Elements beyond the right edge, if the page scrolls horizontally. */
const sideways = (page: Page) =>
  page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - innerWidth)

const everyWidth = [320, 375, 768, 1024, 1280, 1920]
const everywhere = process.env.AXE === 'all'
const past = { bypassCSP: true, reducedMotion: 'reduce', expectedErrors: failedAnswer } as const

test.each(everywhere ? everyWidth : [375, 1280])(
  'no page has axe violations at %i pixels',
  async (width) => {
    const page = await newPage({ viewport: { width, height: 900 }, ...past })
    for (const path of everyPage) {
      await goTo(page, path)
      expect(await axeViolations(page), path).toEqual([])
    }
  },
  everywhere ? 180_000 : 60_000,
)

test.each(everyWidth)(
  'no form state has axe violations or overflows at %i pixels',
  async (width) => {
    const at = everyWidth.indexOf(width)
    // Each state is checked at one width, in turn; AXE=all checks all of them.
    const states = formStates.filter((_, turn) => everywhere || turn % everyWidth.length === at)
    for (const { name, path, reach } of states) {
      const page = await visit(path, { viewport: { width, height: 900 }, ...past })
      await reach(page)
      expect([await axeViolations(page), await sideways(page)], `${path}, ${name}`).toEqual([[], 0])
      await page.context().close()
    }
  },
  everywhere ? 300_000 : 60_000,
)

test('no page scrolls horizontally from 320 pixels or zoomed to 200 %, and no word of a heading is broken', async () => {
  const page = await newPage({ expectedErrors: failedAnswer })
  for (const path of everyPage) {
    await goTo(page, path)
    // 640 is a window of 1280 pixels zoomed to 200 %.
    for (const width of [320, 375, 640, 768, 961, 1180, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await sideways(page), `${path} at ${width}`).toBeLessThanOrEqual(0)
      expect(await brokenLines(page), `${path} at ${width}`).toEqual([])
    }
  }
})

test('text of double size fits', async () => {
  for (const path of everyPage) {
    const page = await visit(path, { viewport: { width: 1280, height: 900 }, expectedErrors: failedAnswer })
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    for (const width of [1920, 1280, 768, 375, 320]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await sideways(page), `${path} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})

test('reduced motion shows the final states immediately', async () => {
  const page = await visit('/', { reducedMotion: 'reduce' })
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto')
  for (const part of ['.play-offer', '.play-yes', '.play-booked']) {
    expect(await page.locator(part).evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
  }
  expect(await page.locator('.play-slot').evaluate((element) => getComputedStyle(element).clipPath)).toBe(
    'none',
  )
})

test('the conversation animation plays once within five seconds', async () => {
  const page = await visit('/', fullMotion)
  await page.locator('.playing').waitFor()
  const opacity = (part: string) =>
    page.locator(part).evaluate((element) => getComputedStyle(element).opacity)
  expect(await opacity('.play-booked')).toBe('0')
  const longest = await page.evaluate(() =>
    Math.max(...document.getAnimations().map((one) => Number(one.effect?.getComputedTiming().endTime))),
  )
  expect(longest).toBeLessThanOrEqual(5000)
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished)))
  expect([await opacity('.play-offer'), await opacity('.play-yes'), await opacity('.play-booked')]).toEqual([
    '1',
    '1',
    '1',
  ])
  expect(await opacity('.play-dots')).toBe('0')
})

test('the phone’s conversation is available to screen readers', async () => {
  const page = await visit('/')
  const story = page.getByRole('img', { name: /Maya replies YES/ })
  expect(await story.getAttribute('aria-label')).toContain('20% off a cut and finish')
})

test('Tab reaches every control in order with a visible focus', async () => {
  for (const path of routes) {
    const page = await visit(path)
    const controls = await page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')].filter(
          (element) =>
            element.tabIndex >= 0 && element.checkVisibility() && element.getAttribute('type') !== 'radio',
        ).length,
    )
    const groups = await page.locator('fieldset').count()
    let previous = -1
    for (let step = 0; step < controls + groups; step += 1) {
      await page.keyboard.press('Tab')
      const { at, outlined } = await page.evaluate(() => {
        const element = document.activeElement
        const all = [...document.querySelectorAll('*')]
        const shown = element?.closest('.composer, .choice label') ?? element
        const outline = (it: Element) => getComputedStyle(it).outlineStyle !== 'none'
        return {
          at: element ? all.indexOf(element) : -1,
          outlined: Boolean(element && (outline(element) || (shown && outline(shown)))),
        }
      })
      expect(at, `${path}, step ${step}`).toBeGreaterThan(previous)
      expect(outlined, `${path}, step ${step}`).toBe(true)
      previous = at
    }
  }
})

test('one toast at a time is shown for five seconds and can be swiped or closed', async () => {
  const page = await newPage({ ...fullMotion, expectedErrors: failedAnswer })
  await page.clock.install()
  await goTo(page, '/')
  let count = 0
  await page.route('**/api/leads', (route) => {
    count += 1
    return route.fulfill({ status: 500, json: { message: `Failure ${count}` } })
  })
  const toast = page.locator('.toast')
  const fail = async () => {
    const next = `Failure ${count + 1}`
    await page.getByLabel('Mobile number').fill('07700 900123')
    await page.locator('.button-send').click()
    await toast.filter({ hasText: next }).waitFor()
    expect(await toast.count()).toBe(1)
  }
  await fail()
  await fail()
  expect(await pageText(page, '.toast')).toBe('Error Failure 2')

  await page.mouse.move(10, 10)
  // Real time passes too: allows one second for a slow machine.
  await page.clock.fastForward(4000)
  expect(await toast.count()).toBe(1)
  await page.clock.fastForward(1200)
  await toast.waitFor({ state: 'detached', timeout: 1500 })

  await fail()
  await swipe(page, toast, 40)
  expect(await toast.getAttribute('data-swipe')).toBe('cancel')
  await swipe(page, toast, 80)
  await toast.waitFor({ state: 'detached' })

  await fail()
  await toast.getByRole('button', { name: 'Close' }).click()
  await toast.waitFor({ state: 'detached' })

  // Regardless of how the last toast closed and where the pointer is.
  await fail()
  await page.clock.fastForward(4000)
  expect(await toast.count()).toBe(1)
  await page.clock.fastForward(1200)
  await toast.waitFor({ state: 'detached' })

  await fail()
  await page.keyboard.press('F8')
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('toasts')
})

test('F8 focuses the toast area before the first toast', async () => {
  const page = await visit('/terms')
  await page.keyboard.press('F8')
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('toasts')
})

test('the layout does not shift while the page loads', async () => {
  for (const path of routes) {
    const page = await newPage(fullMotion)
    await watchShifts(page)
    await page.route('**/*.woff2', async (route) => {
      const answer = await route.fetch()
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
      await route.fulfill({ response: answer })
    })
    await goTo(page, path)
    await page.evaluate(() => document.fonts.ready)
    expect(totalShift(await takeShifts(page)), path).toBeLessThan(0.02)
  }
})

test('no page has inline scripts, and the policy forbids them', async () => {
  const page = await newPage()
  for (const path of routes) {
    const answer = await page.request.get(origin() + path)
    const scripts = (await answer.text()).match(/<script(?![^>]*(src=|ld\+json))[^>]*>/g)
    expect(scripts).toBeNull()
    expect(answer.headers()['content-security-policy']).toMatch(/script-src 'self'(;|$)/)
  }
})
