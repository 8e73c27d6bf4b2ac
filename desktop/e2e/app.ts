import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright'
import { packedProgram } from '../package.ts'

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
  remove(): Promise<void>
}

// Chromium's own sandbox refuses to run as root, which is what build machines are.
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** A profile folder of its own, in which the packaged app is started as often as wanted. */
export async function createProfile(desk: Record<string, string>): Promise<Profile> {
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
      const complaints: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      return { electron, page, complaints, close: () => electron.close() }
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}
