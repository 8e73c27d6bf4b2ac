import { movedClock } from '@salonback/shared/testing/movedClock.ts'
import type { Page } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { axeFindings, openConsole } from './openConsole.ts'
import { salonRecord } from './pageHelpers.ts'

// Sessions end when the clock moves by days, so pages are opened again after it.
const clock = movedClock()
const admin = openConsole({ ...clock.settings, QUIET_HOURS: '00:00-24:00' })
afterAll(clock.remove)

const phone = (n: number) => `+44770090037${n}`
const salons = ['Opal Spa', 'Rose Spa', 'Jade Spa'].map((name, n) => salonRecord(name, phone(n)))

const row = (page: Page) => page.locator('.sb-campaign').first()
const secondTo = async (n: number) => (await admin.arrived(phone(n))).filter((text) => text.includes('again'))

/** Opens the form for all prospects and chooses a second text by keyboard. */
async function compose(page: Page) {
  await page.getByText('Select all 3').click()
  await page.getByRole('button', { name: 'Send First Texts...' }).click()
  await page.getByText('A published business number').click()
  expect(await page.getByRole('textbox', { name: 'Second text' }).count()).toBe(0)
  await page.getByLabel('To salons that have not answered').focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('textbox', { name: 'Second text' }).waitFor()
}

test.each([
  ['light', 1280],
  ['dark', 375],
] as const)('the form previews both texts: %s, %i px', async (colorScheme, width) => {
  if (colorScheme === 'light') await admin.importProspects(salons)
  const page = await admin.staff('/admin?tab=prospects', { colorScheme, viewport: { width, height: 800 } })
  await compose(page)
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await preview.getByText('3 days later, if there is no answer').waitFor()
  await preview.getByText(/^Up to 3 texts, 3 segments\. Cost:/).waitFor()
  await page.getByRole('textbox', { name: 'Second text' }).fill('Hi {who}, Salonback again')
  await page.getByText('There is no field {who}.').first().waitFor()
  expect(await axeFindings(page)).toEqual([])
})

test('those who did not answer get one second text, and two consoles show it live', async () => {
  const page = await admin.staff('/admin?tab=prospects', { expected: /401/ })
  await compose(page)
  await page.getByRole('button', { name: 'Send 3 First Texts' }).click()
  await page.getByRole('heading', { name: 'Second text', exact: true }).waitFor()
  await admin.makeTextsDue()
  await page.getByText('3 of 3 done').waitFor()
  await admin.text(phone(0), 'Who is this?')
  await page.goto(`${admin.origin()}/admin?tab=dash`)
  await row(page)
    .getByText(/^To salons that have not answered, from /)
    .waitFor()
  expect(await page.locator('.sb-running').count()).toBe(0)

  clock.advanceDays(3)
  const [maya, sam] = [await admin.staff('/admin?tab=dash'), await admin.staff('/admin?tab=dash')]
  for (const console of [maya, sam]) await row(console).getByText('0 of 2', { exact: true }).waitFor()
  await admin.makeTextsDue()
  await row(sam).getByText('2 of 2', { exact: true }).waitFor()
  await row(sam).getByText('Finished', { exact: true }).waitFor()
  expect(await Promise.all([0, 1, 2].map(secondTo))).toMatchObject([
    [],
    [expect.stringContaining('Rose')],
    [expect.stringContaining('Jade')],
  ])
  await row(maya)
    .getByRole('button', { name: /^View the first texts/ })
    .click()
  const progress = maya.getByRole('dialog', { name: 'First Texts' })
  await progress.getByText('2 of 2 done').waitFor()
  await progress.getByText('3 days later, if there is no answer').waitFor()
  expect(await axeFindings(maya)).toEqual([])
})
