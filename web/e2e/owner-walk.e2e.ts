import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openConsole } from './openConsole.ts'
import { failedAnswer } from './pageHelpers.ts'

const admin = openConsole()

const list = {
  name: 'clients.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'First Name,Mobile Number,Last Appointment\nSiobhán,07700 900201,12/09/2025\nZoe,07700 900202,30/06/2025',
  ),
}

/** Opens the owner's link for a purpose, and expects the heading. */
async function openLink(page: Page, id: string, purpose: 'agree' | 'list' | 'results', heading: string) {
  const { url } = await (await admin.api()).salons.createLink({ id, purpose })
  await page.goto(url)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
}

test('an owner agrees, shares a list, approves an offer and reads the results, without scripts', async () => {
  const staff = await admin.api()
  const { id } = await staff.salons.create(salonDetails())
  const page = await admin.visitor('/', {
    viewport: { width: 320, height: 640 },
    javaScriptEnabled: false,
    expected: failedAnswer,
  })

  await openLink(page, id, 'agree', 'Hello Aoife, here is what we agree')
  await page.getByLabel('Your full name').fill('Aoife Byrne')
  await page.getByRole('button', { name: 'I agree' }).click()
  await page.getByText('Thank you. You have agreed.').waitFor()

  await openLink(page, id, 'list', 'Hello Aoife, please share your client list')
  await page.getByLabel('Your file, up to 20 MB').setInputFiles(list)
  await page.getByRole('button', { name: 'Read this file' }).click()
  await page.getByRole('heading', { name: 'Hello Aoife, is this your list?' }).waitFor()
  await page.getByLabel('All of these people are customers of Glow & Co.').check()
  await page.getByLabel('Yes').check()
  await page.getByRole('button', { name: 'Share this list' }).click()
  await page.getByText('Thank you. We have your list.').waitFor()
  expect((await staff.salons.get({ id })).counts.clients).toBe(2)

  const text = '{salon}: Hi {firstName}, 20 % off any cut: {link}'
  const { id: offerId } = await staff.offers.create({ id, text, reminderText: null })
  await page.goto((await staff.offers.send({ id, offerId })).url)
  await page.getByText('Glow & Co.: Hi Aoife, 20 % off any cut').waitFor()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Thank you. The offer is approved.').waitFor()
  expect((await staff.offers.list({ id })).items[0]?.state).toBe('approved')

  await openLink(page, id, 'results', 'Hello Aoife, who came back?')
  await page.getByText('No clients are waiting for your answer.').waitFor()
})
