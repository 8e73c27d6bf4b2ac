import { eventsPath } from '@salonback/shared/platform/http/wire.ts'
import { credentials } from '@salonback/shared/testing/server.ts'
import { expect, test } from 'vitest'
import { axeFindings, openConsole, type StaffOptions, toastTexts } from './openConsole.ts'
import { breakCalls, call, closeToast, failedAnswer, questionnaire } from './pageHelpers.ts'

const admin = openConsole({ ALERT_SMS_NUMBER: '+447700900001' })
const failures: StaffOptions = { expected: failedAnswer }

const lead = (mobileNumber: string) => ({ mobileNumber, country: 'GB' })

test('every tab of an empty console has an empty state', async () => {
  const page = await admin.staff()
  await page.getByText('Leads appear when people submit phone numbers through the website.').waitFor()
  await page.getByRole('tab', { name: 'Contact' }).click()
  await page.getByText('No contact messages yet').waitFor()
  await page.getByRole('tab', { name: 'Prospects' }).click()
  await page.getByText(/No prospects/).waitFor()
  await page.getByRole('tab', { name: 'Waitlist' }).click()
  await page.getByText('No waitlist responses yet.').waitFor()
  await page.getByRole('tab', { name: 'SMS', exact: true }).click()
  await page.getByText('No SMS messages received yet').waitFor()
  await page.getByRole('tab', { name: 'Import' }).click()
  await page.getByText('No imports yet').waitFor()
  await page.getByRole('tab', { name: 'SMS Dash' }).click()
  await page.getByRole('button', { name: /^Total Prospects\s*0/ }).waitFor()
})

