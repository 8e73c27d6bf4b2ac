import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { axeFindings, openConsole } from './desk.ts'
import { opened } from './opened.ts'
import { ofConsole, type Screen } from './screens.ts'
import { call, failedAnswer, goWithin, overflowOf, questionnaire, tornWords } from './steps.ts'

const desk = openConsole({ ALERT_SMS_NUMBER: '+447700900001' })

const rejects = [{ name: '', phone: '07700 900399' }, { name: 'No phone' }]
const salons = Array.from({ length: 30 }, (_, n) => ({
  name: `Salon ${n}`,
  phone: `07700 9003${String(n).padStart(2, '0')}`,
  country: 'GB',
  category: n % 2 ? 'Nail Salon' : 'Spa',
  rating: 4.2,
  review_count: n * 7,
  phone_type: 'mobile',
}))

/** Something in every tab. */
beforeAll(async () => {
  await desk.importProspects([...salons, ...rejects])
  const page = await desk.staff()
  await call(page, 'POST', '/api/leads', { mobileNumber: '07700 900711', country: 'GB' })
  await call(page, 'POST', '/api/contact', {
    name: 'Aoife Byrne',
    email: 'aoife@brows.example',
    subject: 'Fee',
    message: 'How does the 30% work?',
  })
  await call(page, 'POST', '/api/waitlist', questionnaire)
  await desk.text('+447700900301', 'What does it cost?')
  await desk.text('+447700900302', 'please stop texting me')
  await desk.text('+447700900399', 'Wrong salon')
  await desk.text('+447700900397', 'Hello, wrong number?')
})

const tabs: [tab: string, ready: (page: Page) => Promise<void>][] = [
  ['leads', (page) => page.getByText('New Lead').first().waitFor()],
  ['contact', (page) => page.getByText('Total: 1').waitFor()],
  ['prospects', (page) => page.getByText('Showing 30 of 30 prospects').waitFor()],
  ['waitlist', (page) => page.getByText('Medium').first().waitFor()],
  ['dash', (page) => page.getByText('Conversion Funnel').waitFor()],
  ['sms', (page) => page.getByText('What does it cost?').first().waitFor()],
  ['import', (page) => page.getByText('Import History').waitFor()],
]

const widths = [
  [320, 640],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
] as const
const views = widths.flatMap(([width, height]) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, height, colorScheme })),
)

const everywhere = process.env.AXE === 'all'
const screens = [...ofConsole, ...opened].filter(({ alike }) => everywhere || !alike)

/** Each screen in a view of its own turn; every screen in every view with AXE=all, which takes a quarter of an hour. */
const viewsOf = (turn: number) => {
  const own = views[(turn + Math.floor(turn / views.length)) % views.length]
  return everywhere || !own ? views : [own]
}

/** What axe finds on one screen, and what of it is wider than its window or torn. */
async function faultsOf(page: Page, screen: Screen, turn: number): Promise<string[]> {
  const found: string[] = []
  for (const { width, height, colorScheme } of viewsOf(turn)) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await screen.before?.(page)
    await page.goto(new URL(screen.path, page.url()).href, { waitUntil: 'commit' })
    await screen.open?.(page)
    await screen.shows(page)
    const wide = await overflowOf(page)
    const faults = [...(await axeFindings(page)), ...(await tornWords(page))]
    if (wide > 0) faults.push(`${wide} pixels too wide`)
    found.push(...faults.map((fault) => `${screen.name}, ${width} px, ${colorScheme}: ${fault}`))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  return found
}

const brokenOnPurpose = new RegExp(`${failedAnswer.source}|Failed to fetch dynamically imported module`)
const perTest = 9
const parts = screens.flatMap((screen, at) => (at % perTest === 0 ? [[screen.name, at] as const] : []))

test.each(parts)(
  'axe finds nothing on any screen in any state, from %s on, and none is too wide',
  async (_, from) => {
    const page = await desk.staff('/admin', { expected: brokenOnPurpose })
    const found: string[] = []
    for (const [at, screen] of screens.slice(from, from + perTest).entries()) {
      found.push(...(await faultsOf(page, screen, from + at)))
    }
    expect(found).toEqual([])
  },
  everywhere ? 900_000 : 120_000,
)

test.each(['light', 'dark'] as const)('axe finds nothing on login at any width, %s', async (colorScheme) => {
  const page = await desk.visitor('/admin/login', { colorScheme, expected: failedAnswer })
  for (const refused of [false, true]) {
    if (refused) {
      await page.getByLabel('Username').fill('maya')
      await page.getByLabel('Password', { exact: true }).fill('not it')
      await page.keyboard.press('Enter')
      await page.locator('.sb-toast').waitFor()
    }
    for (const [width, height] of widths) {
      await page.setViewportSize({ width, height })
      expect([await axeFindings(page), await overflowOf(page)], `${width}`).toEqual([[], 0])
    }
  }
})

