import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { credentials } from '@salonback/shared/testing/server.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type App, createProfile, type Profile } from './app.ts'
import { atConsole, connect } from './steps.ts'

let profile: Profile
let app: App

beforeAll(async () => {
  profile = await createProfile(inject('desk'))
  app = await profile.launch()
  // Scripts that the page had before would come from its memory.
  const inspector = await app.page.context().newCDPSession(app.page)
  await inspector.send('Network.enable')
  await inspector.send('Network.setCacheDisabled', { cacheDisabled: true })
})
afterAll(async () => {
  await app.close()
  await profile.remove()
})

/** Reads the page anew and withholds the console's scripts once they are asked for; what is returned lets them come. */
async function beforeScript() {
  await app.electron.evaluate(
    ({ session, BrowserWindow }) =>
      new Promise<void>((asked) => {
        const open = new Promise<void>((resolve) => Object.assign(globalThis, { letScriptsCome: resolve }))
        session.defaultSession.webRequest.onBeforeRequest(({ url }, decide) => {
          if (!/\/assets\/.*\.js$/.test(url)) return decide({})
          asked()
          void open.then(() => decide({}))
        })
        BrowserWindow.getAllWindows()[0]?.webContents.reload()
      }),
  )
  return () =>
    app.electron.evaluate(() => (globalThis as unknown as { letScriptsCome(): void }).letScriptsCome())
}

/** The console reads the theme of a person's choice from here. */
const choose = (choice: 'dark' | 'light') =>
  app.page.evaluate(
    (words) => localStorage.setItem('salonback.theme', words),
    JSON.stringify({ state: { choice }, version: 0 }),
  )

const isDark = () => app.page.evaluate(() => document.documentElement.classList.contains('bp6-dark'))
const heading = () => app.page.getByRole('heading', { name: 'Admin Login' })
const isEmpty = () => app.page.locator('#root:empty').waitFor({ state: 'attached' })

describe.sequential('the page before its script', () => {
  test('is empty at the first connect', async () => {
    await app.page.getByRole('heading', { name: 'Connect to your server' }).waitFor()
    const open = await beforeScript()
    await isEmpty()
    await open()
    await connect(app.page, inject('server'))
  })

  test('has the login screen in it, with the server and the theme, and stays as it is with the script', async () => {
    await choose('dark')
    await app.page.reload()
    await heading().waitFor()
    const settings = () => readFile(join(profile.dir, 'Salonback/settings.json'), 'utf8')
    await expect.poll(async () => JSON.parse(await settings())).toMatchObject({ dark: true })

    const open = await beforeScript()
    await heading().waitFor()
    expect(await isDark()).toBe(true)
    await app.page.getByText(new URL(inject('server')).host).waitFor()
    const drawn = await heading().elementHandle()
    const place = await heading().boundingBox()
    // The first field is ready to be typed in.
    await app.page.keyboard.type('may')
    await open()
    await app.page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' })
    await app.page.keyboard.type('a')
    expect(await app.page.getByLabel('Username').inputValue()).toBe('maya')
    expect(await drawn?.evaluate((element) => element.isConnected)).toBe(true)
    expect(await heading().boundingBox()).toEqual(place)
    expect(await isDark()).toBe(true)
    expect(app.complaints).toEqual([])
  })

  test('keeps what was typed and the Enter that was pressed', async () => {
    const open = await beforeScript()
    await heading().waitFor()
    await app.page.keyboard.type(credentials.username)
    await app.page.getByLabel('Password', { exact: true }).pressSequentially(credentials.password)
    await app.page.keyboard.press('Enter')
    await app.page.locator('form[data-pressed]').waitFor()
    await open()
    await atConsole(app.page)
    expect(app.complaints).toEqual([])
  })

  test('shows no login to whoever is logged in', async () => {
    const open = await beforeScript()
    await isEmpty()
    await open()
    await atConsole(app.page)
  })
})
