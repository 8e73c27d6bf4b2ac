import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { axeFindings, openConsole } from './desk.ts'
import { call, failedAnswer, overflowOf, tornWords } from './steps.ts'

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
  await call(page, 'POST', '/api/waitlist', {
    customerCount: '500-1000',
    mobileNumbersCount: '250-500',
    avgSpend: '60-100',
    hasMarketingConsent: 'yes-clearly',
    hardestPartText: 'They forget us',
    consentAgreed: true,
    mobileNumber: '+447700900204',
  })
  await desk.text('+447700900301', 'What does it cost?')
  await desk.text('+447700900302', 'please stop texting me')
  await desk.text('+447700900399', 'Wrong salon')
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

const dialogs: [what: string, path: string, open: (page: Page) => Promise<void>][] = [
  [
    'a contact message',
    '/admin?tab=contact',
    (page) => page.getByRole('button', { name: 'View the message from Aoife Byrne' }).click(),
  ],
  ['Delete All', '/admin?tab=contact', (page) => page.getByRole('button', { name: 'Delete All' }).click()],
  [
    'a response',
    '/admin?tab=waitlist',
    (page) => page.getByRole('button', { name: 'View Details of +44 7700 900204' }).click(),
  ],
  [
    'rejected records',
    '/admin?tab=import',
    (page) => page.getByRole('button', { name: /^Show 2 rejected records/ }).click(),
  ],
  [
    'the opt-outs',
    '/admin?tab=dash&show=optouts',
    (page) => page.getByRole('dialog').getByText('Wrote “please stop texting me”').waitFor(),
  ],
  [
    'the account',
    '/admin',
    async (page) => {
      await page.getByRole('button', { name: 'maya, your account' }).click()
      await page.getByLabel('Your password').waitFor()
    },
  ],
  ['the keys', '/admin', (page) => page.getByRole('button', { name: /Shortcuts/ }).click()],
  [
    'the reply',
    '/admin?tab=sms',
    async (page) => {
      await page
        .getByRole('button', { name: /^Reply/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  ],
]

test.each(['light', 'dark'] as const)('axe finds nothing on any tab, %s', async (colorScheme) => {
  const page = await desk.staff('/admin', { colorScheme })
  for (const [tab, ready] of tabs) {
    await page.goto(new URL(`/admin?tab=${tab}`, page.url()).href)
    await ready(page)
    expect(await axeFindings(page), tab).toEqual([])
  }
})

test.each(['light', 'dark'] as const)(
  'axe finds nothing in what opens over a tab, %s',
  async (colorScheme) => {
    // Without motion nothing is caught half faded in, before it has its full contrast.
    const page = await desk.staff('/admin', { colorScheme, reducedMotion: 'reduce' })
    for (const [what, path, open] of dialogs) {
      await page.goto(new URL(path, page.url()).href)
      await open(page)
      expect(await axeFindings(page), what).toEqual([])
    }
  },
)

test.each(['light', 'dark'] as const)('axe finds nothing on login, %s', async (colorScheme) => {
  const page = await desk.staff('/admin', { colorScheme, expected: failedAnswer })
  await page.context().clearCookies()
  await page.reload()
  await page.getByRole('heading', { name: 'Admin Login' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
})

/** What staff see of themselves and of what stands still, whatever the width. */
const stopped = {
  sendingStopped: 'The carrier refused our credentials (401): check them, then let texts go on',
}

test.each([
  [320, 640],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
])('no tab is wider than a window of %i pixels, and the rail shows which is open', async (width, height) => {
  const page = await desk.staff('/admin', { viewport: { width, height } })
  const service = await page.request.get(new URL('/api/admin/service', page.url()).href)
  const json = { ...(await service.json()), ...stopped }
  await page.route('**/api/admin/service', (route) => route.fulfill({ json }))
  for (const [tab, ready] of tabs) {
    await page.goto(new URL(`/admin?tab=${tab}`, page.url()).href)
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
    await page.goto(new URL(path, page.url()).href)
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
})

/** The parts of the open tab, once nothing in it is loading, and how high each stands. */
async function partsOf(page: Page): Promise<string[]> {
  await page.locator('.sb-loading').first().waitFor({ state: 'detached' })
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
