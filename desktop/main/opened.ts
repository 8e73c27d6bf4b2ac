import { resolve } from 'node:path'
import { app } from 'electron'

/** The `.json` among the words an app was started with, as an absolute path. */
export function jsonArgument(argv: readonly string[], cwd: string): string | null {
  const given = argv.slice(1).find((word) => !word.startsWith('-') && /\.json$/i.test(word))
  return given ? resolve(cwd, given) : null
}

/**
 * Keeps to one running app: a second start hands its file to the first and ends. Must run before the app is ready.
 * Returns false in that second one.
 */
export function setupSingleInstance(onStart: (file: string | null) => void): boolean {
  if (!app.requestSingleInstanceLock()) return false
  app.on('second-instance', (_event, argv, cwd) => onStart(jsonArgument(argv, cwd)))
  // macOS opens files by event, also the one the app was started with.
  app.on('open-file', (event, path) => {
    event.preventDefault()
    onStart(path)
  })
  return true
}
