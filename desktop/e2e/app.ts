import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describePage } from '@salonback/shared/testing/describePage.ts'
import { WAIT_MS } from '@salonback/shared/testing/waitMs.ts'
import { _electron, type ElectronApplication, type Page } from 'playwright'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { packedProgram } from '../build/runtime.ts'
import { keyringService } from './steps.ts'
import { output } from './testDesktop.ts'

export interface App {
  electron: ElectronApplication
  page: Page
  /** Errors and warnings of the page's console. */
  complaints: string[]
  close(): Promise<void>
}

interface LaunchOptions {
  args?: string[]
  env?: Record<string, string>
  cwd?: string
}

export interface Profile {
  dir: string
  launch(options?: LaunchOptions): Promise<App>
  /** Starts the program again while it runs; resolves with its exit code. */
  launchSecond(args: string[]): Promise<number | null>
  remove(): Promise<void>
}

// Chromium's sandbox refuses to run as root, which many build machines use.
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** Open windows. A failed test reports their content. */
const openPages = new Set<Page>()
afterEach(async ({ task }) => {
  const contents = task.result?.state === 'fail' ? await Promise.all([...openPages].map(describePage)) : []
  if (contents.length > 0) throw new Error(contents.join('\n'))
})

/** A new user: an empty profile folder for the packed app, and an empty keyring. */
export async function createProfile(): Promise<Profile> {
  const desktopEnv = inject('desktopEnv')
  // The command fails when there is nothing to clear.
  await output('secret-tool', ['clear', 'service', keyringService], desktopEnv).catch(() => '')
  const dir = await mkdtemp(join(tmpdir(), 'salonback-profile-'))
  return {
    dir,
    launch: async ({ args = [], env = {}, cwd } = {}) => {
      const electron = await _electron.launch({
        executablePath: packedProgram(),
        args: [...asRoot, ...args],
        env: { ...desktopEnv, XDG_CONFIG_HOME: dir, ...env },
        ...(cwd && { cwd }),
      })
      const page = await electron.firstWindow({ timeout: WAIT_MS })
      page.setDefaultTimeout(WAIT_MS)
      openPages.add(page)
      page.once('close', () => openPages.delete(page))
      const complaints: string[] = []
      page.on('console', (message) => {
        // Playwright's own evaluate calls violate Trusted Types in report-only mode.
        if (message.text().includes("This document requires 'TrustedScript' assignment.")) return
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      return { electron, page, complaints, close: () => electron.close() }
    },
    launchSecond: (args) =>
      new Promise((resolve, reject) => {
        const child = spawn(packedProgram(), [...asRoot, ...args], {
          env: { ...desktopEnv, XDG_CONFIG_HOME: dir },
          stdio: 'ignore',
        })
        child.once('error', reject)
        child.once('exit', resolve)
      }),
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}

interface TestApp extends Omit<App, 'close'> {
  readonly profile: Profile
  restart(options?: LaunchOptions): Promise<void>
}

/** The app in a new profile for all tests of a file. `prepare` runs before the first test. */
export function openApp(prepare: (app: TestApp) => Promise<unknown> = async () => {}): TestApp {
  let profile: Profile
  let running: App
  const app: TestApp = {
    get profile() {
      return profile
    },
    get electron() {
      return running.electron
    },
    get page() {
      return running.page
    },
    get complaints() {
      return running.complaints
    },
    restart: async (options) => {
      await running.close()
      running = await profile.launch(options)
    },
  }
  beforeAll(async () => {
    profile = await createProfile()
    running = await profile.launch()
    await prepare(app)
  })
  afterAll(async () => {
    await running.close()
    await profile.remove()
  })
  return app
}
