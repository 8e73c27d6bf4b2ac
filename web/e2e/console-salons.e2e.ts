import { expect, test } from 'vitest'
import { openConsole, type StaffOptions, toastTexts } from './openConsole.ts'
import { call, closeToast, failedAnswer, questionnaire } from './pageHelpers.ts'

const admin = openConsole()
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
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  await expect.poll(async () => (await admin.arrived('+447700900204')).join()).toContain(link)
  const mail = await page.getByRole('link', { name: 'Write an email' }).getAttribute('href')
  expect(mail).toContain(`mailto:${questionnaire.email}?`)
  await page.getByRole('button', { name: 'Done' }).click()

  await page.goBack()
  await page.getByRole('heading', { name: 'Waitlist', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Create salon' }).click()
  await form.getByLabel('Trading name').fill('The Lash Room')
  await form.getByLabel('Name', { exact: true }).fill('Aoife Byrne')
  await form.getByRole('button', { name: 'Create salon' }).click()
  await expect
    .poll(() => toastTexts(page))
    .toEqual(['Not added', 'There is a salon for this response already'])
})

test('salons are added, opened by key, changed and closed; another browser follows', async () => {
  const [page, other] = [await admin.staff('/admin/salons', failures), await admin.staff('/admin/salons')]
  await other.getByText('Live').waitFor()
  await page.getByRole('button', { name: 'Add salon' }).click()
  const form = page.getByRole('dialog', { name: 'Add salon' })
  await form.getByLabel('Trading name').fill('Opal Spa')
  await form.getByLabel('Name', { exact: true }).fill('Kim Osei')
  await form.getByLabel('Mobile number (optional)').fill('12')
  await form.getByLabel('Country').selectOption('Ireland')
  expect(await form.getByLabel('Time zone').inputValue()).toBe('Europe/Dublin')
  expect(await form.getByLabel('Currency').inputValue()).toBe('EUR')
  await page.keyboard.press('Control+Enter')
  await form.getByText('Please enter a valid mobile number').waitFor()
  await form.getByLabel('Mobile number (optional)').fill('020 912 0142')
  await form.getByRole('button', { name: 'Add salon' }).click()
  await page.getByRole('heading', { name: 'Opal Spa' }).waitFor()
  await other.getByRole('row', { name: /Opal Spa/ }).waitFor()

  await page.goBack()
  await page.getByRole('heading', { name: 'Salons', exact: true }).waitFor()
  await page.getByRole('row', { name: /Opal Spa/ }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Opal Spa' }).waitFor()
  await page.getByRole('tab', { name: 'Settings' }).click()
  expect(await page.getByLabel('Mobile number (optional)').inputValue()).toBe('+353209120142')
  await page.getByLabel('Trading name').fill('Opal Day Spa')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { name: 'Opal Day Spa' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Close salon...' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close salon' }).click()
  await page.getByText('Nothing leaves any more.').waitFor()
  await other.getByRole('row', { name: /Opal Day Spa.*Closed/ }).waitFor()
})

test('a link to a salon asks for the login first; unknown addresses are a 404', async () => {
  const staff = await admin.api()
  const [salon] = (await staff.salons.list()).items
  const path = `/admin/salons/${salon?.id}?part=settings`
  const page = await admin.visitor(path)
  await page.getByLabel('Username').fill('maya')
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: salon?.name ?? '' }).waitFor()
  expect(page.url()).toBe(admin.origin() + path)
  const answers = ['/admin/salons', path, '/admin/salons/replies', '/admin/salons/1'].map(async (address) =>
    (await page.request.get(admin.origin() + address)).status(),
  )
  expect(await Promise.all(answers)).toEqual([200, 200, 200, 404])
})
