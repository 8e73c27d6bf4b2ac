import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type App, createProfile, type Profile } from './app.ts'
import { openConsole } from './steps.ts'

let profile: Profile
let app: App

beforeAll(async () => {
  profile = await createProfile(inject('desk'))
  app = await profile.launch()
  await openConsole(app.page, inject('server'))
})
afterAll(async () => {
  await app.close()
  await profile.remove()
})

test('the bridge is a frozen list of functions', async () => {
  const result = await app.page.evaluate(() => {
    const kinds = new Set(Object.values(window.desktop).map((value) => typeof value))
    try {
      Object.assign(window.desktop, { start: () => 'forged' })
    } catch {}
    return { kinds: [...kinds], forged: String(window.desktop.start).includes('forged') }
  })
  expect(result).toEqual({ kinds: ['function'], forged: false })
})

test('a page of others with our bridge is refused by every call', async () => {
  const foreign = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>foreign</title>')
  })
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`
  const answers = await app.electron.evaluate(async ({ app: electron, BrowserWindow }, address) => {
    const stranger = new BrowserWindow({
      show: false,
      webPreferences: {
        preload: `${electron.getAppPath()}/preload/index.cjs`,
        sandbox: true,
        partition: 'foreign',
      },
    })
    await stranger.loadURL(address)
    const answers = await stranger.webContents.executeJavaScript(`Promise.all([
      desktop.start(), desktop.checkServer('localhost'), desktop.forgetSession(), desktop.chooseFile(), desktop.setBadge(7),
    ].map((call) => call.then(() => 'answered', (error) => error.message)))`)
    stranger.destroy()
    return answers as string[]
  }, url)
  expect(answers).toHaveLength(5)
  for (const answer of answers) expect(answer).toMatch(/was rejected: not the app’s page/)
  foreign.closeAllConnections()
  await new Promise((resolve) => foreign.close(resolve))
})

test('a frame of others inside our page is refused too', async () => {
  // Past the policy: the frame is put there by the test, as a hole in the policy would.
  const trusted = await app.electron.evaluate(async ({ app: electron, BrowserWindow }) => {
    const window = new BrowserWindow({
      show: false,
      webPreferences: {
        preload: `${electron.getAppPath()}/preload/index.cjs`,
        sandbox: true,
        nodeIntegrationInSubFrames: true,
        partition: 'framed',
      },
    })
    await window.loadURL('data:text/html,<iframe src="data:text/html,<p>inner"></iframe>')
    const inner = window.webContents.mainFrame.frames[0]
    const answer = (await inner?.executeJavaScript(
      "desktop.start().then(() => 'answered', (error) => error.message)",
    )) as string
    window.destroy()
    return answer
  })
  expect(trusted).toMatch(/was rejected: not the app’s page/)
})

test('arguments that are not as declared are refused', async () => {
  const answers = await app.page.evaluate(async () => {
    const calls = window.desktop as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>
    const tries = [
      calls.setBadge?.('7'),
      calls.sendFile?.('/etc/passwd'),
      calls.notify?.({}),
      calls.checkServer?.({}),
    ]
    return Promise.all(
      tries.map((call) =>
        call?.then(
          () => 'answered',
          (error: Error) => error.message,
        ),
      ),
    )
  })
  for (const answer of answers) expect(answer).toMatch(/was rejected/)
})

test('a script cannot make up a dropped file', async () => {
  const token = await app.page.evaluate(() => {
    const data = new DataTransfer()
    data.items.add(new File(['{}'], 'made-up.json'))
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    return window.desktop.takeDropped()
  })
  expect(token).toBeNull()
})
