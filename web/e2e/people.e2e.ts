import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { axeFindings, openConsole } from './openConsole.ts'
import { call, contactMessage, overflowOf, questionnaire, salonRecord } from './pageHelpers.ts'

const admin = openConsole()
const PHONE = '+447700900301'
const personPath = '/admin/people/%2B447700900301'

/** A prospect who is a lead, filled in the questionnaire and wrote to us. */
beforeAll(async () => {
  await admin.importProspects([
    salonRecord('Opal Spa', PHONE),
    ...Array.from({ length: 12 }, (_, n) => salonRecord(`Rose ${n}`, `07700 9004${10 + n}`)),
  ])
  const page = await admin.staff()
  await call(page, 'POST', '/api/leads', { mobileNumber: PHONE, country: 'GB' })
  await call(page, 'POST', '/api/waitlist', { ...questionnaire, mobileNumber: PHONE })
  // The same address as in the questionnaire joins the message to the person.
  await call(page, 'POST', '/api/contact', { ...contactMessage, email: questionnaire.email })
  await admin.text(PHONE, 'Yes, call me please')
})

const title = (page: Page) => page.getByRole('heading', { level: 2, name: 'Opal Spa' })
const field = (page: Page) => page.getByRole('combobox', { name: 'Search everything' })

test.each(['/admin', '/admin?tab=sms', '/admin/sms', '/admin/salons', '/admin/salons/replies'])(
  'six keys find a person from %s',
  async (path) => {
    const page = await admin.staff(path)
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
    await page.locator('.sb-app').waitFor()
    const keys = ['Control+k', 'o', 'p', 'a', 'l', 'Enter']
    expect(keys).toHaveLength(6)
    for (const key of keys) await page.keyboard.press(key)
    await page.waitForURL(`**${personPath}`)
    await title(page).waitFor()
  },
)

test('the page shows the history of a number at every width, and a new text appears', async () => {
  const page = await admin.staff(personPath)
  await title(page).waitFor()
  for (const words of ['Imported as a prospect', 'Filled in the questionnaire', 'Wrote a contact message'])
    await page.getByText(words).waitFor()
  for (const width of [375, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await overflowOf(page), String(width)).toEqual([])
  }
  expect(await axeFindings(page)).toEqual([])
  await admin.text(PHONE, 'Are you there?')
  await page.getByText('Are you there?').waitFor()
  await page.getByRole('link', { name: 'Wrote a contact message' }).click()
  await page.getByRole('dialog', { name: 'Contact Message Details' }).waitFor()
})

test('a button opens the search by touch, and a line leads to the search of its tab', async () => {
  const page = await admin.staff('/admin', {
    viewport: { width: 375, height: 780 },
    hasTouch: true,
    isMobile: true,
  })
  await page.getByRole('button', { name: 'Search everything' }).tap()
  await page.getByRole('option', { name: 'Log out' }).waitFor()
  expect(await page.getByRole('option', { name: 'Keyboard shortcuts' }).count()).toBe(0)
  await field(page).fill('rose')
  await page.getByRole('option', { name: /^Rose 0/ }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('option', { name: 'and 4 more' }).tap()
  await page.getByText('Showing 12 of 13 prospects').waitFor()
})

test('the search stays closed over a dialog, and Escape returns the focus', async () => {
  const page = await admin.staff('/admin?account=password')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(await field(page).count()).toBe(0)
  const button = page.getByRole('button', { name: 'Search everything' })
  await button.click()
  await field(page).waitFor()
  await page.keyboard.press('Escape')
  await field(page).waitFor({ state: 'hidden' })
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('leads, waitlist and contact messages show what is known about the number', async () => {
  const page = await admin.staff('/admin?tab=leads', { viewport: { width: 1280, height: 800 } })
  await page.getByText(/^Details /).waitFor()
  await page.getByRole('link', { name: '+44 7700 900301' }).click()
  await title(page).waitFor()
  await page.goto(`${admin.origin()}/admin?tab=waitlist`)
  await page.getByRole('link', { name: 'Opal Spa' }).waitFor()
  await page.getByRole('button', { name: /^View Details/ }).click()
  const card = await page.locator('.sb-response').boundingBox()
  expect(card?.height).toBe(384)
  expect((card?.y ?? 0) + 384).toBeLessThanOrEqual(800)
  await page.getByRole('button', { name: 'Create salon' }).waitFor()
  await page.goto(`${admin.origin()}/admin?tab=contact`)
  await page.getByRole('button', { name: 'Done with the message from Olga' }).click()
  await page.getByRole('button', { name: 'Reopen the message from Olga' }).waitFor()
})
