import { app } from 'electron'
import { jsonArgument } from './argument.ts'

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