test('the console needs a login; a wrong password fails, a right one opens it, and logout closes it', async () => {
  const page = await admin.visitor('/admin?tab=waitlist', failures)
  await page.getByRole('heading', { name: 'Admin Login' }).waitFor()
  expect(page.url()).toBe(`${admin.origin()}/admin/login`)
  await page.getByLabel('Username').fill(credentials.username)
  await page.getByLabel('Password', { exact: true }).fill('not it')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect.poll(() => toastTexts(page)).toEqual(['Login Failed', 'Invalid credentials'])
  await page.getByLabel('Password', { exact: true }).fill(credentials.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Waitlist', exact: true }).waitFor()
  expect(page.url()).toBe(`${admin.origin()}/admin?tab=waitlist`)
  await page.getByText(credentials.username, { exact: true }).waitFor()
  await page.goto(`${admin.origin()}/admin/login`)
  await page.getByRole('heading', { name: 'SMS Lead Management Dashboard' }).waitFor()
  expect(page.url()).toBe(`${admin.origin()}/admin`)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.poll(() => toastTexts(page)).toEqual(['Logged out', 'You have been logged out successfully'])
  await page.goto(`${admin.origin()}/admin-dashboard`)
  await page.getByRole('heading', { name: 'Admin Login' }).waitFor()
})

test('the browser rejects empty fields, and a missing session logs no error', async () => {
  const page = await admin.visitor('/admin/login')
  await page.getByRole('button', { name: 'Login' }).click()
  for (const label of ['Username', 'Password']) {
    const field = page.getByLabel(label, { exact: true })
    expect(await field.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true)
  }
})

test('a new lead appears in two open browsers and can be texted', async () => {
  const [first, second] = [await admin.staff(), await admin.staff('/admin?tab=import')]
  await first.getByText('Leads appear when').waitFor()
  await second.getByText('Live').waitFor()
  await call(first, 'POST', '/api/leads', lead('07700 900711'))
  await Promise.all([
    first.getByRole('cell', { name: '+44 7700 900711', exact: true }).waitFor(),
    second.getByRole('tab', { name: /^Leads\s?1 new$/ }).waitFor(),
  ])
  await first.getByText('From website contact form').waitFor()
  await first.getByText('New Lead').waitFor()
  await second.getByRole('tab', { name: /^Leads/ }).click()
  await second.getByRole('cell', { name: '+44 7700 900711', exact: true }).waitFor()
  await second.getByRole('tab', { name: 'Leads', exact: true }).waitFor()
  await second.getByRole('button', { name: 'Text back +44 7700 900711' }).click()
  await second.getByRole('textbox', { name: /reply/i }).waitFor()
})

test('contact messages can be read, searched and deleted', async () => {
  const page = await admin.staff('/admin?tab=contact')
  const aoife = {
    name: 'Aoife Byrne',
    email: 'aoife@brows.example',
    subject: 'Fee',
    message: 'How does the 30% work?',
  }
  const kim = {
    name: 'Kim Osei',
    email: 'kim@opal.example',
    subject: 'Call',
    message: 'Please call me after six.',
  }
  await call(page, 'POST', '/api/contact', aoife)
  await call(page, 'POST', '/api/contact', kim)
  await page.getByText('Total: 2').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('BROWS')
  await page.getByText('Showing: 1').waitFor()
  await page.getByText('just now').waitFor()
  const preview = page.getByText(aoife.message, { exact: true })
  expect(await preview.evaluate((words) => getComputedStyle(words).webkitLineClamp)).toBe('2')
  await page.getByRole('button', { name: 'View the message from Aoife Byrne' }).click()
  const dialog = page.getByRole('dialog', { name: 'Contact Message Details' })
  await dialog.getByText('How does the 30% work?').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByPlaceholder('Search messages...').fill('xyz')
  await page.getByText('No messages found').waitFor()
  await page.getByText('Try adjusting your search terms').waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await page.getByRole('button', { name: 'Delete All' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Total: 2').waitFor()
  await page.getByRole('button', { name: 'Delete All' }).click()
  await page.getByRole('button', { name: 'Delete 2 messages' }).click()
  await expect.poll(async () => (await toastTexts(page))[0]).toBe('Success')
  await page.getByText('No contact messages yet').waitFor()
  expect(await page.getByRole('button', { name: 'Delete All' }).count()).toBe(0)
})

test('the waitlist explains the priority, and alerts can be switched off', async () => {
  const page = await admin.staff('/admin?tab=waitlist')
  await page.getByText('No waitlist responses yet.').waitFor()
  await call(page, 'POST', '/api/waitlist', questionnaire)
  await page.getByRole('row', { name: /Medium 10/ }).waitFor()
  await page.getByRole('button', { name: 'View Details of +44 7700 900204' }).click()
  const card = page.getByRole('region', { name: 'Details of +44 7700 900204' })
  await card.getByRole('heading', { name: 'Intent & Timeline' }).waitFor()
  expect(await page.locator('.sb-response').evaluate((element) => element.clientHeight)).toBeGreaterThan(380)
  expect(
    await page.locator('.sb-response').evaluate((element) => (element as HTMLElement).offsetHeight),
  ).toBe(384)
  const toggle = page.getByRole('checkbox', { name: 'SMS Notifications' })
  expect(await toggle.isChecked()).toBe(true)
  await page.getByText('+44 7700 900001').waitFor()
  await page.locator('.sb-setting .bp6-switch').click()
  await expect.poll(() => toastTexts(page)).toEqual(['Settings Updated', 'SMS notifications disabled'])
  await page.reload()
  await card.waitFor()
  await expect.poll(() => toggle.isChecked()).toBe(false)
  await page.locator('.sb-setting .bp6-switch').click()
  await expect.poll(() => toastTexts(page)).toEqual(['Settings Updated', 'SMS notifications enabled'])
  await page.getByRole('button', { name: 'Close details' }).click()
  await card.waitFor({ state: 'detached' })
})

const record = (n: number) => ({
  name: `Salon ${n}`,
  phone: `07700 9003${String(n).padStart(2, '0')}`,
  country: 'GB',
})
const exportFile = (prospects: object[]) => ({
  name: 'salons.json',
  mimeType: 'application/json',
  buffer: Buffer.from(
    JSON.stringify({
      export_metadata: { export_id: 'e2e-0001-abcdef', source_app: 'marketplace' },
      prospects,
    }),
  ),
})

test('an import rejects invalid files, shows a summary and its rejected records', async () => {
  const page = await admin.staff('/admin?tab=import')
  const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    const asked = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose File' }).click()
    const chooser = await asked
    expect(await chooser.element().getAttribute('accept')).toContain('.json')
    await chooser.setFiles(file)
  }
  await choose({ name: 'salons.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') })
  await expect.poll(() => toastTexts(page)).toEqual(['Invalid File Type', 'Please select a JSON file'])
  await choose(exportFile([]))
  await page.getByText('0.00 MB').waitFor()
  await page.getByRole('button', { name: 'Remove' }).click()
  const records = Array.from({ length: 40 }, (_, n) => record(n))
  await choose(exportFile([...records, record(1), { name: '', phone: '07700 900399' }, { name: 'No phone' }]))
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect
    .poll(() => toastTexts(page))
    .toEqual(['Import Completed', '40 new prospects added, 1 duplicate rejected, 2 errors'])
  await page.getByRole('cell', { name: 'The name is missing' }).waitFor()
  await page.getByRole('cell', { name: 'e2e-0001...', exact: true }).waitFor()
  const kept = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  expect((await kept).suggestedFilename()).toMatch(/^rejected-.*\.csv$/)
  await page.getByRole('button', { name: 'Open in Prospects' }).click()
  await page.getByText('Showing 40 of 40 prospects').waitFor()
})

test('an import can be dropped and canceled, and shows the server’s error', async () => {
  const page = await admin.staff('/admin?tab=import', failures)
  const drop = (text: string) =>
    page.locator('.sb-drop').evaluate((place, words) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([words], 'dropped.json', { type: 'application/json' }))
      place.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    }, text)
  await drop('{"prospects": []}')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect
    .poll(() => toastTexts(page))
    .toEqual(['Import Failed', expect.stringMatching(/export_metadata/)])
  await closeToast(page)
  let held = () => {}
  await page.route(
    '**/api/admin/import',
    (route) =>
      new Promise<void>((resolve) => {
        held = () => resolve(route.abort())
      }),
  )
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('button', { name: 'Importing...' }).waitFor()
  await page.getByRole('tab', { name: 'Leads' }).click()
  await page.getByRole('tab', { name: 'Import' }).click()
  await page.getByRole('button', { name: 'Importing...' }).waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('button', { name: 'Import', exact: true }).waitFor()
  held()
})

