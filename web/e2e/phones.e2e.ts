import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { axeViolations } from './axe.ts'
import { openSite } from './openSite.ts'

const { visit, newPage, origin } = openSite()

/** Requests details on the site, so that the handset gets a text. Numbers are far apart: consecutive ones pause sending. */
async function askForDetails(mobileNumber: string) {
  const { request } = await newPage()
  const answer = await request.post(`${origin()}/api/leads`, {
    data: { mobileNumber },
    headers: { origin: origin() },
  })
  expect(answer.status()).toBe(200)
}

const texts = (page: Page) => page.getByRole('log', { name: 'Texts' })

test('a text arrives on the handset, which replies, stops and starts again', async () => {
  const page = await visit('/dev/phones')
  await askForDetails('+447700900311')
  await page.getByRole('link', { name: '+44 7700 900311' }).click()
  await texts(page).getByText('Reply STOP to opt out').waitFor()
  expect(await texts(page).getByRole('link').getAttribute('href')).toContain('/uksalon?mobile=447700900311')

  await page.getByRole('button', { name: 'Yes please' }).click()
  await texts(page).locator('.mine.yes', { hasText: 'Yes please' }).waitFor()

  await page.getByRole('textbox', { name: 'Text to send as the owner' }).fill('How much is it?')
  await page.keyboard.press('Enter')
  await texts(page).locator('.mine', { hasText: 'How much is it?' }).waitFor()
  const composer = page.getByRole('textbox', { name: 'Text to send as the owner' })
  await expect.poll(() => composer.inputValue()).toBe('')

  await page.getByRole('button', { name: 'STOP' }).click()
  await texts(page).getByText('You have successfully been unsubscribed').waitFor()
  await page.getByRole('link', { name: '+44 7700 900311' }).getByText('Stopped').waitFor()
})

test('handsets can be searched and mark unread texts', async () => {
  await askForDetails('+447700900321')
  await askForDetails('+447700900331')
  const page = await visit('/dev/phones')
  const line = page.getByRole('link', { name: '+44 7700 900321' })
  await line.getByText('1 new').waitFor()
  await page.getByRole('searchbox', { name: 'Search' }).fill('900321')
  await page.getByRole('link', { name: '+44 7700 900331' }).waitFor({ state: 'detached' })
  await line.click()
  await texts(page).getByText('Salonback').first().waitFor()
  await page.reload()
  expect(await page.getByRole('heading', { name: '+44 7700 900321' }).count()).toBe(1)
  await page.goBack()
  await line.waitFor()
  await line.getByText('1 new').waitFor({ state: 'detached' })
})

test('a text can have a picture', async () => {
  await askForDetails('+447700900341')
  const page = await visit('/dev/phones?number=%2B447700900341')
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 60, height: 60 } })
  await page.locator('#picture').setInputFiles({ name: 'chair.png', mimeType: 'image/png', buffer })
  await texts(page).getByRole('img', { name: 'Picture' }).waitFor()
  const wide = await texts(page)
    .getByRole('img')
    .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))
  expect(wide).toBe(60)
})

test('faults are injected, described and cleared', async () => {
  const page = await visit('/dev/phones')
  await page.getByLabel('Fault', { exact: true }).selectOption({ label: 'Report it as undelivered' })
  await page.getByLabel('Error code').fill('30003')
  await page.getByLabel('For how many texts').fill('1')
  await page.getByRole('button', { name: 'Add fault' }).click()
  await page
    .getByText('Report it as undelivered (code 30003), for every handset, 1 more text', { exact: true })
    .waitFor()
  await askForDetails('+447700900351')
  await page.getByText('No faults are active.').waitFor()
  await page.getByRole('link', { name: '+44 7700 900351' }).click()
  await texts(page).getByText('Reported as undelivered (30003)').waitFor()
  await page.getByLabel('Fault', { exact: true }).selectOption({ label: 'Answer 429, too many requests' })
  expect(await page.getByLabel('Error code').isVisible()).toBe(false)
  await page.getByLabel('For which handset').fill('')
  await page.getByLabel('For how many texts').fill('')
  await page.getByRole('button', { name: 'Add fault' }).click()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByText('No faults are active.').waitFor()
})

test.each([
  [1280, 800],
  [375, 740],
])('at %i pixels nothing overflows and axe finds no violations', async (width, height) => {
  await askForDetails('+447700900361')
  const page = await visit('/dev/phones', { viewport: { width, height } })
  const look = async () => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await axeViolations(page)).toEqual([])
  }
  await page.getByRole('link', { name: '+44 7700 900361' }).waitFor()
  await look()
  await page.getByRole('link', { name: '+44 7700 900361' }).click()
  await texts(page).getByText('Salonback').first().waitFor()
  await look()
  if (width < 760) {
    await page.getByRole('link', { name: 'Handsets', exact: true }).click()
    await page.getByRole('searchbox', { name: 'Search' }).waitFor()
  }
})
