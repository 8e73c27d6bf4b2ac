import { credentials } from '@salonback/shared/testing/server.ts'
import type { Page } from 'playwright'
import { output } from './desk.ts'

/** Things a person does, in the words of the screen. */

export async function connect(page: Page, address: string) {
  await page.getByLabel('Server address').fill(address)
  await page.getByText('Salonback server found').waitFor()
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('heading', { name: 'Admin Login' }).waitFor()
}

export async function logIn(page: Page, password = credentials.password) {
  await page.getByLabel('Username').fill(credentials.username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

export async function openConsole(page: Page, server: string) {
  await connect(page, server)
  await logIn(page)
  await atConsole(page)
}

export const atConsole = (page: Page) =>
  page.getByRole('heading', { name: 'SMS Lead Management Dashboard' }).waitFor()

export async function openTab(page: Page, name: string) {
  // A count may stand behind the name.
  await page.getByRole('tab', { name: new RegExp(`^${name}( ?\\d|$)`) }).click()
}

/** Under this name the app keeps its sessions. */
export const keyringService = 'com.salonback.console'

/** What the keyring has for this server, seen by another program than ours; null when it has nothing. */
export async function inKeyring(desk: Record<string, string>, server: string): Promise<string | null> {
  const words = ['lookup', 'service', keyringService, 'account', server]
  return output('secret-tool', words, desk).catch(() => null)
}
