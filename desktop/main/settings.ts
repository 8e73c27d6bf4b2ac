import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export interface WindowBounds {
  x: number
  y: number
  width: number
  height: number
  maximized: boolean
}

export interface Settings {
  /** Origin of the server, such as `https://texts.example.com`. */
  server: string | null
  /** Origin a person agreed to last. Another one is asked about first, also after this one was left. */
  trusted: string | null
  window: WindowBounds | null
  /** The theme shown last, so that the next start opens in its colour. Null: what the system has. */
  dark: boolean | null
  /** Chromium's zoom level; 0 is 100 %, each step 20 %. */
  zoom: number
}

export interface SettingsFile {
  get(): Settings
  change(part: Partial<Settings>): void
}

/** The settings in this file; created on the first change. Never holds a session. */
export function openSettings(file: string): SettingsFile {
  const kept = readJson(file)
  // A file of the first release has no `trusted` yet: the server it was connected to is that.
  let settings = settingsIn({ trusted: kept.server, ...kept })
  return {
    get: () => settings,
    change: (part) => {
      settings = { ...settings, ...part }
      mkdirSync(dirname(file), { recursive: true })
      // Written beside and renamed, so that a crash leaves the old file or the new one.
      writeFileSync(`${file}.new`, `${JSON.stringify(settings, null, 2)}\n`)
      renameSync(`${file}.new`, file)
    },
  }
}

function readJson(file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/**
 * A value nobody can read is a value nobody set: one broken line must not lose the others. By hand: the window waits for
 * its settings, and zod takes as long to load as the window to be made.
 */
const settingsIn = ({ server, trusted, window, dark, zoom }: Record<string, unknown>): Settings => ({
  server: isWebAddress(server) ? server : null,
  trusted: isWebAddress(trusted) ? trusted : null,
  window: isBounds(window) ? window : null,
  dark: typeof dark === 'boolean' ? dark : null,
  zoom: typeof zoom === 'number' && zoom >= -3 && zoom <= 5 ? zoom : 0,
})

function isWebAddress(value: unknown): value is string {
  try {
    return typeof value === 'string' && /^https?:$/.test(new URL(value).protocol)
  } catch {
    return false
  }
}

function isBounds(value: unknown): value is WindowBounds {
  if (typeof value !== 'object' || value === null) return false
  const { x, y, width, height, maximized } = value as Record<string, unknown>
  const whole = [x, y, width, height].every(Number.isInteger)
  return whole && Number(width) > 0 && Number(height) > 0 && typeof maximized === 'boolean'
}
