import { logIn } from '@salonback/shared/testing/server.ts'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import {
  expectFailureToasts,
  goodMessage,
  openSite,
  overflowingElements,
  pageText,
  toastTexts,
  whileWaiting,
  writeMessage,
} from './openSite.ts'
import { call, contactMessage, coveredBy, failedAnswer, gate } from './pageHelpers.ts'

const { visit, newPage, goTo, origin } = openSite()

const wrong = (page: Page) => page.locator('[aria-invalid=true]')

describe('the lead form', () => {
  const number = (page: Page) => page.getByLabel('Mobile number')
  const send = (page: Page) => page.getByRole('button', { name: 'Send Me More Details' }).click()
  const refusal = 'Please enter a valid mobile number'

  test('offers three countries with flags, preselecting the visitor’s', async () => {
    const page = await newPage()
    await page.route('**/api/visitor-country', (route) => route.fulfill({ json: { country: 'IE' } }))
    await goTo(page, '/')
    const country = page.getByLabel('Country')
    expect(await country.locator('option').allInnerTexts()).toEqual([
      'United States (+1)',
      'United Kingdom (+44)',
      'Ireland (+353)',
    ])
    await page.locator('.composer-chosen', { hasText: 'IE +353' }).waitFor()
    await country.selectOption('US')
    expect(await pageText(page, '.composer-chosen')).toContain('US +1')
    expect(await page.locator('.composer-chosen .flag').count()).toBe(1)
    expect(await number(page).getAttribute('placeholder')).toBe('(202) 555-0142')
  })

  test('shows an error under the field for empty and invalid input, and removes it on typing', async () => {
    const page = await visit('/')
    for (const typed of ['', '12', '+44 07700 900123', 'not a number']) {
      await number(page).fill(typed)
      await send(page)
      await page.getByText(refusal).waitFor()
      expect(await wrong(page).getAttribute('aria-describedby')).toBe('lead-number-error')
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('lead-number')
      await number(page).press('1')
      await page.getByText(refusal).waitFor({ state: 'detached' })
      expect(await wrong(page).count()).toBe(0)
    }
  })

  test('shows Sending..., then the server’s message, and clears the field', async () => {
    const page = await visit('/')
    await number(page).fill('07700 900 321')
    const button = page.locator('.composer button')
    const width = (await button.boundingBox())?.width
    const calls = await whileWaiting(
      page,
      '/api/leads',
      () => send(page),
      async () => {
        await page.getByRole('button', { name: 'Sending...' }).waitFor()
        expect((await button.boundingBox())?.width).toBe(width)
        await button.click({ force: true })
      },
    )
    const [title, text] = await toastTexts(page)
    expect(title).toBe('Success!')
    expect(text).toMatch(/\w{4}/)
    expect(await number(page).inputValue()).toBe('')
    expect(calls()).toBe(1)
    const leads = await (await logIn(origin())).staff.leads.list()
    expect(leads.map(({ mobileNumber }) => mobileNumber)).toContain('+447700900321')
  })

  test('shows the error, keeps the number and can be sent again', async () => {
    const page = await visit('/', { expectedErrors: failedAnswer })
    await number(page).fill('+353 20 912 0142')
    await page.locator('.composer-chosen', { hasText: 'IE +353' }).waitFor()
    await expectFailureToasts(page, '/api/leads', 'Something went wrong. Please try again.', () => send(page))
    expect(await number(page).inputValue()).toBe('+353 20 912 0142')
    await send(page)
    expect((await toastTexts(page))[0]).toBe('Success!')
  })

  test('shows a field error of the server under the field', async () => {
    const page = await visit('/', { expectedErrors: failedAnswer })
    await page.route('**/api/leads', (route) =>
      route.fulfill({ status: 422, json: { message: 'Not sent', fields: { mobileNumber: refusal } } }),
    )
    await number(page).fill('07700 900322')
    await send(page)
    await page.locator('#lead-number-error', { hasText: refusal }).waitFor()
  })

  test('asks for confirmation of a number from another country, and thanks for unreadable ones', async () => {
    const page = await visit('/')
    const calls: unknown[] = []
    page.on(
      'request',
      (request) => request.url().endsWith('/api/leads') && calls.push(request.postDataJSON()),
    )
    await number(page).fill('087 123 4567')
    await send(page)
    await page.getByText('Is this an Irish number?').waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Yes, use +353')
    expect(await overflowingElements(page)).toEqual([])
    expect(calls).toEqual([])
    await page.getByRole('button', { name: 'Yes, use +353' }).click()
    expect(await pageText(page, '.composer-chosen')).toContain('IE +353')
    await page.keyboard.press('Enter')
    expect((await toastTexts(page))[0]).toBe('Success!')
    for (const width of [320, 375, 768, 1280]) {
      await page.setViewportSize({ width, height: 700 })
      await page.locator('.composer').scrollIntoViewIfNeeded()
      await expect.poll(() => coveredBy(page, '.toast')).toEqual([])
    }
    await page.locator('.toast').getByRole('button', { name: 'Close' }).click()
    expect(calls).toEqual([{ mobileNumber: '+353871234567', country: 'IE', website: '' }])

    await page.getByLabel('Country').selectOption('GB')
    await number(page).fill('0871234568')
    await send(page)
    await page.getByRole('button', { name: 'No, keep +44' }).click()
    expect(await page.getByText('Is this an Irish number?').count()).toBe(0)
    await send(page)
    expect(await toastTexts(page)).toEqual(['Success!', expect.stringContaining('If no text arrives')])
    expect(await overflowingElements(page)).toEqual([])
    await page.getByLabel('Country').selectOption('US')
    await number(page).fill('1102555014')
    await send(page)
    await expect.poll(() => calls).toHaveLength(3)
    expect(await toastTexts(page)).toEqual(['Success!', expect.stringContaining('If no text arrives')])
    expect(await page.getByText('on their way').count()).toBe(0)
    await expect.poll(() => number(page).inputValue()).toBe('')
  })

  test('can be filled in and sent with the keyboard', async () => {
    const page = await visit('/')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    await page.getByLabel('Country').focus()
    await page.keyboard.press('U')
    await page.keyboard.press('Tab')
    await page.keyboard.type('(202) 555-0143')
    await page.keyboard.press('Enter')
    expect((await toastTexts(page))[0]).toBe('Success!')
    await page.keyboard.press('F8')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Close')
    await page.keyboard.press('Enter')
    await page.locator('.toast').waitFor({ state: 'detached' })
  })
})

