import { movedClock } from '@salonback/shared/testing/movedClock.ts'
import { devices, type Page } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { openConsole, type StaffOptions, toastTexts } from './openConsole.ts'
import { call, closeToast, csvFile, expectFits, failedAnswer, questionnaire } from './pageHelpers.ts'
import { agreedSalon, approveOffer, storeList } from './salonSteps.ts'

const clock = movedClock()
afterAll(clock.remove)
const admin = openConsole(clock.settings)
const failures: StaffOptions = { expected: failedAnswer }

test('a waitlist response becomes a salon with a number, and its owner gets the agreement link', async () => {
  const page = await admin.staff('/admin?tab=waitlist', failures)
  await call(page, 'POST', '/api/waitlist', questionnaire)
  await page.getByRole('button', { name: 'View Details of +44 7700 900204' }).click()
  await page.getByRole('button', { name: 'Create salon' }).click()
  const form = page.getByRole('dialog', { name: 'Create salon' })
  expect(await form.getByLabel('Country').inputValue()).toBe('GB')
  expect(await form.getByLabel('Mobile number (optional)').inputValue()).toBe('+447700900204')
  expect(await form.getByLabel('Email (optional)').inputValue()).toBe(questionnaire.email)
  await form.getByLabel('Trading name').fill('The Lash Room')
  await form.getByLabel('Name', { exact: true }).fill('Aoife Byrne')
  await form.getByLabel('Booking page (optional)').fill('https://thelashroom.example/book')
  await form.getByRole('button', { name: 'Create salon' }).click()

  await page.getByRole('heading', { name: 'The Lash Room' }).waitFor()
  expect(page.url()).toMatch(/\/admin\/salons\/[\da-f-]{36}$/)
  await expect.poll(() => page.title()).toBe('The Lash Room · Salonback Admin')
  await expect.poll(() => toastTexts(page)).toEqual(['Salon added', 'Next: Send the agreement to Aoife'])
  await closeToast(page)
  await page.getByRole('button', { name: 'Get a number' }).click()
  await expect
    .poll(() => toastTexts(page))
    .toEqual(['Number set', 'The Lash Room texts from +44 7700 900800.'])
  await page.getByRole('listitem').filter({ hasText: 'Number Done' }).getByText('+44 7700 900800').waitFor()

  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByRole('button', { name: 'Text it to Aoife' }).click()
  await page.getByText('The link is on its way to Aoife.').waitFor()
  await admin.makeTextsDue()
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  await expect.poll(async () => (await admin.arrived('+447700900204')).join()).toContain(link)
  const mail = await page.getByRole('link', { name: 'Write an email' }).getAttribute('href')
  expect(mail).toContain(`mailto:${questionnaire.email}?`)
  await page.getByRole('button', { name: 'Done' }).click()
})

async function uploadList(page: Page) {
  const visit = clock.day(-200)
  const names = ['Siobhán', 'Mary-Kate', 'MRS SMITH', 'Lena', 'Priya', 'Zoe']
  const rows = names.map((name, index) => `${name},0770090040${index},${visit}`)
  const file = csvFile('fern.csv', ['First name,Mobile,Last visit', ...rows])
  await page.getByLabel('Choose a list').setInputFiles(file)
  await page.getByText('Preview of fern.csv').waitFor()
  const steps = page.getByRole('list', { name: 'From rows to eligible clients' })
  await expect.poll(() => steps.innerText()).toMatch(/6 rows in the file\s+6 numbers\s+6 eligible/)
  await steps.getByRole('button', { name: '6 eligible' }).press('Enter')
  await page.getByRole('row', { name: /2 Siobhán \+44 7700 900400.*Eligible/ }).waitFor()
  await storeList(page, '6 added, 0 updated, 0 unchanged, 0 rows rejected')
  await page.getByRole('row', { name: /Siobhán.*\+44 7700 900400.*Eligible/ }).waitFor()
}

test('a list, an offer that the owner approves, and a campaign that texts the clients', async () => {
  const { id, owner } = await agreedSalon(admin)
  const page = await admin.staff(`/admin/salons/${id}`, failures)
  await page.getByRole('button', { name: 'Upload a list' }).click()
  await uploadList(page)
  await page.getByRole('button', { name: 'Siobhán' }).click()
  await page.getByRole('dialog', { name: 'Siobhán' }).getByText('Soft opt-in').first().waitFor()
  await page.keyboard.press('Escape')

  await approveOffer(page, owner)
  await page.getByRole('tab', { name: 'Campaigns' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Start: text 6 clients' }).waitFor()
  await page.getByRole('button', { name: 'Start: text 6 clients' }).click()
  const list = page.getByRole('list', { name: 'Campaigns' })
  await list.getByText(/of 6$/).waitFor()
  await admin.makeTextsDue('+447700900400')
  await expect.poll(async () => (await firstTexts()).join()).toMatch(/^Fern Hair: Hi .*20% off any cut/)
  await openBookingLink(page, id, /\/b\/\w{10}/.exec((await firstTexts()).join())?.[0] ?? '')
  await page.getByRole('tab', { name: 'Campaigns' }).click()
  await list.getByRole('button', { name: 'Pause' }).click()
  await list.getByRole('button', { name: 'Resume' }).waitFor()

  await page.getByRole('tab', { name: 'Results' }).click()
  await page.locator('.sb-bars canvas').last().waitFor()
  await page.getByRole('link', { name: '6 eligible' }).click()
  await page
    .getByRole('dialog', { name: /^Eligible, / })
    .getByRole('link', { name: 'Siobhán' })
    .click()
  await page.getByRole('dialog', { name: 'Siobhán' }).getByText('Soft opt-in').first().waitFor()
})

/** A client opens the link on a phone, and asks to be called once the salon has no booking page. */
async function openBookingLink(page: Page, id: string, path: string) {
  const staff = await admin.api()
  const phone = await admin.visitor('/contact', {
    viewport: { width: 320, height: 640 },
    userAgent: devices['iPhone 15'].userAgent,
    bypassCSP: true,
    ...failures,
  })
  const booking = 'https://glow.example/book'
  const landed = phone.waitForRequest(booking)
  // The host does not exist.
  await phone.goto(admin.origin() + path).catch(() => {})
  expect((await (await landed).allHeaders()).referer).toBeUndefined()
  await phone.waitForURL('chrome-error://**')

  await staff.salons.update({ id, bookingUrl: null, businessPhone: '020 7946 0123' })
  await phone.goto(admin.origin() + path)
  await expectGoodLooks(phone)
  await phone.getByRole('button', { name: 'Ask to be called' }).click()
  expect(await phone.getByRole('heading').innerText()).toBe('Thank you. Fern Hair will call you.')
  await expectGoodLooks(phone)
  await phone.goto(`${admin.origin()}/b/their-link`)
  await expectGoodLooks(phone)

  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByText('Next step: 1 client asks to be called').waitFor()
  await page.getByRole('button', { name: 'Called', exact: true }).click()
  await page.getByText('Asked to be called').waitFor({ state: 'detached' })
  await closeToast(page)
}

/** At two widths, light and dark. */
async function expectGoodLooks(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectFits(page, `${page.url()}, ${colorScheme}`, [375, 320])
  }
}

/** Texts that the clients of the list have got. */
async function firstTexts(): Promise<string[]> {
  const numbers = Array.from({ length: 6 }, (_, index) => `+44770090040${index}`)
  return (await Promise.all(numbers.map(admin.arrived))).flat()
}
