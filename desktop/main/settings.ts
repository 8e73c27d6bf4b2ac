import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'

const WindowBounds = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().positive(),
  height: z.int().positive(),
  maximized: z.boolean(),
})
export type WindowBounds = z.infer<typeof WindowBounds>
type Rectangle = Omit<WindowBounds, 'maximized'>

/** Whether enough of the window's title bar lies on one of these screens to drag the window. */
export function isOnScreen(bounds: Rectangle, screens: readonly Rectangle[]): boolean {
  return screens.some((screen) => {
    const width = Math.min(bounds.x + bounds.width, screen.x + screen.width) - Math.max(bounds.x, screen.x)
    const visibleTop = bounds.y >= screen.y - 8 && bounds.y < screen.y + screen.height - 40
    return width >= 120 && visibleTop
  })
}

const Origin = z.url({ protocol: /^https?$/ })

/** An invalid value counts as not set, so that one broken value does not lose the others. */
const Settings = z.object({
  /** Origin of the server, such as `https://texts.example.com`. */
  server: Origin.nullable().catch(null),
  /** Origin the user agreed to last, also after signing out of it. Another one needs confirmation. */
  trusted: Origin.nullable().catch(null),
  window: WindowBounds.nullable().catch(null),
  /** The theme shown last, so that the next start opens in its colour. Null: the system's. */
  dark: z.boolean().nullable().catch(null),
  /** Chromium's zoom level; 0 is 100 %, each step 20 %. */
  zoom: z.number().min(-3).max(5).catch(0),
})
type Settings = z.infer<typeof Settings>

export interface SettingsFile {
  get(): Settings
  change(part: Partial<Settings>): void
}

/** The settings in this file; created on the first change. Never holds a session. */
export function openSettings(file: string): SettingsFile {
  let settings = Settings.parse(readJson(file))
  return {
    get: () => settings,
    change: (part) => {
      settings = { ...settings, ...part }
      mkdirSync(dirname(file), { recursive: true })
      // Write and rename, so that a crash leaves the old file or the new one.
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
