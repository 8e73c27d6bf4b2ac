import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { openConsole } from './openConsole.ts'
import { importFile, salonRecord } from './pageHelpers.ts'

const admin = openConsole({ SEND_RATE_PER_SECOND: '100' })

const mobile = (n: number) => `+44770090045${n}`
const own = '+447700900459'
const prospects = Array.from({ length: 3 }, (_, n) => salonRecord(`Opal Spa ${n}`, mobile(n)))
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Send First Texts' })

/** Clicks a control and counts the click. */
function countedClicks() {
  let clicks = 0
  const press = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  return { press, clicks: () => clicks }
}

test('from a file to a running campaign in 8 clicks', async () => {
  const page = await admin.staff('/admin')
  const { press, clicks } = countedClicks()
  await press(page.getByRole('tab', { name: 'Import' }))
  const chooser = page.waitForEvent('filechooser')
  await press(page.getByRole('button', { name: 'Choose File' }))
  await (await chooser).setFiles(importFile(prospects))
  await press(page.getByRole('button', { name: 'Import', exact: true }))
  await page.getByText('Import Completed', { exact: true }).waitFor()
  await press(page.getByRole('tab', { name: 'Prospects' }))
  await press(page.getByText('Select all 3'))
  await press(
    page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Send First Texts...' }),
  )
  await press(drawer(page).getByText('A published business number'))
  await press(drawer(page).getByRole('button', { name: 'Send 3 First Texts' }))
  await page.getByRole('dialog', { name: 'First Texts' }).getByText('Finished').waitFor()
  expect(clicks()).toBe(8)
  for (const n of [0, 1, 2]) expect(await admin.arrived(mobile(n))).toHaveLength(1)
})

/** Selects all of these salons and opens the form, with the keyboard. */
async function compose(page: Page, salons: string, count: number) {
  await page.getByRole('searchbox', { name: 'Search prospects' }).fill(salons)
  await page.getByText(`Showing ${count} of ${3 + count} prospects`).waitFor()
  await page.getByText(`Select all ${count}`).click()
  await page.keyboard.press('f')
  await drawer(page).getByText(`${count} get the text`).waitFor()
}

test('staff send a test to their own phone, reuse an earlier text with its results, and name a campaign', async () => {
  await admin.importProspects([
    salonRecord('Quartz Bar', '+447700900455'),
    salonRecord('Quartz Rooms of a very long street name', '+447700900456'),
  ])
  const page = await admin.staff('/admin?tab=prospects')
  await compose(page, 'Quartz', 2)
  await drawer(page).getByRole('button', { name: 'add your number' }).press('Enter')
  await page.getByLabel('Your mobile number').fill('07700 900459')
  await page.keyboard.press('Enter')
  await page.locator('.sb-toast').getByText('Tests go to +44 7700 900459.').waitFor()
  await page.getByRole('dialog', { name: /^Your account/ }).press('Escape')
  await drawer(page).getByRole('textbox', { name: 'Text', exact: true }).fill('')
  await drawer(page)
    .getByRole('list', { name: 'Checks' })
    .getByText('Not yet')
    .nth(2)
    .waitFor({ state: 'attached' })
  await drawer(page).getByRole('button', { name: 'Earlier texts...' }).press('Enter')
  const earlier = page.getByRole('dialog', { name: 'Earlier texts' })
  await earlier.getByText(/^3 sent · \d+\.\d% delivered · 0\.0% answered · 0\.0% opted out$/).waitFor()
  await earlier.getByRole('button', { name: /^Use this text/ }).press('Enter')
  await drawer(page).getByText('More than 1 segment').waitFor()
  await drawer(page).getByRole('button', { name: 'Send a test to me' }).press('Enter')
  await expect
    .poll(() => admin.arrived(own))
    .toEqual([expect.stringMatching(/^Test: Hi Quartz Bar, Salonback/)])
  await drawer(page).getByLabel('Name (optional)').fill('Nails in autumn')
  await drawer(page).getByText('They agreed to texts from us').click()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'Nails in autumn' }).waitFor()
  await page.goto(`${admin.origin()}/admin?tab=dash`)
  const results = page.getByRole('region', { name: 'Results by campaign' })
  await results.getByRole('button', { name: 'Nails in autumn' }).waitFor()
  expect(await (await admin.api()).metrics.sms()).toMatchObject({ initialContactSent: 5, needsReview: 0 })

  await admin.text(own, 'STOP')
  const optOuts = async () => (await (await admin.api()).inbox.optOuts()).map((one) => one.phoneNumber)
  await expect.poll(optOuts).toEqual([own])
})
