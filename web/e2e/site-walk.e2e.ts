import { logIn } from '@salonback/shared/testing/server.ts'
import { expect, test } from 'vitest'
import { answerQuestions, openSite, toastTexts, writeMessage } from './openSite.ts'

const { visit, goTo, origin } = openSite()

test('a visitor reads the pages, leaves a number, asks a question and fills in the questionnaire', async () => {
  const page = await visit('/')
  for (const path of ['/contact', '/privacy', '/terms']) {
    await page.locator(`a[href="${path}"]`).first().click()
    await page.waitForURL(origin() + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }

  await goTo(page, '/')
  await page.getByLabel('Mobile number').fill('12')
  await page.getByRole('button', { name: 'Send Me More Details' }).click()
  await page.getByText('Please enter a valid mobile number').waitFor()
  await page.getByLabel('Mobile number').fill('07700 900 321')
  await page.getByRole('button', { name: 'Send Me More Details' }).click()
  expect((await toastTexts(page))[0]).toBe('Success!')

  await goTo(page, '/contact')
  await writeMessage(page)
  await page.getByRole('button', { name: 'Send Message' }).click()
  expect((await toastTexts(page))[0]).toBe('Message sent!')

  await goTo(page, '/uksalon?mobile=%2B447700900402')
  await answerQuestions(page, 'Yes, clearly', '')
  await page.getByRole('button', { name: "See if it's right for my business" }).click()
  await page.waitForURL(`${origin()}/waitlist-thank-you`)
  await page.getByRole('heading', { name: "You've applied!" }).waitFor()

  const { staff } = await logIn(origin())
  expect((await staff.leads.list()).map(({ mobileNumber }) => mobileNumber)).toEqual(['+447700900321'])
  expect((await staff.contact.list()).queries.map(({ subject }) => subject)).toEqual(['My list'])
  expect((await staff.waitlist.list()).map(({ mobileNumber }) => mobileNumber)).toEqual(['+447700900402'])
})

test('the pages are complete without JavaScript, and an unknown path is a 404', async () => {
  const page = await visit('/uksalon', { javaScriptEnabled: false, expectedErrors: /404/ })
  await page.getByRole('group', { name: 'Have they agreed to SMS marketing?' }).waitFor()
  const answer = await page.goto(`${origin()}/no-such-page`)
  expect(answer?.status()).toBe(404)
  await page.getByRole('heading', { level: 1 }).waitFor()
})
