import { appCode } from '@salonback/shared/testing/appCode.ts'
import { credentials, type RunningServer, startServer } from '@salonback/shared/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProfile, type Profile } from './app.ts'
import { logIn, openConsole, readKeyring, waitForConsole } from './steps.ts'

// The test locks the account and turns on two-step login, so it has its own server.
let server: RunningServer
let profile: Profile
beforeAll(async () => {
  server = await startServer()
  profile = await createProfile()
})
afterAll(async () => {
  await profile.remove()
  await server.remove()
})

/** A login attempt without the app's device cookie. */
async function loginElsewhere(password: string) {
  const response = await fetch(`${server.origin}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: credentials.username, password }),
  })
  return response.status
}

test('with two-step login the app can log in while the account is locked for others', async () => {
  let app = await profile.launch()
  await openConsole(app.page, server.origin)
  await app.page.getByRole('button', { name: 'maya, your account' }).click()
  const dialog = app.page.getByRole('dialog', { name: 'Your account, maya' })
  await dialog.getByRole('tab', { name: 'Two-step login' }).click()
  await dialog.getByLabel('Your password').fill(credentials.password)
  await app.page.keyboard.press('Enter')
  await dialog.getByRole('img', { name: 'QR code of the key below' }).waitFor()
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  await dialog.getByLabel('Code the app shows').fill(appCode(secret, new Date()))
  await app.page.keyboard.press('Enter')
  await dialog.getByRole('listitem').nth(9).waitFor()
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await dialog.getByText('10 recovery codes left.').waitFor()
  await app.page.keyboard.press('Escape')
  await app.page.getByRole('button', { name: 'Logout' }).click()
  await app.page.getByRole('heading', { name: 'Admin Login' }).waitFor()
  expect(await readKeyring(`${server.origin} device`)).toMatch(/^salonback_device=.{43}$/)
  await app.close()

  for (let n = 0; n < 5; n++) expect(await loginElsewhere('guess')).toBe(401)
  expect(await loginElsewhere(credentials.password)).toBe(429)

  app = await profile.launch()
  await logIn(app.page)
  await app.page.getByLabel('Code', { exact: true }).fill('000000')
  await app.page.keyboard.press('Enter')
  await app.page.getByText('That code is not right. Wait for the next one and try again.').waitFor()
  await app.page.getByLabel('Code', { exact: true }).fill(appCode(secret, new Date(Date.now() + 30_000)))
  await app.page.keyboard.press('Enter')
  await waitForConsole(app.page)
  // Chromium logs a 401 for each login that needs a code.
  expect(app.complaints.filter((line) => !/status of 401/.test(line))).toEqual([])
  await app.close()
})