test('the dashboard updates its figures and opens the lists behind them', async () => {
  const page = await admin.staff('/admin?tab=dash')
  await page.getByRole('button', { name: /^Total Prospects\s*40/ }).waitFor()
  await admin.text('+447700900301', 'What does it cost?')
  await page.getByRole('button', { name: /^Needs Review\s*1/ }).waitFor()
  await page.getByRole('tab', { name: /^SMS\s?1 needs review/ }).waitFor()
  await expect.poll(() => page.title()).toBe('(1) SMS Dash · Salonback Admin')
  await page.getByRole('button', { name: /^Needs Review/ }).click()
  await page.getByText('What does it cost?').first().waitFor()
  await page.keyboard.press('5')
  await call(page, 'POST', '/api/waitlist', { ...questionnaire, mobileNumber: '+447700900302' })
  // Includes the lead of an earlier test.
  await page.getByRole('button', { name: /^Form Submissions\s*2/ }).click()
  await page.getByRole('heading', { name: 'Waitlist', exact: true }).waitFor()
  await page.keyboard.press('5')
  await admin.text('+447700900301', 'yes please')
  await page.getByRole('button', { name: /^Positive Responses\s*1/ }).click()
  await page.getByText('Showing 1 of 40 prospects').waitFor()
  await page.getByRole('button', { name: 'Positive Responses: remove this filter' }).click()
  await page.getByText('Showing 40 of 40 prospects').waitFor()
  await page.keyboard.press('5')
  await admin.text('+447700900302', 'STOP')
  await page.getByRole('button', { name: /^Opt-Outs\s*1/ }).click()
  await page.getByRole('dialog').getByText('Texted STOP').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.locator('.sb-setting .bp6-switch').click()
  await expect.poll(() => toastTexts(page)).toEqual(['Settings Updated', 'Automatic follow-up disabled'])
})