test('on a phone whatever is pressed is 44 pixels high, or is hit as if it were', async () => {
  const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true }
  const page = await desk.staff('/admin?tab=prospects', phone)
  const low = () =>
    page.evaluate(() => {
      const pressed = '.bp6-button, .sb-status-menu, .sb-prospect-tick, select, .bp6-menu-item'
      const shown = [...document.querySelectorAll(pressed)].filter((one) => one.checkVisibility())
      return shown.flatMap((one) => {
        const { left, width, top, height } = one.getBoundingClientRect()
        const at = [top + height / 2 - 21, top + height / 2 + 21].map((y) => [left + width / 2, y] as const)
        // What another part lies over, or the edge of the list, is not asked about.
        const cut = at.some(([, y]) => y < 110 || y > innerHeight - 130)
        const hit = at.every(([x, y]) => one.contains(document.elementFromPoint(x, y)))
        return cut || hit ? [] : [`${one.className}: ${one.textContent} ${height}`]
      })
    })
  for (const [tab, ready] of tabs) {
    await goWithin(page, `/admin?tab=${tab}`)
    await ready(page)
    expect(await low(), tab).toEqual([])
  }
})

/** What staff see of themselves and of what stands still, whatever the width. */
const stopped = {
  sendingStopped: 'The carrier refused our credentials (401): check them, then let texts go on',
}

test.each(widths)(
  'no tab is wider than a window of %i pixels, and the rail shows which is open',
  async (width, height) => {
    const page = await desk.staff('/admin', { viewport: { width, height } })
    const service = await page.request.get(new URL('/api/admin/service', page.url()).href)
    const json = { ...(await service.json()), ...stopped }
    await page.route('**/api/admin/service', (route) => route.fulfill({ json }))
    await page.reload()
    for (const [tab, ready] of tabs) {
      await goWithin(page, `/admin?tab=${tab}`)
      await ready(page)
      await expect
        .poll(() => page.getByRole('banner').ariaSnapshot(), { message: tab })
        .toContain(stopped.sendingStopped)
      expect(await overflowOf(page), tab).toBe(0)
      const inSight = await page.locator('[role=tab][aria-selected=true]').evaluate((open) => {
        const { left, right } = open.getBoundingClientRect()
        return left >= 0 && right <= innerWidth
      })
      expect(inSight, tab).toBe(true)
      expect(await tornWords(page), tab).toEqual([])
    }
    // Where nobody has a name the number stands for it.
    for (const path of ['/admin?tab=sms&number=%2B447700900399', '/admin?tab=dash&show=optouts']) {
      await goWithin(page, path)
      await page
        .getByText(path.includes('sms') ? 'Wrong salon' : 'Wrote “please stop texting me”')
        .last()
        .waitFor()
      expect(await overflowOf(page), path).toBe(0)
      expect(await tornWords(page), path).toEqual([])
      const cut = await page
        .locator('.sb-conv-name h2')
        .evaluateAll((names) => names.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth))
      expect(cut, path).toBe(false)
    }
  },
)

/** The parts of the open tab, once nothing in it is loading, and how high each stands. */
async function partsOf(page: Page): Promise<string[]> {
  await page.locator('.sb-loading, [aria-busy=true]').first().waitFor({ state: 'detached' })
  return page.locator('.sb-sheet [role=tabpanel]').evaluateAll((panels) =>
    panels
      .filter((panel) => panel.checkVisibility())
      .flatMap((panel) => [...panel.querySelectorAll('.sb-page > *, .sb-page > * > *')])
      .map((part) => `${part.tagName}.${part.className} ${part.getBoundingClientRect().height}`),
  )
}

test('a tab stands as it did, whatever styles came with the tabs opened since', async () => {
  const page = await desk.staff('/admin')
  const fresh = new Map<string, string[]>()
  for (const [tab, ready] of tabs) {
    await page.goto(new URL(`/admin?tab=${tab}`, page.url()).href)
    await ready(page)
    fresh.set(tab, await partsOf(page))
  }
  expect(fresh.get('prospects')?.find((part) => part.includes('sb-summary'))).toMatch(/ 42$/)
  const names = ['Leads', 'Contact', 'Prospects', 'Waitlist', 'SMS Dash', 'SMS', 'Import']
  const open = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}( \\d|$)`) }).click()
  for (const name of names) await open(name)
  for (const [n, [tab, ready]] of tabs.entries()) {
    await open(names[n] ?? '')
    await ready(page)
    expect(await partsOf(page), tab).toEqual(fresh.get(tab))
  }
})
