import { logIn } from '@salonback/shared/testing/server.ts'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import {
  answerQuestions,
  expectFailureToasts,
  openSite,
  overflowingElements,
  pageText,
  toastTexts,
  whileWaiting,
} from './openSite.ts'
import { failedAnswer } from './pageHelpers.ts'

const { visit, newPage, goTo, origin } = openSite()

const sentences = [
  'Please select how many customers you have',
  'Please select how many mobile numbers you have',
  'Please select your average customer spend',
  'Please let us know about your SMS marketing consent',
  'Please share at least a few words about your biggest challenge',
  'Please enter a valid mobile number',
  'You must agree to continue',
]
const groups = [
  'How many customers do you have in total?',
  'How many past customers’ mobile numbers do you have?',
  'What does a customer spend per visit, on average?',
  'Have they agreed to SMS marketing?',
] as const

const send = (page: Page) => page.getByRole('button', { name: "See if it's right for my business" }).click()
const digits = (page: Page) => page.locator('#waitlist-mobile')
const code = (page: Page) => page.getByLabel('Country code')
const wrong = (page: Page) => page.locator('[aria-invalid=true]')

async function choose(page: Page, answers: readonly string[]) {
  for (const [index, answer] of answers.entries()) {
    const group = page.getByRole('group', { name: groups[index] ?? '' })
    await group.getByText(answer, { exact: true }).click()
  }
}

const responses = async () => (await logIn(origin())).staff.waitlist.list()

test('offers the specified answers', async () => {
  const page = await visit('/uksalon')
  const bands = ['Under 100', '100–250', '250–500', '500–1,000', '1,000+']
  const offered = [
    bands,
    bands,
    ['Under £30', '£30–60', '£60–100', '£100+'],
    ['Yes, clearly', 'Somewhat', 'No'],
  ]
  for (const [index, labels] of offered.entries()) {
    const group = page.getByRole('group', { name: groups[index] ?? '' })
    expect(
      await group.getByRole('radio').evaluateAll((all) => all.map((one) => one.parentElement?.textContent)),
    ).toEqual(labels)
  }
  expect(await code(page).locator('option').allInnerTexts()).toEqual(['+44', '+353', '+1'])
})

test('shows an error at every invalid field and removes it when answered', async () => {
  const page = await visit('/uksalon')
  await send(page)
  for (const sentence of sentences) await page.getByText(sentence).waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('customerCount')
  await page.getByLabel('Email').fill('dee@')
  await send(page)
  await page.getByText('Please enter a valid email address').waitFor()
  await choose(page, ['1,000+', 'Under 100', '£100+', 'Yes, clearly'])
  await page.getByLabel('What’s the hardest part').fill('Time')
  await digits(page).fill('7700')
  await page.getByLabel('Email').fill('dee@willowandrye.ie')
  await page.getByLabel('I agree to be contacted').check()
  expect(await wrong(page).count()).toBe(0)
  await send(page)
  await page.getByText(sentences[4] ?? '').waitFor()
  await page.getByText(sentences[5] ?? '').waitFor()
  expect(await wrong(page).count()).toBe(2)
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('waitlist-hardest')
})

test('no answer or error overflows the page', async () => {
  const page = await visit('/uksalon?mobile=33612345678')
  expect(await overflowingElements(page)).toEqual([])
  for (const label of await page.locator('.choice label').all()) {
    await label.click()
    expect(await overflowingElements(page), await label.innerText()).toEqual([])
  }
  await page.getByLabel('What’s the hardest part').fill('M'.repeat(200))
  await page.getByLabel('Email').fill(`${'m'.repeat(60)}@example`)
  await digits(page).fill('0871234567')
  await send(page)
  await page.getByText('Please enter a valid email address').waitFor()
  expect(await overflowingElements(page)).toEqual([])
  await page.getByLabel('Email').fill('')
  await page.getByLabel('I agree to be contacted about the product services.').check()
  await send(page)
  await page.getByText('Is this an Irish number?').waitFor()
  expect(await overflowingElements(page)).toEqual([])
})

test('a number from another country needs confirmation', async () => {
  const page = await visit('/uksalon')
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/waitlist')) calls.push(request.postDataJSON().mobileNumber)
  })
  await answerQuestions(page, 'Yes, clearly', '087 123 4567')
  // type=tel would make browsers fill in the whole number.
  const national = page.locator('[autocomplete=tel-national]')
  expect(await national.evaluateAll((inputs) => inputs.map((one) => one.getAttribute('type')))).toEqual([
    'text',
  ])
  await send(page)
  await page.getByRole('button', { name: 'Yes, use +353' }).click()
  expect([await code(page).inputValue(), await digits(page).inputValue()]).toEqual(['+353', '871234567'])
  expect(calls).toEqual([])
  // A London landline without its 0 is not a US number.
  await code(page).selectOption('+44')
  await digits(page).fill('020 7946 0123')
  await send(page)
  await page.waitForURL(`${origin()}/waitlist-thank-you`)
  expect(calls).toEqual(['+442079460123'])
})

