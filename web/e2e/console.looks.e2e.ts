import { repliesPath, salonPath } from '@salonback/shared/host/addresses.ts'
import { clientForTests, waterfallForTests } from '@salonback/shared/salons/clients/testing.ts'
import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import type { BrowserContextOptions, Locator, Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { answer } from './consoleScreens.ts'
import { openConsole } from './openConsole.ts'
import {
  breakCalls,
  brokenLines,
  call,
  clippedText,
  doubleTextSize,
  failedAnswer,
  gate,
  navigate,
  overflowOf,
  questionnaire,
} from './pageHelpers.ts'

const admin = openConsole()

const longName = 'Wilhelmina Featherstonehaugh-Cholmondeley’s Nails and Beauty'
let salonId = ''
const fromTheRight = 'מספרת הפרחים של רחל ובנותיה בתל אביב ליד השוק הישן והתחנה'

/** Texts of salons with long names, one right-to-left, and a long message. */
beforeAll(async () => {
  const common = { country: 'GB', category: 'Spa', phone_type: 'mobile', rating: 4.2 }
  await admin.importProspects([
    { ...common, name: longName, phone: '07700 900301', review_count: 1234567, team_size: 12000 },
    { ...common, name: fromTheRight, phone: '07700 900302', review_count: 7, team_size: 3 },
  ])
  await admin.text('+447700900301', `please stop texting me, ${'it is the wrong salon, '.repeat(9)}`)
  await admin.text('+447700900302', 'What does it cost?')
  await admin.text('+447700900399', 'Wrong salon')
  const staff = await admin.api()
  const salon = await staff.salons.create(
    salonDetails({
      name: 'Wilhelmina Featherstonehaugh-Cholmondele',
      ownerName: 'Wilhelmina Featherstonehaugh-Cholmondeley',
      ownerEmail: 'wilhelmina.featherstonehaugh@thelashroom.example',
    }),
  )
  salonId = salon.id
  const page = await admin.staff()
  await call(page, 'POST', '/api/leads', { mobileNumber: '07700 900711', country: 'GB' })
  await call(page, 'POST', '/api/waitlist', {
    ...questionnaire,
    mobileNumber: '+447700900712',
    email: 'wilhelmina.featherstonehaugh@thelashroom.example',
  })
  await call(page, 'POST', '/api/contact', {
    name: longName,
    email: 'aoife@brows.example',
    subject: 'My list '.repeat(12),
    message: 'How does the 30% work? '.repeat(20),
  })
})

const onPhone = (path: string) =>
  admin.staff(path, { viewport: { width: 320, height: 640 }, expected: failedAnswer })
const goTo = (page: Page, path: string) => page.goto(new URL(path, page.url()).href)
const widthOf = async (part: Locator) => (await part.first().boundingBox())?.width

test('a long name does not push other content out at 320 px', async () => {
  const page = await onPhone('/admin?tab=sms&number=%2B447700900301')
  const notice = page.locator('.sb-optout > div')
  expect(await widthOf(notice.filter({ hasText: 'Opted out on' })), 'opted out').toBeGreaterThan(180)

  await goTo(page, '/admin?tab=sms&reply=%2B447700900301')
  const who = page.locator('.sb-reply-who')
  await who.getByText(longName).waitFor()
  expect(await who.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 'reply').toBe(0)

  await breakCalls(page, '/api/admin/conversation/')
  await goTo(page, '/admin?tab=sms&reply=%2B447700900301')
  await page.locator('.sb-reply-recent').waitFor()
  const over = await page.locator('.sb-reply-history').evaluate((history) => {
    const { scrollHeight, clientHeight } = history
    return scrollHeight > clientHeight && getComputedStyle(history).overflowY === 'visible'
  })
  expect(over, 'a conversation that did not load').toBe(false)

  await goTo(page, '/admin?tab=prospects')
  const ratings = page.locator('.sb-prospect-rating > span')
  await ratings.filter({ hasText: '1,234,567 reviews' }).waitFor()
  const cut = await ratings.evaluateAll((all) =>
    all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map((one) => one.textContent),
  )
  expect(cut, 'ratings').toEqual([])
})

test('text in cards and dialogs fits at 320 px', async () => {
  const page = await onPhone('/admin?tab=contact')
  const preview = page.locator('.sb-message-preview')
  expect(await widthOf(preview), 'card').toBeGreaterThan(220)
  expect(await preview.evaluate((words) => getComputedStyle(words).webkitLineClamp)).toBe('2')
  await page.getByRole('button', { name: /^View the message/ }).click()
  expect(await widthOf(page.locator('.sb-message-full')), 'dialog').toBeGreaterThan(220)

  const record = { id: '1', exportId: 'x', sourceApp: '', importedAt: '2026-11-22T09:00:00.000Z' }
  const counts = { totalRecords: 1, recordsAdded: 0, recordsDuplicated: 0, recordsErrored: 0 }
  await answer('**/api/admin/imports', [{ ...record, ...counts }])(page)
  await goTo(page, '/admin?tab=import')
  const source = page.locator('td[data-label=Source]')
  await source.waitFor()
  expect((await source.boundingBox())?.height, 'a column without a value').toBeGreaterThan(20)
})

test('a truncated right-to-left name shows its beginning', async () => {
  const page = await onPhone('/admin?tab=sms')
  for (const [path, part] of [
    ['/admin?tab=sms', '.sb-inbox-item-open'],
    ['/admin?tab=prospects', '.sb-prospect-name button'],
  ] as const) {
    await goTo(page, path)
    const name = page.locator(part, { hasText: fromTheRight.slice(0, 12) })
    await name.waitFor()
    const inSight = await name.evaluate((element) => {
      const first = document.createRange()
      const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
      if (!words) return false
      first.setStart(words, 0)
      first.setEnd(words, 1)
      const [letter, whole] = [first.getBoundingClientRect(), element.getBoundingClientRect()]
      return letter.left >= whole.left && letter.right <= whole.right + 1
    })
    expect(inSight, path).toBe(true)
  }
})

test('inbox filters have room for the largest counts and do not move when they load', async () => {
  const page = await onPhone('/admin?tab=leads')
  const filters = page.getByRole('radiogroup', { name: 'Which texts' })
  for (const width of [320, 375, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const counted = gate()
    await page.route('**/api/admin/inbound-sms/counts', async (route) => {
      await counted.passed
      await route.fulfill({ json: { all: 1234567, review: 234567, optout: 34567, processed: 1000000 } })
    })
    await goTo(page, '/admin?tab=sms')
    await page.locator('.sb-inbox').waitFor()
    expect(await filters.innerText(), 'before anybody counted').not.toMatch(/\d/)
    const before = await filters.boundingBox()
    counted.open()
    await filters.getByText('All 1,234,567').waitFor()
    if (width === 320) expect((await filters.boundingBox())?.height).toBe(before?.height)
    const cut = await filters.evaluate((bar) => {
      const { left, right, bottom } = bar.getBoundingClientRect()
      return [...bar.children].flatMap((one) => {
        const box = one.getBoundingClientRect()
        const out = box.left < left || box.right > right || box.bottom > bottom
        return out || one.scrollWidth > one.clientWidth ? [one.textContent] : []
      })
    })
    expect(cut, `${width} px`).toEqual([])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

test('no table scrolls horizontally on a tablet', async () => {
  const page = await admin.staff('/admin?tab=leads', { viewport: { width: 768, height: 1024 } })
  const named = clientForTests(1, {
    firstName: 'Wilhelmina-Alexandra',
    eligibility: { ok: false, reason: 'objection' },
  })
  const stored = { items: [named], nextCursor: null, waterfall: waterfallForTests({ objection: 1 }) }
  await answer(`**/api/admin/salons/${salonId}/clients*`, stored)(page)
  for (const [path, words] of [
    [salonPath(salonId, 'clients'), 'Wilhelmina-Alexandra'],
    ['/admin?tab=leads', '+44 7700 900711'],
    ['/admin?tab=waitlist', '+44 7700 900712'],
    ['/admin/salons', 'Wilhelmina'],
  ] as const) {
    await goTo(page, path)
    const table = page.getByRole('table').filter({ hasText: words })
    await table.waitFor()
    const hidden = await table.evaluate(({ parentElement }) => {
      const { scrollWidth = 0, clientWidth = 0 } = parentElement ?? {}
      return scrollWidth - clientWidth
    })
    expect(hidden, path).toBe(0)
  }
})

/** The tabs, and dialogs that open in them. */
const places: [path: string, ready: string][] = [
  ['/admin?tab=leads', 'Total leads:'],
  ['/admin?tab=contact', 'Total: 1'],
  ['/admin?tab=prospects', 'Showing 2 of 2 prospects'],
  ['/admin?tab=waitlist', 'Waitlist Responses (Newest First)'],
  ['/admin?tab=dash', 'Conversion Funnel'],
  ['/admin?tab=sms', 'Inbound SMS Messages'],
  ['/admin?tab=sms&filter=all', 'What does it cost?'],
  ['/admin?tab=import', 'Import History'],
  ['/admin?tab=sms&number=%2B447700900301', 'Opted out on'],
  ['/admin?tab=sms&number=%2B447700900302', 'Needs review.'],
  ['/admin?tab=sms&number=%2B447700900399', 'Wrong salon'],
  ['/admin?tab=dash&show=optouts', 'Wrote “please stop texting me'],
  ['/admin?tab=sms&reply=%2B447700900302', 'Include landing page link'],
  ['/admin/salons', 'Send the agreement to Wilhelmina'],
  ['/admin/salons?add=salon', 'Trading name'],
]

/** These, and a salon, which has an id only after it was created. */
const allPlaces = (): typeof places => [
  ...places,
  [salonPath(salonId), 'Checklist'],
  [salonPath(salonId, 'clients'), 'No clients yet.'],
  [salonPath(salonId, 'offer'), 'No version is saved yet.'],
  [salonPath(salonId, 'campaigns'), 'No campaigns yet.'],
  [repliesPath, 'No replies waiting'],
  [salonPath(salonId, 'settings'), 'Save changes'],
]

/** Sets the browser's default font size, usually 16. */
async function setLetters(page: Page, standard: number) {
  const tools = await page.context().newCDPSession(page)
  await tools.send('Page.setFontSizes', { fontSizes: { standard } })
}

/** Controls that cannot be scrolled into view. */
const outOfReach = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.sb-sheet .bp6-button')].flatMap((control) => {
      if (!control.checkVisibility({ visibilityProperty: true })) return []
      control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
      const { left, right, top, bottom } = control.getBoundingClientRect()
      const inSight = left > -2 && right < innerWidth + 2 && top < innerHeight && bottom > 0
      return inSight ? [] : [control.innerText]
    }),
  )

const window = (width: number, height: number, deviceScaleFactor = 1): BrowserContextOptions => ({
  viewport: { width, height },
  deviceScaleFactor,
})
const enlarged: [
  what: string,
  options: BrowserContextOptions,
  enlarge: ((page: Page) => Promise<unknown>) | null,
][] = [
  ['a window of 1280 px zoomed to 200 %', window(640, 400, 2), null],
  ['a phone of 375 px zoomed to 200 %', window(188, 406, 2), null],
  ['320 px', window(320, 640), null],
  ['letters set to 32 px at 1280 px', window(1280, 800), (page) => setLetters(page, 32)],
  ['letters set to 32 px at 375 px', window(375, 812), (page) => setLetters(page, 32)],
  ['letters alone doubled at 1280 px', window(1280, 800), doubleTextSize],
  ['letters alone doubled at 375 px', window(375, 812), doubleTextSize],
]

test.each(enlarged)('no tab overflows and no text is clipped: %s', async (_, options, enlarge) => {
  const page = await admin.staff('/admin/login', options)
  await enlarge?.(page)
  await goTo(page, '/admin')
  const found: string[] = []
  for (const [path, ready] of allPlaces()) {
    await navigate(page, path)
    await page.getByText(ready).filter({ visible: true }).first().waitFor()
    found.push(...(await overflowOf(page)).map((wide) => `${path}: ${wide}`))
    const words = [...(await clippedText(page)), ...(await brokenLines(page)).map((word) => `torn: ${word}`)]
    found.push(...words.map((word) => `${path}: ${word}`))
    found.push(...(await outOfReach(page)).map((control) => `${path}: out of reach: ${control}`))
  }
  expect(found).toEqual([])
})

const whileLoading = enlarged.filter(([what]) =>
  /^a phone of 375 px zoomed|alone doubled at 1280 px$/.test(what),
)
test.each(whileLoading)('no text is clipped while tabs load: %s', async (_, options, enlarge) => {
  const page = await admin.staff('/admin/login', options)
  await enlarge?.(page)
  await page.route(/\/api\/(?!admin\/(me|events)$)/, () => {})
  for (const [path] of allPlaces()) {
    await goTo(page, path)
    await page.locator('.sb-loading, .bp6-skeleton').first().waitFor({ state: 'attached' })
    expect(await overflowOf(page), path).toEqual([])
    expect(await clippedText(page), path).toEqual([])
  }
})

test('an error with Try again is not clipped and does not move content below', async () => {
  const page = await admin.staff('/admin', { expected: failedAnswer })
  await breakCalls(page, '/api/admin/inbound-sms/page')
  await goTo(page, '/admin?tab=sms')
  await page.getByText('Error loading SMS messages').waitFor()
  const below = async (part: Locator) => {
    const box = await part.boundingBox()
    return (page.viewportSize()?.height ?? 0) - (box ? box.y + box.height : Number.NaN)
  }
  // Below it is only the strip of toasts.
  expect(await below(page.locator('.sb-sms-foot'))).toBeLessThan(50)

  await page.unrouteAll()
  await breakCalls(page, '/api/admin/conversation/')
  await page.setViewportSize({ width: 375, height: 812 })
  await goTo(page, '/admin?tab=sms&reply=%2B447700900301')
  const again = page.getByRole('dialog').getByRole('button', { name: 'Try again' })
  await again.waitFor()
  const cut = await again.evaluate((button) => {
    const frame = button.closest('.sb-reply-history')?.getBoundingClientRect()
    return button.getBoundingClientRect().bottom - (frame?.bottom ?? 0)
  })
  expect(cut).toBeLessThan(0)
})
