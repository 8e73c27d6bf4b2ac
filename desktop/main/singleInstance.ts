import { app } from 'electron'
import { jsonArgument } from './commandLine.ts'

/**
 * Allows one running app: a second start passes its file to the first and quits. Must run before the app is ready.
 * Returns false in the second start.
 */
export function setupSingleInstance(onOpen: (file: string | null) => void): boolean {
  if (!app.requestSingleInstanceLock()) return false
  app.on('second-instance', (_event, argv, cwd) => onOpen(jsonArgument(argv, cwd)))
  // macOS passes files by this event, also the one the app was started with.
  app.on('open-file', (event, path) => {
    event.preventDefault()
    onOpen(path)
  })
  return true
}