describe('the contact form', () => {
  const send = (page: Page) => page.getByRole('button', { name: 'Send Message' }).click()
  const sentences = {
    Name: 'Name is required',
    Email: 'Please enter a valid email address',
    Subject: 'Subject is required',
    Message: 'Message must be at least 10 characters long',
  }

  test('shows an error for every invalid field, and typing clears it', async () => {
    const page = await visit('/contact')
    await send(page)
    for (const sentence of Object.values(sentences)) await page.getByText(sentence).waitFor()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('contact-name')
    expect(await overflowingElements(page)).toEqual([])
    await page.getByLabel('Name').press('D')
    await page.getByText(sentences.Name).waitFor({ state: 'detached' })
    expect(await wrong(page).count()).toBe(3)
    await writeMessage(page, { Email: 'dee@', Subject: 'My list', Message: 'Nine char' })
    await send(page)
    await page.getByText(sentences.Email).waitFor()
    await page.getByText(sentences.Message).waitFor()
    expect(await wrong(page).count()).toBe(2)
    for (const label of Object.keys(sentences)) {
      expect(await page.getByLabel(label).getAttribute('required')).not.toBeNull()
    }
  })

  test('shows the error and keeps all input', async () => {
    const page = await visit('/contact', { expectedErrors: failedAnswer })
    await writeMessage(page)
    await expectFailureToasts(page, '/api/contact', 'Something went wrong. Please try again.', () =>
      send(page),
    )
    for (const [label, value] of Object.entries(goodMessage))
      expect(await page.getByLabel(label).inputValue()).toBe(value)
  })
})

test('a submission with the hidden field filled in is thanked and not stored', async () => {
  const page = await visit('/contact')
  await call(page, 'POST', '/api/contact', { ...contactMessage, name: 'Bot', website: 'x' })
  const { queries } = await (await logIn(origin())).staff.contact.list()
  expect(queries.map(({ name }) => name)).not.toContain('Bot')
  expect(await page.getByRole('textbox', { name: 'Website' }).count()).toBe(0)
})

test('input typed before hydration is kept and sent', async () => {
  const early = async (path: string) => {
    const page = await newPage()
    const scripts = gate()
    await page.route('**/assets/*.js', async (route) => {
      await scripts.passed
      await route.continue()
    })
    await page.goto(origin() + path, { waitUntil: 'commit' })
    const hydrated = async () => {
      scripts.open()
      await page.locator('[data-form=hydrated]').waitFor()
    }
    return { page, hydrated }
  }

  const lead = await early('/')
  await lead.page.getByLabel('Mobile number').fill('07700 900333')
  await lead.page.getByLabel('Mobile number').press('Enter')
  await lead.hydrated()
  expect(await lead.page.getByLabel('Mobile number').inputValue()).toBe('07700 900333')

  const contact = await early('/contact')
  await contact.page.getByLabel('Name').fill('Early Dee')
  await contact.hydrated()
  expect(await contact.page.getByLabel('Name').inputValue()).toBe('Early Dee')
  await contact.page.getByRole('button', { name: 'Send Message' }).click()
  await contact.page.getByText('Subject is required').waitFor()
  expect(await contact.page.getByText('Name is required').count()).toBe(0)

  const { page, hydrated } = await early('/uksalon')
  await page.getByRole('radio', { name: '£30–60' }).check()
  await page.getByRole('radio', { name: 'Under £30' }).check()
  await page.getByLabel('What’s the hardest part').fill('I typed this early')
  await page.locator('#waitlist-mobile').fill('7700900334')
  await page.getByLabel('I agree to be contacted').check()
  await hydrated()
  await page.getByRole('button', { name: "See if it's right for my business" }).click()
  await page.getByText('Please select how many customers you have').waitFor()
  expect(await page.locator('[aria-invalid=true]').count()).toBe(3)
  expect(await page.locator('#waitlist-mobile').inputValue()).toBe('7700900334')
  expect(await page.getByRole('radio', { name: 'Under £30' }).isChecked()).toBe(true)
})
