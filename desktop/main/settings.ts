import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'

const WindowBounds = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  maximized: z.boolean(),
})
export type WindowBounds = z.infer<typeof WindowBounds>

const Origin = z.url({ protocol: /^https?$/ })

/** A value nobody can read is a value nobody set: one broken line must not lose the others. */
const Settings = z.object({
  /** Origin of the server, such as `https://texts.example.com`. */
  server: Origin.nullable().catch(null),
  /** Origin a person agreed to last. Another one is asked about first, also after this one was left. */
  trusted: Origin.nullable().catch(null),
  window: WindowBounds.nullable().catch(null),
  /** The theme shown last, so that the next start opens in its colour. Null: what the system has. */
  dark: z.boolean().nullable().catch(null),
  /** Chromium's zoom level; 0 is 100 %, each step 20 %. */
  zoom: z.number().min(-3).max(5).catch(0),
})
export type Settings = z.infer<typeof Settings>

export interface SettingsFile {
  get(): Settings
  change(part: Partial<Settings>): void
}

/** The settings in this file; created on the first change. Never holds a session. */
export function openSettings(file: string): SettingsFile {
  const kept = readJson(file)
  // A file of the first release has no `trusted` yet: the server it was connected to is that.
  let settings = Settings.parse({ trusted: kept.server, ...kept })
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
