import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import type { Locator } from 'playwright'
import { expect, test } from 'vitest'
import { openConsole } from './openConsole.ts'
import { failedAnswer } from './pageHelpers.ts'

const admin = openConsole()

/** As Fresha exports it. */
const freshaList = {
  name: 'fresha-clients.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Client ID,First Name,Last Name,Mobile Number,Last Appointment,Accepts SMS Marketing',
      '1,Siobhán,Daly,07700 900201,12/09/2025,Yes',
      '2,Zoe,Quinn,07700 900202,30/06/2025,',
    ].join('\n'),
  ),
}

/** What an owner taps on a phone: links, buttons, answers, and each field that is typed into. */
const MOST_TAPS = 14

test.each([true, false])(
  'one owner with one link agrees, shares a Fresha list and approves an offer; with scripts: %s',
  async (javaScriptEnabled) => {
    const staff = await admin.api()
    const { id } = await staff.salons.create(salonDetails())
    const { id: offerId } = await staff.offers.create({
      id,
      text: '{salon}: Hi {firstName}, 20 % off any cut: {link}',
      reminderText: null,
    })
    await staff.offers.send({ id, offerId })
    const { url } = await staff.salons.createLink({ id, purpose: 'home' })
    const viewport = { width: 320, height: 640 }
    const page = await admin.visitor('/', { viewport, javaScriptEnabled, expected: failedAnswer })
    let taps = 0
    const tap = (target: Locator) => {
      taps++
      return target.click()
    }
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

    taps++
    await page.goto(url)
    await heading('Hello Aoife, 3 things to do')
    await tap(page.getByRole('link', { name: 'Read the terms' }))
    await tap(page.getByLabel('Your full name'))
    await page.getByLabel('Your full name').fill('Aoife Byrne')
    await tap(button('I agree'))

    await heading('Hello Aoife, please share your client list')
    await page.getByText('Thank you. You have agreed.').waitFor()
    await page.getByText('How do I export my clients?').waitFor()
    await tap(button('Fresha'))
    await page.getByText('Choose Options at the top, then Export.').waitFor()
    taps++
    await page.getByLabel('Your file, up to 20 MB').setInputFiles(freshaList)
    await tap(button('Read this file'))
    await heading('Hello Aoife, is this your list?')
    await tap(page.getByLabel('All of these people are customers of Glow & Co.'))
    for (const question of [/^Did you tell these people/, /^Could they say no/, /^Does a yes in the column/])
      await tap(page.getByRole('group', { name: question }).getByLabel('Yes'))
    await tap(button('Share this list'))

    await heading('Hello Aoife, is this text right?')
    await page.getByText('Thank you. We have your list.').waitFor()
    await page.getByText('Glow & Co.: Hi Aoife, 20 % off any cut').waitFor()
    await tap(button('Approve'))
    await heading('Hello Aoife, all done')
    expect(taps).toBeLessThanOrEqual(MOST_TAPS)

    const salon = await staff.salons.get({ id })
    expect(salon).toMatchObject({
      agreedBy: 'Aoife Byrne',
      bookingSystem: 'fresha',
      offerState: 'approved',
      counts: { clients: 2 },
    })
    await page.reload()
    await page.getByText(/^Our agreement of/).click()
    await page.getByText('You pay 30 % of the first rebooking').waitFor()
    await page.getByText(/^Offer 1, approved on/).waitFor()
  },
)

test('the links of one purpose show their page alone, and say what comes next', async () => {
  const staff = await admin.api()
  const { id } = await staff.salons.create(salonDetails())
  const page = await admin.visitor('/', {
    viewport: { width: 320, height: 640 },
    javaScriptEnabled: false,
    expected: failedAnswer,
  })
  await page.goto((await staff.salons.createLink({ id, purpose: 'agree' })).url)
  expect(await page.getByRole('link', { name: 'Back to your page' }).count()).toBe(0)
  await page.getByLabel('Your full name').fill('Aoife Byrne')
  await page.getByRole('button', { name: 'I agree' }).click()
  await page.getByText('Thank you. You have agreed.').waitFor()
  await page.getByText('Next, we need your client list. We send you a link for it.').waitFor()
  await page.goto((await staff.salons.createLink({ id, purpose: 'results' })).url)
  await page.getByText('No clients are waiting for your answer.').waitFor()
})
