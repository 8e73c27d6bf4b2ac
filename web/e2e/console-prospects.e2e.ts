import type { Locator, Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeFindings, openConsole, toastTexts } from './openConsole.ts'
import { coveredBy } from './pageHelpers.ts'

// Slow enough that a campaign of a hundred texts runs during the whole test.
const admin = openConsole({ SEND_RATE_PER_SECOND: '6' })
const { staff } = admin

const categories = ['Nail Salon', 'Day Spa', 'Barbershop']
const mobile = (n: number) => `+447700900${String(n).padStart(3, '0')}`
const salons = Array.from({ length: 300 }, (_, n) => ({
  name: `Salon ${String(n).padStart(3, '0')}`,
  category: categories[n % 3],
  country: n % 2 ? 'GB' : 'IE',
  phone: mobile(n),
  phone_type: 'mobile',
  address: `${n} Mare St, London`,
  rating: n % 7 === 0 ? null : 3 + (n % 20) / 10,
  review_count: n % 5 === 0 ? null : n,
  team_size: n % 2 ? 1 : 12,
}))
const landlines = Array.from({ length: 5 }, (_, n) => ({
  name: `Zebra ${n}`,
  category: 'Tattoo',
  country: 'GB',
  phone: `+44163296000${n}`,
  phone_type: 'landline',
}))

beforeAll(async () => {
  await admin.importProspects([...salons, ...landlines])
})

const cards = (page: Page) => page.getByRole('table', { name: 'Prospects' }).locator('tbody').getByRole('row')
const card = (page: Page, name: string) => cards(page).filter({ hasText: name })
const showing = (page: Page, words: string) => page.getByText(words, { exact: true }).waitFor()
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' })
const drawer = (page: Page) => page.getByRole('dialog')
const open = async (path = '/admin?tab=prospects', options = {}) => {
  const page = await staff(path, options)
  await cards(page).first().waitFor()
  return page
}

