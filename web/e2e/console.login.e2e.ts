import { appCode } from '@salonback/shared/testing/appCode.ts'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { takeShifts, totalShift, watchShifts } from './layoutShift.ts'
import { axeFindings, openConsole, toastTexts } from './openConsole.ts'
import { failedAnswer, gate, overflowOf } from './pageHelpers.ts'

const admin = openConsole()
const password = 'another long password'

/** A new browser context at the login. */
async function atLogin(options: { colorScheme?: 'light' | 'dark'; width?: number } = {}) {
  const { colorScheme = 'light', width = 1280 } = options
  const viewport = { width, height: 800 }
  const page = await admin.visitor('/admin/login', { expected: failedAnswer, colorScheme, viewport })
  await page.getByRole('heading', { name: 'Admin Login' }).waitFor()
  return page
}

async function typePassword(page: Page, username: string, words = password) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(words)
  await page.keyboard.press('Enter')
}

const dashboard = (page: Page) =>
  page.getByRole('heading', { name: 'SMS Lead Management Dashboard' }).waitFor()

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('heading', { name: 'Admin Login' }).waitFor()
}

const soon = () => new Date(Date.now() + 30_000)

test.each([
  ['nora', 'light', 1280],
  ['zoe', 'dark', 320],
] as const)(
  '%s sets up two-step login, uses a code and a recovery code, and turns it off (%s, %i px)',
  async (username, colorScheme, width) => {
    await admin.newcomer(username, 'the given one of nineteen')
    const page = await atLogin({ colorScheme, width })
    await typePassword(page, username, 'the given one of nineteen')

    // A password set by an admin must be changed first, also after a reload.
    const choose = page.getByRole('heading', { name: 'Choose your password' })
    await choose.waitFor()
    await page.goto(`${admin.origin()}/admin?tab=import`)
    await choose.waitFor()
    expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], []])
    await page.getByLabel('Password you were given').fill('the given one of nineteen')
    await page.getByLabel('New password', { exact: true }).fill(`${username}20262026`)
    await page.keyboard.press('Enter')
    await page.getByText('This password is mostly the username or the name Salonback.').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await dashboard(page)
    await page.getByRole('heading', { name: 'Import', exact: true }).waitFor()

    // Setup: password, QR code, first code.
    await page.getByRole('button', { name: `${username}, your account` }).click()
    const dialog = page.getByRole('dialog', { name: `Your account, ${username}` })
    await dialog.getByRole('tab', { name: 'Two-step login' }).click()
    await dialog.getByLabel('Your password').fill('not it')
    await page.keyboard.press('Enter')
    await dialog.getByText('This is not your password.').waitFor()
    await dialog.getByLabel('Your password').fill(password)
    await page.keyboard.press('Enter')
    await dialog.getByRole('img', { name: 'QR code of the key below' }).waitFor()
    expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], []])
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    await dialog.getByLabel('Code the app shows').fill(appCode(secret, new Date()))
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await dialog.getByRole('heading', { name: 'Two-step login is on' }).waitFor()
    expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], []])
    const recoveryCodes = await dialog.getByRole('listitem').allInnerTexts()
    expect(recoveryCodes).toHaveLength(10)
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save as a file' }).click()
    expect((await download).suggestedFilename()).toBe('salonback-recovery-codes.txt')
    await dialog.getByRole('button', { name: 'I have saved them' }).click()
    await dialog.getByText('10 recovery codes left.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await logOut(page)

    // Login with the next code, pasted with a space.
    await typePassword(page, username)
    const code = page.getByLabel('Code', { exact: true })
    await code.waitFor()
    await expect.poll(() => code.evaluate((field) => field === document.activeElement)).toBe(true)
    expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], []])
    await code.fill('000000')
    await page.keyboard.press('Enter')
    await page.getByText('That code is not right. Wait for the next one and try again.').waitFor()
    expect(await axeFindings(page)).toEqual([])
    const shown = appCode(secret, soon())
    await code.fill(`${shown.slice(0, 3)} ${shown.slice(3)}`)
    await page.keyboard.press('Enter')
    await dashboard(page)
    await logOut(page)

    // Login with a recovery code.
    await typePassword(page, username)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] as string)
    await page.getByRole('button', { name: 'Login' }).click()
    await dashboard(page)
    await page.getByRole('button', { name: `${username}, your account` }).click()
    await dialog.getByRole('tab', { name: 'Two-step login' }).click()
    await dialog.getByText('9 recovery codes left.').waitFor()

    // Turned off: the password is enough.
    await dialog.getByLabel('Your password').fill(password)
    await dialog.getByRole('button', { name: 'Turn off' }).click()
    await expect.poll(() => toastTexts(page)).toEqual(['Settings Updated', 'Two-step login is off'])
    await dialog.getByRole('button', { name: 'Set up' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await logOut(page)
    await typePassword(page, username)
    await dashboard(page)
  },
)

test('the login appears in the chosen theme and does not move once it is shown', async () => {
  const page = await atLogin({ colorScheme: 'light', width: 375 })
  await page.evaluate(() => localStorage.setItem('salonback.theme', '{"state":{"choice":"dark"}}'))
  const script = gate()
  await page.route(/assets\/index-[^/]+\.js$/, async (route) => {
    await script.passed
    await route.continue()
  })
  await watchShifts(page)
  await page.goto(`${admin.origin()}/admin/login`, { waitUntil: 'commit' })
  await page.locator('html.bp6-dark').waitFor({ state: 'attached' })
  script.open()
  await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' })
  await page.evaluate(() => document.fonts.ready)
  expect(totalShift(await takeShifts(page))).toBe(0)
  await page.keyboard.type('maya')
  expect(await page.getByLabel('Username').inputValue()).toBe('maya')
  expect(await page.title()).toBe('Admin Login · Salonback Admin')
})
