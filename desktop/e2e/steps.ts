import { credentials } from '@salonback/shared/testing/server.ts'
import type { ElectronApplication, Page } from 'playwright'
import { inject } from 'vitest'
import { output } from './testDesktop.ts'

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
  await waitForConsole(page)
}

export const waitForConsole = (page: Page) =>
  page.getByRole('heading', { name: 'SMS Lead Management Dashboard' }).waitFor()

export async function openTab(page: Page, name: string) {
  // The name may be followed by a count.
  await page.getByRole('tab', { name: new RegExp(`^${name}( ?\\d|$)`) }).click()
}

/** Replaces the native file dialog, which tests cannot operate. */
export async function chooseInDialog(electron: ElectronApplication, path: string) {
  await electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
  }, path)
}

/** The keychain service name of the app. */
export const keyringService = 'com.salonback.console'

/** The keyring's secret for this account, read with secret-tool; null without one. */
export async function readKeyring(account: string): Promise<string | null> {
  const args = ['lookup', 'service', keyringService, 'account', account]
  return output('secret-tool', args, inject('desktopEnv')).catch(() => null)
}