test('every tab is reached by keyboard, and the help lists the shortcuts', async () => {
  const page = await admin.staff()
  await call(page, 'POST', '/api/leads', lead('07700 900711'))
  await page.getByRole('cell', { name: '+44 7700 900711', exact: true }).waitFor()
  for (const [key, title] of [
    ['2', 'Contact'],
    ['3', 'Prospects'],
    ['4', 'Waitlist'],
    ['5', 'SMS Dash'],
    ['6', 'SMS Management'],
    ['7', 'Import'],
    ['1', 'Leads'],
  ] as const) {
    await page.keyboard.press(key)
    await page.getByRole('heading', { name: title, exact: true, level: 2 }).waitFor()
  }
  await page.keyboard.press('j')
  await page.locator('tr[data-selected]').waitFor()
  await page.keyboard.press('Shift+?')
  const help = page.getByRole('dialog')
  await help.getByText('SMS Dash').waitFor()
  await help.getByText('Next').first().waitFor()
  // The dialog takes the focus one frame after it opens, and Escape with it.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('.bp6-overlay-open') != null))
    .toBe(true)
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
})

test('F8 focuses the toasts, also over a dialog; each closes after five seconds', async () => {
  const page = await admin.staff('/admin?tab=waitlist')
  await page.clock.install()
  const toggle = page.getByRole('checkbox', { name: 'SMS Notifications' })
  const toast = page.locator('.sb-toast')
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement
      return `${element?.closest('.sb-toasts, .bp6-overlay')?.className} ${element?.getAttribute('aria-label')}`
    })
  await expect.poll(() => toggle.isEnabled()).toBe(true)
  await page.keyboard.press('F8')
  expect(await focused()).toContain('sb-toasts')

  await page.locator('.sb-setting .bp6-switch').click()
  await toast.getByRole('button', { name: 'Close' }).click()
  await toast.waitFor({ state: 'detached' })
  // The pointer is where the next toast appears.
  await toggle.press('Space')
  await toast.waitFor()
  // Real time passes too: allows one second for a slow machine.
  await page.clock.runFor(4000)
  expect(await toast.count()).toBe(1)
  await page.clock.runFor(1200)
  await toast.waitFor({ state: 'detached' })

  await toggle.press('Space')
  await toast.waitFor()
  await toggle.evaluate((element: HTMLElement) => element.blur())
  await page.keyboard.press('Shift+?')
  await page.getByRole('dialog').getByText('SMS Dash').waitFor()
  await expect.poll(focused).toContain('bp6-overlay')
  await page.keyboard.press('F8')
  expect(await focused()).toContain('sb-toasts')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('sb-toasts Close')
  await page.keyboard.press('Enter')
  await toast.waitFor({ state: 'detached' })
  expect(await focused()).toContain('bp6-overlay')
})

test('a swipe of 50 pixels closes a toast, a shorter one does not', async () => {
  const page = await admin.staff('/admin?tab=waitlist')
  const toggle = page.getByRole('checkbox', { name: 'SMS Notifications' })
  await expect.poll(() => toggle.isEnabled()).toBe(true)
  await page.locator('.sb-setting .bp6-switch').click()
  const toast = page.locator('.sb-toast')
  await toast.waitFor()
  const swipe = async (distance: number) => {
    const box = await toast.boundingBox()
    if (!box) throw new Error('no notification to swipe')
    const [x, y] = [box.x + 120, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + distance / 2, y)
    await page.mouse.move(x + distance, y)
    await page.mouse.up()
  }
  await swipe(40)
  expect(await toast.count()).toBe(1)
  await swipe(60)
  await toast.waitFor({ state: 'detached', timeout: 2000 })
})

test('the theme follows the system until the user switches it', async () => {
  const page = await admin.staff('/admin', { colorScheme: 'dark' })
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains('bp6-dark'))
  expect(await isDark()).toBe(true)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(isDark).toBe(false)
  // With reduced motion, colours change without a transition.
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  await page.getByRole('button', { name: 'Use the dark theme' }).click()
  expect(await isDark()).toBe(true)
  await page.reload()
  await page.getByRole('button', { name: 'Use the light theme' }).waitFor()
  expect(await isDark()).toBe(true)
})