test('the tab loads few files, first texts after the list', async () => {
  const page = await open()
  const scripts = () =>
    page.evaluate(() => {
      const loads = performance.getEntriesByType('resource')
      return loads.filter(({ name }) => name.endsWith('.js')).map(({ name }) => name.replace(/.*\//, ''))
    })
  const later = (names: string[]) => names.findIndex((name) => name.startsWith('FirstTextsDrawer-'))
  await expect.poll(async () => later(await scripts())).toBeGreaterThan(0)
  const all = await scripts()
  expect(all.slice(0, later(all)).length).toBeLessThan(20)
  expect(all.filter((name) => /^(?!Prospects)[A-Z][a-z]+Tab-/.test(name))).toEqual([])
})

test('a card shows all details of a prospect', async () => {
  const page = await open()
  await showing(page, 'Showing 305 of 305 prospects')
  const [words = ''] = await card(page, 'Salon 004').allInnerTexts()
  expect(words.split(/\s*\n\s*/).filter(Boolean)).toEqual([
    'Salon 004',
    'Day Spa',
    '+44 7700 900004',
    'mobile',
    '4 Mare St, London',
    'IE',
    '3.4',
    '4 reviews',
    '12 employees',
    'No Status',
  ])
  const [bare = ''] = await card(page, 'Salon 000').allInnerTexts()
  expect(bare).toContain('No rating')
  expect(bare).toContain('No reviews')
})

test('rows have no gaps at any scroll position', async () => {
  const page = await open()
  await showing(page, 'Showing 305 of 305 prospects')
  const whole = page.locator('.sb-prospects')
  /** First and last visible names, pixels left to scroll, and gaps between rows. */
  const seen = (to: number) =>
    whole.evaluate(async (list, to) => {
      list.scrollTo(0, to)
      const rows = () => [...list.querySelectorAll<HTMLElement>('.sb-prospect')]
      const box = list.getBoundingClientRect()
      const inSight = () =>
        rows().filter((row) => {
          const { top, bottom } = row.getBoundingClientRect()
          return bottom > box.top && top < box.bottom
        })
      const filled = () => {
        const [first, last] = [inSight()[0], inSight().at(-1)].map((row) => row?.getBoundingClientRect())
        return first && last && first.top <= box.top + 6 && last.bottom >= box.bottom - 72
      }
      while (!filled()) await new Promise(requestAnimationFrame)
      const edges = rows().map((row) => row.getBoundingClientRect())
      return {
        first: inSight()[0]?.querySelector('button')?.textContent,
        last: inSight().at(-1)?.querySelector('button')?.textContent,
        gaps: [...new Set(edges.slice(1).map(({ top }, n) => top - (edges[n]?.bottom ?? 0)))],
        styles: new Set(rows().map((row) => row.getAttribute('style'))).size,
        room: list.scrollHeight,
      }
    }, to)
  const room = 305 * (58 + 6) - 6 + 72
  expect(await seen(0)).toMatchObject({ first: 'Salon 000', gaps: [6], styles: 1, room })
  expect(await seen(100 * 64)).toMatchObject({ first: 'Salon 100', gaps: [6], styles: 1, room })
  expect(await seen(room)).toMatchObject({ last: 'Zebra 4', gaps: [6], styles: 1, room })
  expect(await seen(40 * 64 + 5)).toMatchObject({ first: 'Salon 040', gaps: [6], styles: 1, room })
})

describe('statuses', () => {
  test('a bulk status change applies to the filtered list, immediately, and is restored when it fails', async () => {
    const page = await open('/admin?tab=prospects', { expected: /500|Failed to load resource/ })
    await page.getByLabel('Category').selectOption('Barbershop')
    await page.getByText('Select all 100').click()
    await bar(page).getByText('100 selected').waitFor()
    await page.getByLabel('Category').selectOption('Day Spa')
    await bar(page).getByText('100 not in this list').waitFor()
    await page.getByLabel('Category').selectOption('Barbershop')

    await page.route('**/api/admin/prospects/bulk-status', (route) =>
      route.fulfill({ status: 500, body: '{}' }),
    )
    await page.clock.install()
    await bar(page).getByRole('button', { name: 'Mark Contacted' }).click()
    // Time is faked from here on, so that the toast does not disappear on a slow machine.
    await page.clock.pauseAt(Date.now() + 500)
    const shown = (part: Locator) =>
      expect.poll(async () => {
        await page.clock.runFor(20)
        return part.count()
      })
    await shown(page.locator('.sb-toast')).toBe(1)
    await expect.poll(() => toastTexts(page)).toEqual(['Update Failed', 'Failed to update contact status'])
    // The list renders in a separate task, which needs time to pass too.
    await shown(page.getByRole('button', { name: 'Status of Salon 002: No Status' })).toBe(1)
    await bar(page).getByText('100 selected').waitFor()
    // On a phone it stands above the bars, over rows.
    for (const width of [768, 1024, 1920, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.clock.runFor(500)
      expect(await coveredBy(page, '.sb-toast'), `${width}`).toEqual([])
    }
    await page.clock.resume()

    await page.unrouteAll()
    await bar(page).getByRole('button', { name: 'Mark Selected' }).click()
    await page.getByRole('button', { name: 'Status of Salon 002: Selected' }).waitFor()
    await page.locator('.sb-toast').getByText('Contact status updated successfully').waitFor()
    await bar(page).waitFor({ state: 'detached' })
    const api = await admin.api()
    const stored = await api.prospects.list()
    expect(stored.filter(({ contactStatus }) => contactStatus === 'Selected')).toHaveLength(100)
  })
})

test('keys move, select, select a range and clear', async () => {
  const page = await open()
  await page.keyboard.press('f')
  await expect.poll(() => toastTexts(page)).toEqual(['No Selection', 'Please select prospects to text'])
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  for (let n = 0; n < 4; n++) await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await bar(page).getByText('5 selected').waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Select Salon 004',
  )
  await page.keyboard.press('k')
  await page.keyboard.press('x')
  await bar(page).getByText('4 selected').waitFor()
  await page.keyboard.press('Escape')
  await bar(page).waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Salon 003', level: 2 }).waitFor()
})

describe('first texts', () => {
  test('a field is inserted at the caret, and the sample equals the text that arrives', async () => {
    const page = await open()
    await page.getByRole('searchbox', { name: 'Search prospects' }).fill('Salon 03')
    await showing(page, 'Showing 10 of 305 prospects')
    await page.getByText('Select all 10').click()
    await bar(page).getByRole('button', { name: 'Send First Texts...' }).click()
    await drawer(page).getByText('They agreed to texts from us').click()
    const words = drawer(page).getByRole('textbox', { name: 'Text', exact: true })
    await words.fill('Hi , Salonback here about your {category}.')
    await words.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(3, 3))
    await drawer(page).getByRole('button', { name: 'Insert name' }).click()
    const preview = drawer(page).getByRole('complementary', { name: 'Preview' })
    await preview.getByText('10 texts, 10 segments').waitFor()
    const [sample] = await preview.locator('.sb-bubble').allInnerTexts()
    expect(sample).toBe('Hi Salon 030, Salonback here about your Nail Salon. Reply STOP to opt out.')
    await preview.getByRole('button', { name: 'Next recipient' }).click()
    await preview.getByText('To Salon 031').waitFor()
    await drawer(page).getByRole('button', { name: 'Send 10 First Texts' }).click()
    await drawer(page).getByText('Finished').waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(await admin.arrived(mobile(30))).toEqual([sample])
  })

  test('a running campaign can be paused, resumed and canceled, and is linked in the rail', async () => {
    const page = await open()
    await page.getByRole('searchbox', { name: 'Search prospects' }).fill('Salon 1')
    await showing(page, 'Showing 100 of 305 prospects')
    await page.getByText('Select all 100').click()
    await page.keyboard.press('f')
    await drawer(page).getByText('They agreed to texts from us').click()
    await drawer(page).getByRole('button', { name: 'Send 100 First Texts' }).click()
    await drawer(page).getByText('Running', { exact: true }).waitFor()
    await page.keyboard.press('p')
    await drawer(page).getByText('Paused', { exact: true }).waitFor()
    await page.keyboard.press('u')
    await drawer(page).getByText('Running', { exact: true }).waitFor()
    await page.keyboard.press('p')
    await drawer(page).getByText('Paused', { exact: true }).waitFor()
    await drawer(page).getByText('on hold while paused').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('p')
    await drawer(page).getByText('Running', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /First texts going out/ }).click()
    await drawer(page).getByRole('button', { name: 'Pause' }).click()
    await drawer(page).getByText('Paused', { exact: true }).waitFor()
    await drawer(page).getByRole('button', { name: 'Cancel the rest...' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the Rest' }).click()
    await drawer(page).getByText('They will not be sent').waitFor({ state: 'detached' })
    await drawer(page).locator('.sb-badge').getByText('Canceled').waitFor()
    const api = await admin.api()
    const [latest] = await api.firstTexts.list()
    expect(latest).toMatchObject({ state: 'canceled', queued: 0, total: 100 })
    expect(latest?.canceled).toBeGreaterThan(0)
    expect(latest?.canceled).toBeLessThan(100)
  })
})

test('changes by others appear in the list', async () => {
  const page = await open()
  const api = await admin.api()
  const salon = (await api.prospects.list()).find(({ name }) => name === 'Salon 007')
  await page.getByRole('checkbox', { name: 'Select Salon 003' }).check({ force: true })
  await api.prospects.setStatus({ id: salon?.id ?? '', contactStatus: 'Submitted' })
  await page.getByRole('button', { name: 'Status of Salon 007: Submitted' }).waitFor()
  expect(await page.getByRole('checkbox', { name: 'Select Salon 003' }).isChecked()).toBe(true)
  await page.getByRole('searchbox', { name: 'Search prospects' }).fill('Aardvark')
  await page.getByText('No prospects found matching your filters.').waitFor()
  await admin.importProspects([{ ...salons[0], name: 'Aardvark', phone: mobile(900) }])
  await cards(page).filter({ hasText: 'Aardvark' }).waitFor()
})
