import { expect, inject, test } from 'vitest'
import { openApp } from './app.ts'
import { fakeServer } from './fakeServer.ts'
import { openConsole } from './steps.ts'

const app = openApp(({ page }) => openConsole(page, inject('server')))

test('window.desktop is a frozen object of functions', async () => {
  const result = await app.page.evaluate(() => {
    const kinds = new Set(Object.values(window.desktop).map((value) => typeof value))
    try {
      Object.assign(window.desktop, { start: () => 'forged' })
    } catch {}
    return { kinds: [...kinds], forged: String(window.desktop.start).includes('forged') }
  })
  expect(result).toEqual({ kinds: ['function'], forged: false })
})

test('a page of another origin with our preload script is rejected by every call', async () => {
  const foreign = await fakeServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>foreign</title>')
  })
  const replies = await app.electron.evaluate(async ({ app: electron, BrowserWindow }, url) => {
    const window = new BrowserWindow({
      show: false,
      webPreferences: {
        preload: `${electron.getAppPath()}/preload/index.cjs`,
        sandbox: true,
        partition: 'foreign',
      },
    })
    await window.loadURL(url)
    const results = await window.webContents.executeJavaScript(`Promise.all([
      desktop.start(), desktop.checkServer('localhost'), desktop.forgetSession(), desktop.chooseFile(), desktop.setBadge(7),
    ].map((call) => call.then(() => 'answered', (error) => error.message)))`)
    window.destroy()
    return results as string[]
  }, `${foreign.origin}/`)
  expect(replies).toHaveLength(5)
  for (const reply of replies) expect(reply).toMatch(/was rejected: not the app’s page/)
  await foreign.close()
})

test('a foreign frame with our preload script is rejected', async () => {
  const reply = await app.electron.evaluate(async ({ app: electron, BrowserWindow }) => {
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
    const result = (await inner?.executeJavaScript(
      "desktop.start().then(() => 'answered', (error) => error.message)",
    )) as string
    window.destroy()
    return result
  })
  expect(reply).toMatch(/was rejected: not the app’s page/)
})

test('a script cannot simulate a dropped file', async () => {
  const token = await app.page.evaluate(() => {
    const data = new DataTransfer()
    data.items.add(new File(['{}'], 'made-up.json'))
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    return window.desktop.takeDropped()
  })
  expect(token).toBeNull()
})
