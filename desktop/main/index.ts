import { join } from 'node:path'
import { app, safeStorage } from 'electron'
import { jsonArgument } from './argument.ts'
import { driverAttached } from './driver.ts'
import { chosenFiles } from './files.ts'
import { setupCalls } from './handle.ts'
import { lockSession, setupLocks, setupSandbox } from './locks.ts'
import { setupMenu, skipDefaultMenu } from './menu.ts'
import { setupSingleInstance } from './opened.ts'
import { setupPages, setupScheme } from './page.ts'
import { openSealed } from './sealed.ts'
import { openSecrets, type Secrets } from './secrets.ts'
import { setupServer } from './server.ts'
import { openSettings } from './settings.ts'
import { setupUpdates } from './updates.ts'
import { setupWindow } from './window.ts'

/** Also the keychain's service name for our sessions. */
const appId = 'com.salonback.console'

app.setAppUserModelId(appId)
setupSandbox()
setupScheme()
setupLocks()
skipDefaultMenu()

const files = chosenFiles()
/** The file the app was started with, until the window takes it. */
let early = jsonArgument(process.argv, process.cwd())
let openFile = (path: string | null) => {
  early = path ?? early
}

if (setupSingleInstance((path) => openFile(path))) {
  // Opened before Electron is ready: the keychain is another process, and the first screen waits for it.
  const sealed = async () => {
    await app.whenReady()
    return openSealed(join(app.getPath('userData'), 'sessions.json'), safeStorage)
  }
  const secrets = openSecrets(appId, undefined, sealed)
  void Promise.all([app.whenReady(), driverAttached()]).then(() => start(secrets))
} else app.quit()

function start(secrets: Promise<Secrets>) {
  lockSession()
  const settings = openSettings(join(app.getPath('userData'), 'settings.json'))
  const server = setupServer(settings, secrets)
  setupPages(server.forward)
  const window = setupWindow(settings)
  server.onBack(() => window.tell('serverBack', null))
  const { chooseFile, changeServer } = setupCalls({
    settings,
    secrets,
    server,
    window,
    files,
    takeEarlyFile,
  })

  openFile = (path) => {
    window.show()
    if (path) void files.add(path).then((file) => window.tell('fileOpened', file))
  }
  setupMenu({
    window,
    updates: setupUpdates(),
    importFile: async () => {
      const file = await chooseFile()
      if (file) window.tell('fileOpened', file)
    },
    changeServer,
  })
}

function takeEarlyFile() {
  const path = early
  early = null
  return path ? files.add(path) : null
}
