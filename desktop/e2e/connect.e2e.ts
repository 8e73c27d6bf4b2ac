import { freePort } from '@salonback/shared/testing/freePort.ts'
import { expect, inject, test } from 'vitest'
import { openApp } from './app.ts'
import { fakeServer, healthy } from './fakeServer.ts'
import { connect, logIn } from './steps.ts'

const app = openApp()

const typeAddress = (address: string) => app.page.getByLabel('Server address').fill(address)
const waitForText = (text: string) => app.page.getByText(text, { exact: true }).waitFor()
const waitForHeading = (name: string) => app.page.getByRole('heading', { name }).waitFor()
const connectButton = () => app.page.getByRole('button', { name: 'Connect' })

test('the first start asks for a server and disables Connect', async () => {
  await waitForHeading('Connect to your server')
  expect(await connectButton().isDisabled()).toBe(true)
  expect(await app.electron.evaluate(({ app }) => app.getName())).toBe('Salonback')
})

test('an unreachable address is reported and can be retried', async () => {
  const port = await freePort()
  await typeAddress(`127.0.0.1:${port}`)
  await waitForText('No answer from this address.')
  expect(await connectButton().isDisabled()).toBe(true)
  const server = await fakeServer(healthy, { port })
  await app.page.getByRole('button', { name: 'Try again' }).click()
  await waitForText('Salonback server found')
  await server.close()
})

test('a server with an untrusted certificate is rejected', async () => {
  const server = await fakeServer(healthy, { selfSigned: true })
  await typeAddress(server.origin)
  await waitForText('The connection cannot be trusted.')
  expect(await connectButton().isDisabled()).toBe(true)
  await server.close()
})

test('a valid address opens the login, and a wrong password stays there', async () => {
  await typeAddress(inject('server'))
  await waitForText('Not encrypted.')
  await waitForText('Your login will be kept in this computer’s keychain')
  await connect(app.page, inject('server'))
  await logIn(app.page, 'not the password')
  await waitForText('Login Failed')
  await waitForText('Invalid credentials')
  await waitForHeading('Admin Login')
})

test('the address is stored and can be changed', async () => {
  await app.restart()
  await waitForHeading('Admin Login')
  await app.page.getByRole('button', { name: 'Use another server' }).click()
  await waitForHeading('Connect to your server')
})

/** Answers confirmation dialogs with this button; resolves with their texts. */
async function answerDialogs(button: 'Cancel' | 'Use This Server') {
  await app.electron.evaluate(({ dialog }, wanted) => {
    const dialogs: string[] = []
    Object.assign(globalThis, { dialogs })
    dialog.showMessageBox = async (...args: unknown[]) => {
      const options = args.at(-1) as Electron.MessageBoxOptions
      dialogs.push(`${options.message} ${options.detail}`)
      return { response: options.buttons?.indexOf(wanted) ?? -1, checkboxChecked: false }
    }
  }, button)
  return () => app.electron.evaluate(() => (globalThis as unknown as { dialogs: string[] }).dialogs)
}

test('another server than the trusted one needs a confirmation outside the page', async () => {
  // The same server under another name counts as another server.
  const other = inject('server').replace('127.0.0.1', 'localhost')
  const canceled = await answerDialogs('Cancel')
  await typeAddress(other)
  await waitForText('Salonback server found')
  await connectButton().click()
  await expect.poll(canceled).toEqual([expect.stringContaining(`Use ${new URL(other).host} as your server?`)])
  await waitForHeading('Connect to your server')
  expect(await app.page.evaluate(() => window.desktop.start())).toMatchObject({ server: null })

  const confirmed = await answerDialogs('Use This Server')
  await connectButton().click()
  await waitForHeading('Admin Login')
  expect(await confirmed()).toHaveLength(1)
})

test('a connected page can neither change the server nor check other addresses', async () => {
  const dialogs = await answerDialogs('Use This Server')
  const before = await app.page.evaluate(() => window.desktop.start())
  const connected = await app.page.evaluate((to) => window.desktop.connect(to), inject('server'))
  expect(connected).toEqual({ kind: 'declined' })
  const checked = await app.page.evaluate((to) => window.desktop.checkServer(to), inject('server'))
  expect(checked).toEqual({ kind: 'invalid' })
  expect(await dialogs()).toEqual([])
  expect(await app.page.evaluate(() => window.desktop.start())).toMatchObject({ server: before.server })
})
