import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describePage } from '@salonback/shared/testing/describePage.ts'
import { _electron, type ElectronApplication, type Page } from 'playwright'
import { afterEach } from 'vitest'
import { packedProgram } from '../build/runtime.ts'
import { output } from './desk.ts'
import { keyringService } from './steps.ts'

export interface App {
  electron: ElectronApplication
  page: Page
  /** What the page's console said that it should not have. */
  complaints: string[]
  close(): Promise<void>
}

export interface Profile {
  dir: string
  launch(options?: { words?: string[]; env?: Record<string, string>; cwd?: string }): Promise<App>
  /** Starts the program once more beside a running one; its exit code. */
  startAgain(words: string[]): Promise<number | null>
  remove(): Promise<void>
}

// Chromium's own sandbox refuses to run as root, which is what build machines are.
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** Windows that stand open: what they show is said when their test fails. */
const shown = new Set<Page>()
afterEach(async ({ task }) => {
  const words = task.result?.state === 'fail' ? await Promise.all([...shown].map(describePage)) : []
  if (words.length > 0) throw new Error(words.join('\n'))
})

/** A new person: a profile folder, in which the packaged app is started as often as wanted, and nothing in the keyring. */
export async function createProfile(desk: Record<string, string>): Promise<Profile> {
  // It fails when there is nothing to clear.
  await output('secret-tool', ['clear', 'service', keyringService], desk).catch(() => '')
  const dir = await mkdtemp(join(tmpdir(), 'salonback-profile-'))
  return {
    dir,
    launch: async ({ words = [], env = {}, cwd } = {}) => {
      const electron = await _electron.launch({
        executablePath: packedProgram(),
        args: [...asRoot, ...words],
        env: { ...desk, XDG_CONFIG_HOME: dir, ...env },
        ...(cwd && { cwd }),
      })
      const page = await electron.firstWindow()
      shown.add(page)
      page.once('close', () => shown.delete(page))
      const complaints: string[] = []
      page.on('console', (message) => {
        // The driver's own evaluation, which the policy reports and lets it have.
        if (message.text().includes("This document requires 'TrustedScript' assignment.")) return
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      return { electron, page, complaints, close: () => electron.close() }
    },
    startAgain: (words) =>
      new Promise((resolve, reject) => {
        const child = spawn(packedProgram(), [...asRoot, ...words], {
          env: { ...desk, XDG_CONFIG_HOME: dir },
          stdio: 'ignore',
        })
        child.once('error', reject)
        child.once('exit', resolve)
      }),
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}