test('an invalid number from the link is rejected by the page and the server', async () => {
  const page = await visit('/uksalon?mobile=441234', { expectedErrors: failedAnswer })
  await answerQuestions(page, 'Yes, clearly', '')
  await send(page)
  await page.locator('#waitlist-mobile-error', { hasText: 'Please enter a valid mobile number' }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Change')
  expect(await overflowingElements(page)).toEqual([])

  await goTo(page, '/uksalon?mobile=447700900123')
  await answerQuestions(page, 'Yes, clearly', '')
  await page.route('**/api/waitlist*', (route) =>
    route.fulfill({ status: 422, json: { message: 'Not sent', fields: { mobileNumber: 'Not this one' } } }),
  )
  await send(page)
  await page.locator('#waitlist-mobile-error', { hasText: 'Not this one' }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Change')
})

test('explains consent only for unclear answers', async () => {
  const page = await visit('/uksalon')
  const note = page.getByText(
    'We can help you get compliant SMS marketing consent before any campaign goes out.',
  )
  const consent = page.getByRole('group', { name: groups[3] })
  for (const [answer, shown] of [
    ['Somewhat', 1],
    ['Yes, clearly', 0],
    ['No', 1],
  ] as const) {
    await consent.getByText(answer, { exact: true }).click()
    await expect.poll(() => note.count()).toBe(shown)
  }
})

test('the text is limited to 200 characters with a counter', async () => {
  const page = await visit('/uksalon')
  const hardest = page.getByLabel('What’s the hardest part')
  await hardest.pressSequentially('Hours')
  expect(await pageText(page, '.counter')).toBe('5/200')
  await hardest.fill('x'.repeat(199))
  await hardest.press('End')
  await hardest.pressSequentially('abc')
  expect(await hardest.inputValue()).toHaveLength(200)
  expect(await pageText(page, '.counter')).toBe('200/200')
})

test('preselects the visitor’s dial code, +44 until it is known', async () => {
  for (const [country, dialCode] of [
    ['GB', '+44'],
    ['IE', '+353'],
    ['FR', '+1'],
  ] as const) {
    const page = await newPage()
    await page.route('**/api/visitor-country', (route) => route.fulfill({ json: { country } }))
    await goTo(page, '/uksalon')
    await expect.poll(() => code(page).inputValue()).toBe(dialCode)
  }
  const unknown = await newPage({ expectedErrors: failedAnswer })
  await unknown.route('**/api/visitor-country', (route) => route.abort())
  await goTo(unknown, '/uksalon')
  expect(await code(unknown).inputValue()).toBe('+44')
})

test('shows the number from the link, lets the visitor change it, and sends both', async () => {
  const page = await visit('/uksalon?mobile=%2B353871234567')
  await page.getByText('+353 87 123 4567').waitFor()
  expect(await digits(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Change' }).click()
  expect(await code(page).inputValue()).toBe('+353')
  expect(await digits(page).inputValue()).toBe('871234567')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('waitlist-mobile')
  await code(page).selectOption('+44')
  await answerQuestions(page, 'Yes, clearly', '07700 900402')
  const sent = page.waitForRequest((request) => request.url().includes('/api/waitlist'))
  await send(page)
  const request = await sent
  expect(new URL(request.url()).searchParams.get('mobile')).toBe('+353871234567')
  expect(request.postDataJSON()).toEqual({
    customerCount: '250-500',
    mobileNumbersCount: '100-250',
    avgSpend: '30-60',
    hasMarketingConsent: 'yes-clearly',
    hardestPartText: 'I never have a free hour',
    consentAgreed: true,
    mobileNumber: '+447700900402',
    website: '',
  })
  await page.waitForURL(`${origin()}/waitlist-thank-you`)
})

test('shows Submitting..., then the thank-you page, and stores the answers', async () => {
  const page = await visit('/uksalon')
  await answerQuestions(page, 'No')
  await page.getByLabel('Email').fill('dee@willowandrye.ie')
  await whileWaiting(
    page,
    '/api/waitlist',
    () => send(page),
    () => page.getByRole('button', { name: 'Submitting...' }).waitFor(),
  )
  await page.waitForURL(`${origin()}/waitlist-thank-you`)
  expect(await toastTexts(page)).toEqual(['Success!', 'Thank you for joining our waitlist!'])
  await page.getByRole('heading', { name: "You've applied!" }).waitFor()
  expect((await responses())[0]).toMatchObject({
    mobileNumber: '+447700900401',
    email: 'dee@willowandrye.ie',
    hasMarketingConsent: 'no-consent',
    consentAgreed: true,
  })
  await page.reload()
  expect(await page.locator('.toast').count()).toBe(0)
})

test('shows the error and keeps the answers', async () => {
  const page = await visit('/uksalon', { expectedErrors: failedAnswer })
  await answerQuestions(page)
  await expectFailureToasts(page, '/api/waitlist', 'Something went wrong', () => send(page))
  expect(await digits(page).inputValue()).toBe('7700900401')
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(4)
})

test('can be filled in and sent with the keyboard', async () => {
  const page = await visit('/uksalon?mobile=447700900403')
  await page.getByText('+44 7700 900403').waitFor()
  await page.locator('input[name=customerCount]').first().focus()
  for (const _ of groups) {
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type('Getting them to reply')
  for (const key of ['Tab', 'Tab', 'Tab', 'Space', 'Tab', 'Enter']) await page.keyboard.press(key)
  await page.waitForURL(`${origin()}/waitlist-thank-you`)
  expect((await responses())[0]).toMatchObject({ mobileNumber: '+447700900403', customerCount: '100-250' })
})
