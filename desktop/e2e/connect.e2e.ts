import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '@salonback/shared/testing/freePort.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type App, createProfile, type Profile } from './app.ts'
import { selfSigned } from './certificate.ts'
import { connect, logIn } from './steps.ts'

let profile: Profile
let app: App

beforeAll(async () => {
  profile = await createProfile(inject('desk'))
  app = await profile.launch()
})
afterAll(async () => {
  await app.close()
  await profile.remove()
})

/** Somebody else's server, or an old one of ours. */
async function serving(body: string, use: (address: string) => Promise<void>) {
  const server: HttpServer = createServer((_request, response) => response.end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

async function typeAddress(address: string) {
  await app.page.getByLabel('Server address').fill(address)
}
const says = (text: string) => app.page.getByText(text, { exact: true }).waitFor()
const connectButton = () => app.page.getByRole('button', { name: 'Connect' })

test('the first start asks for a server, and Connect waits for one', async () => {
  await app.page.getByRole('heading', { name: 'Connect to your server' }).waitFor()
  expect(await connectButton().isDisabled()).toBe(true)
  expect(await app.electron.evaluate(({ app }) => app.getName())).toBe('Salonback')
})

test('an address nobody answers at is said, and can be tried again', async () => {
  const port = await freePort()
  await typeAddress(`127.0.0.1:${port}`)
  await says('No answer from this address.')
  expect(await connectButton().isDisabled()).toBe(true)
  const late = createServer((_request, response) =>
    response.end(JSON.stringify({ service: 'salonback', version: '1.0.0', api: 1 })),
  )
  await new Promise<void>((resolve) => late.listen(port, '127.0.0.1', resolve))
  await app.page.getByRole('button', { name: 'Try again' }).click()
  await says('Salonback server found')
  late.closeAllConnections()
  await new Promise((resolve) => late.close(resolve))
})

test('what is no address is not asked for', async () => {
  await typeAddress('two words')
  await says('This is not an address.')
})

test('another web server is told from ours', async () => {
  await serving('<h1>It works!</h1>', async (address) => {
    await typeAddress(address)
    await says('Something answers, but not Salonback.')
  })
})

test('a server of an older or newer kind is told apart', async () => {
  await serving(JSON.stringify({ service: 'salonback', version: '0.9.0', api: 0 }), async (address) => {
    await typeAddress(address)
    await says('This server is too old for the app.')
  })
  await serving(JSON.stringify({ service: 'salonback', version: '2.0.0', api: 2 }), async (address) => {
    await typeAddress(address)
    await says('This app is too old for the server.')
  })
})

test('a certificate nobody vouches for is refused', async () => {
  const server = await selfSigned()
  await typeAddress(server.origin)
  await says('The connection cannot be trusted.')
  expect(await connectButton().isDisabled()).toBe(true)
  await server.close()
})

test('a right address leads to the login, and a wrong password stays there', async () => {
  await typeAddress(inject('server'))
  await says('Not encrypted.')
  await says('Your login will be kept in this computer’s keychain')
  await connect(app.page, inject('server'))
  await logIn(app.page, 'not the password')
  await says('Login Failed')
  await says('Invalid credentials')
  await app.page.getByRole('heading', { name: 'Admin Login' }).waitFor()
})

test('the address is remembered, and can be changed', async () => {
  await app.close()
  app = await profile.launch()
  await app.page.getByRole('heading', { name: 'Admin Login' }).waitFor()
  await app.page.getByRole('button', { name: 'Use another server' }).click()
  await app.page.getByRole('heading', { name: 'Connect to your server' }).waitFor()
})

/** What a person would click in the question about another server, and the questions that came. */
async function answering(choice: 'Cancel' | 'Use This Server') {
  await app.electron.evaluate(({ dialog }, wanted) => {
    const asked: string[] = []
    Object.assign(globalThis, { asked })
    dialog.showMessageBox = async (...given: unknown[]) => {
      const options = given.at(-1) as Electron.MessageBoxOptions
      asked.push(`${options.message} ${options.detail}`)
      return { response: options.buttons?.indexOf(wanted) ?? -1, checkboxChecked: false }
    }
  }, choice)
  return () => app.electron.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)
}

test('another server than the last is asked about outside the page, with its name', async () => {
  // The same server by another name is another server: what it is, only its name says.
  const other = inject('server').replace('127.0.0.1', 'localhost')
  const host = new URL(other).host
  const asked = await answering('Cancel')
  await typeAddress(other)
  await says('Salonback server found')
  await connectButton().click()
  await expect.poll(asked).toEqual([expect.stringContaining(`Use ${host} as your server?`)])
  await app.page.getByRole('heading', { name: 'Connect to your server' }).waitFor()
  expect(await app.page.evaluate(() => window.desktop.start())).toMatchObject({ server: null })

  const askedAgain = await answering('Use This Server')
  await connectButton().click()
  await app.page.getByRole('heading', { name: 'Admin Login' }).waitFor()
  expect(await askedAgain()).toHaveLength(1)
})

test('a page cannot move the app to another server by itself, nor look around the network', async () => {
  const asked = await answering('Use This Server')
  const before = await app.page.evaluate(() => window.desktop.start())
  const moved = await app.page.evaluate((to) => window.desktop.connect(to), inject('server'))
  expect(moved).toEqual({ kind: 'declined' })
  const looked = await app.page.evaluate((to) => window.desktop.checkServer(to), inject('server'))
  expect(looked).toEqual({ kind: 'invalid' })
  expect(await asked()).toEqual([])
  expect(await app.page.evaluate(() => window.desktop.start())).toMatchObject({ server: before.server })
})