test('a script that fails to load shows an error, and a reload stays on the same tab', async () => {
  const page = await admin.staff('/admin/nowhere', {
    expected: /Failed to load resource|net::ERR_|Failed to fetch|Unable to preload CSS/,
  })
  const scripts = '**/admin/assets/Console-*'
  await page.route(scripts, (route) => route.abort())
  await page.goto(`${admin.origin()}/admin?tab=waitlist`)
  await page.getByRole('alert').getByText('Something did not load').waitFor()
  await page.unroute(scripts)
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('heading', { name: 'Waitlist', exact: true }).waitFor()
})

test.each([
  ['leads', '/api/admin/leads', 'Failed to load leads'],
  ['contact', '/api/contact', 'Failed to load contact messages'],
  ['waitlist', '/api/admin/waitlist-responses', 'Failed to load waitlist responses'],
  ['dash', '/api/admin/sms-metrics', 'Error loading SMS metrics'],
  ['import', '/api/admin/imports', 'Failed to load imports'],
  ['sms', '/api/admin/inbound-sms/page', 'Error loading SMS messages'],
  ['prospects', '/api/admin/prospects', 'Failed to load prospects'],
] as const)('a failed load of %s shows an error and can be retried', async (tab, path, words) => {
  const page = await admin.staff('/admin/nowhere', failures)
  const repair = await breakCalls(page, path)
  // Keeps the event stream from connecting: an event would reload the list before the click.
  await page.route(`**${eventsPath}`, () => undefined)
  await page.goto(`${admin.origin()}/admin?tab=${tab}`)
  const alert = page.getByRole('alert').filter({ hasText: words })
  await alert.getByText('The database is away').waitFor()
  await repair()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await alert.waitFor({ state: 'detached' })
})

test('every failed action shows its error message', async () => {
  const page = await admin.staff('/admin?tab=waitlist', failures)
  await breakCalls(page, '/api/admin/settings/waitlist_sms_enabled', 'POST')
  const toggle = page.getByRole('checkbox', { name: 'SMS Notifications' })
  await page.getByText('+44 7700 900001').waitFor()
  await expect.poll(() => toggle.isEnabled()).toBe(true)
  const before = await toggle.isChecked()
  await page.locator('.sb-setting .bp6-switch').click()
  await expect.poll(() => toastTexts(page)).toEqual(['Error', 'Failed to update SMS settings'])
  expect(await toggle.isChecked()).toBe(before)
  await closeToast(page)
  await call(page, 'POST', '/api/contact', {
    name: 'A',
    email: 'a@b.ie',
    subject: 'Hi',
    message: 'Hello hello',
  })
  await breakCalls(page, '/api/admin/contact-queries')
  await page.getByRole('tab', { name: /^Contact/ }).click()
  await page.getByRole('button', { name: 'Delete All' }).click()
  await page.getByRole('button', { name: 'Delete 1 message' }).click()
  await expect.poll(async () => (await toastTexts(page))[0]).toBe('Error')
  await page.getByText('Total: 1').waitFor()
  await closeToast(page)
  await breakCalls(page, '/api/admin/logout')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.poll(() => toastTexts(page)).toEqual(['Logout failed', 'There was an error logging out'])
})

test('/admin/sms shows only the SMS screen, and an unknown path a 404', async () => {
  const page = await admin.staff('/admin/sms', failures)
  await page.getByRole('heading', { name: 'SMS Management' }).waitFor()
  expect(await page.getByRole('tab').count()).toBe(0)
  for (const who of ['staff', 'a stranger']) {
    const answer = await page.goto(`${admin.origin()}/admin/nowhere`)
    expect(answer?.status(), who).toBe(404)
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.context().clearCookies()
  }
  await page.getByRole('button', { name: 'Open the console' }).click()
  await page.getByRole('heading', { name: 'Admin Login' }).waitFor()
})
