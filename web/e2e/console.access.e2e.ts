import { salonsPath } from '@salonback/shared/host/addresses.ts'
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import type { Screen } from './consoleScreens.ts'
import { axeFindings, openConsole } from './openConsole.ts'
import {
  brokenLines,
  call,
  contactMessage,
  failedAnswer,
  navigate,
  overflowOf,
  questionnaire,
  salonRecord,
} from './pageHelpers.ts'
import { screens as allScreens } from './screens.ts'

const admin = openConsole({ ALERT_SMS_NUMBER: '+447700900001' })

const rejects = [{ name: '', phone: '07700 900399' }, { name: 'No phone' }]
const salons = Array.from({ length: 30 }, (_, n) =>
  salonRecord(`Salon ${n}`, `07700 9003${String(n).padStart(2, '0')}`, {
    category: n % 2 ? 'Nail Salon' : 'Spa',
  }),
)

/** Data for every tab. */
beforeAll(async () => {
  await admin.importProspects([...salons, ...rejects])
  const page = await admin.staff()
  await call(page, 'POST', '/api/leads', { mobileNumber: '07700 900711', country: 'GB' })
  await call(page, 'POST', '/api/contact', contactMessage)
  await call(page, 'POST', '/api/waitlist', questionnaire)
  await admin.text('+447700900301', 'What does it cost?')
  await admin.text('+447700900302', 'please stop texting me')
  await admin.text('+447700900399', 'Wrong salon')
  await admin.text('+447700900397', 'Hello, wrong number?')
})

const tabs: [tab: string, ready: (page: Page) => Promise<void>][] = [
  ['leads', (page) => page.getByText('New Lead').first().waitFor()],
  ['contact', (page) => page.getByText('Total: 1').waitFor()],
  ['prospects', (page) => page.getByText('Showing 30 of 30 prospects').waitFor()],
  ['waitlist', (page) => page.getByText('Medium').first().waitFor()],
  ['dash', (page) => page.getByText('Conversion Funnel').waitFor()],
  // One that no screen above answers or marks.
  ['sms', (page) => page.getByText('Wrong salon').first().waitFor()],
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
const screens = allScreens.filter(({ alike }) => everywhere || !alike)

/** Each screen is checked in one view, in turn. AXE=all checks every screen in every view and takes 15 minutes. */
const viewsOf = (turn: number) => {
  const own = views[(turn + Math.floor(turn / views.length)) % views.length]
  return everywhere || !own ? views : [own]
}

/** axe's findings on a screen, and its overflowing or broken text. */
async function faultsOf(page: Page, screen: Screen, turn: number): Promise<string[]> {
  const found: string[] = []
  for (const { width, height, colorScheme } of viewsOf(turn)) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await screen.before?.(page)
    await page.goto(new URL(screen.path, page.url()).href, { waitUntil: 'commit' })
    await screen.open?.(page)
    await screen.shows(page)
    const faults = [...(await axeFindings(page)), ...(await brokenLines(page)), ...(await overflowOf(page))]
    found.push(...faults.map((fault) => `${screen.name}, ${width} px, ${colorScheme}: ${fault}`))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  return found
}

const brokenOnPurpose = new RegExp(`${failedAnswer.source}|Failed to fetch dynamically imported module`)
const perTest = 9
const parts = screens.flatMap((screen, at) => (at % perTest === 0 ? [[screen.name, at] as const] : []))

test.each([320, 375])('at %d px the open tab and its neighbours are in view', async (width) => {
  const page = await admin.staff('/admin', { viewport: { width, height: 720 } })
  for (const [tab, ready] of tabs) {
    await page.goto(new URL(`/admin?tab=${tab}`, page.url()).href)
    await ready(page)
    const cut = await page.locator('.sb-rail [role=tab]').evaluateAll((all) => {
      const open = all.findIndex((one) => one.getAttribute('aria-selected') === 'true')
      return all.slice(Math.max(0, open - 1), open + 2).flatMap((one) => {
        const { left, right } = one.getBoundingClientRect()
        return left < 0 || right > innerWidth ? [one.textContent] : []
      })
    })
    expect(cut, tab).toEqual([])
  }
})

test('touch targets are 44 pixels high on a phone', async () => {
  const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true }
  const page = await admin.staff('/admin?tab=prospects', phone)
  const low = () =>
    page.evaluate(() => {
      const pressed = '.bp6-button, .sb-status-menu, .sb-prospect-tick, select, .bp6-menu-item'
      const shown = [...document.querySelectorAll(pressed)].filter((one) => one.checkVisibility())
      return shown.flatMap((one) => {
        const { left, width, top, height } = one.getBoundingClientRect()
        const at = [top + height / 2 - 21, top + height / 2 + 21].map((y) => [left + width / 2, y] as const)
        // Ignores controls that are covered or outside the list.
        const cut = at.some(([, y]) => y < 110 || y > innerHeight - 130)
        const hit = at.every(([x, y]) => one.contains(document.elementFromPoint(x, y)))
        return cut || hit ? [] : [`${one.className}: ${one.textContent} ${height}`]
      })
    })
  for (const [tab, ready] of tabs) {
    await navigate(page, `/admin?tab=${tab}`)
    await ready(page)
    expect(await low(), tab).toEqual([])
  }
  await navigate(page, salonsPath)
  await page.getByText('No salons yet.').waitFor()
  expect(await low(), 'salons').toEqual([])
})

/** The elements of the loaded tab with their heights. */
async function elementHeights(page: Page): Promise<string[]> {
  await page.locator('.sb-loading, [aria-busy=true]').first().waitFor({ state: 'detached' })
  return page.locator('.sb-sheet [role=tabpanel]').evaluateAll((panels) =>
    panels
      .filter((panel) => panel.checkVisibility())
      .flatMap((panel) => [...panel.querySelectorAll('.sb-page > *, .sb-page > * > *')])
      .map((part) => `${part.tagName}.${part.className} ${part.getBoundingClientRect().height}`),
  )
}

test('styles of other tabs do not change a tab’s layout', async () => {
  const page = await admin.staff('/admin')
  const fresh = new Map<string, string[]>()
  for (const [tab, ready] of tabs) {
    await page.goto(new URL(`/admin?tab=${tab}`, page.url()).href)
    await ready(page)
    fresh.set(tab, await elementHeights(page))
  }
  expect(fresh.get('prospects')?.find((part) => part.includes('sb-summary'))).toMatch(/ 42$/)
  const names = ['Leads', 'Contact', 'Prospects', 'Waitlist', 'SMS Dash', 'SMS', 'Import']
  const open = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}( \\d|$)`) }).click()
  for (const name of names) await open(name)
  for (const [n, [tab, ready]] of tabs.entries()) {
    await open(names[n] ?? '')
    await ready(page)
    expect(await elementHeights(page), tab).toEqual(fresh.get(tab))
  }
})

// Last: some screens change the data that the tests above read.
test.each(parts)(
  'screens from %s on have no axe violations and do not overflow',
  async (_, from) => {
    const page = await admin.staff('/admin', { expected: brokenOnPurpose })
    const found: string[] = []
    for (const [at, screen] of screens.slice(from, from + perTest).entries()) {
      found.push(...(await faultsOf(page, screen, from + at)))
    }
    expect(found).toEqual([])
  },
  everywhere ? 900_000 : 120_000,
)
