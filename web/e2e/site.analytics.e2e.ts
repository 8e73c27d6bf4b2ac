import { expect, test } from 'vitest'
import { axeViolations } from './axe.ts'
import { openSite, overflowingElements, toastTexts, type VisitOptions, writeMessage } from './openSite.ts'
import { coveredBy } from './pageHelpers.ts'

const { newPage, goTo } = openSite({ ANALYTICS_ID: 'G-TEST123456' })

const google = /googletagmanager|Failed to load resource/

/** A page with a fake, empty Google script; counts its requests. */
async function counted(options: VisitOptions = {}) {
  const page = await newPage({ expectedErrors: google, ...options })
  const calls: string[] = []
  await page.route(google, (route) => {
    calls.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  /** Queued events as action and category. */
  const events = () =>
    page.evaluate(() =>
      (window.dataLayer ?? []).flatMap((command) => {
        const { 0: kind, 1: action, 2: details } = Object(command)
        return kind === 'event' ? [[action, details.event_category]] : []
      }),
    )
  return { page, calls, events }
}

test('nothing loads before consent; then a submission sends an event', async () => {
  const { page, calls, events } = await counted()
  await goTo(page, '/')
  expect(calls).toEqual([])
  await page.getByRole('button', { name: 'I agree' }).click()
  await expect.poll(() => calls).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-TEST123456'])
  expect(await page.getByRole('button', { name: 'I agree' }).count()).toBe(0)
  await page.getByLabel('Mobile number').fill('07700 900123')
  await page.getByRole('button', { name: 'Send Me More Details' }).click()
  await toastTexts(page)
  expect(await events()).toEqual([['generate_lead', 'lead_generation']])

  await goTo(page, '/contact')
  expect(calls).toHaveLength(2)
  await writeMessage(page)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await toastTexts(page)
  expect(await events()).toEqual([['contact_message', 'contact']])
})

test('the consent banner covers no content at any width and has no axe violations', async () => {
  const { page } = await counted({ bypassCSP: true })
  for (const path of ['/', '/contact', '/uksalon', '/privacy', '/nowhere']) {
    await goTo(page, path)
    await page.getByRole('button', { name: 'I agree' }).waitFor()
    expect(await axeViolations(page), path).toEqual([])
    expect(await overflowingElements(page), path).toEqual([])
    await page.setViewportSize({ width: 375, height: 700 })
    const buttons = await page.locator('main :is(a[href], button), main input:not(.unseen input)').all()
    for (const button of buttons) {
      await button.scrollIntoViewIfNeeded()
      expect(await coveredBy(page, '.consent-bar'), path).toEqual([])
    }
  }
})

test('a refusal is remembered and can be changed on the privacy page', async () => {
  const { page, calls } = await counted()
  await goTo(page, '/')
  await page.getByRole('button', { name: 'No thanks' }).click()
  await goTo(page, '/privacy')
  expect(await page.getByRole('button', { name: 'No thanks' }).count()).toBe(0)
  expect(calls).toEqual([])
  await page.getByRole('button', { name: 'Change my choice' }).click()
  await page.getByRole('button', { name: 'I agree' }).click()
  await expect.poll(() => calls.length).toBe(1)
})
