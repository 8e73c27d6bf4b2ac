import { join } from 'node:path'
import { app, safeStorage } from 'electron'
import { chosenFiles } from './chosenFiles.ts'
import { jsonArgument } from './commandLine.ts'
import { openEncryptedFile } from './encryptedFile.ts'
import { setupCalls } from './handle.ts'
import { lockSession, setupLocks, setupSandbox } from './locks.ts'
import { setupMenu, skipDefaultMenu } from './menu.ts'
import { setupPages, setupScheme } from './page.ts'
import { openSecrets, type Secrets } from './secrets.ts'
import { setupServer } from './server.ts'
import { openSettings } from './settings.ts'
import { setupSingleInstance } from './singleInstance.ts'
import { waitForTestDriver } from './testDriver.ts'
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
/** The file the app was started with, until the page reads it. */
let startFile = jsonArgument(process.argv, process.cwd())
let openFile = (path: string | null) => {
  startFile = path ?? startFile
}

if (setupSingleInstance((path) => openFile(path))) {
  // Starts before Electron is ready: the keychain is another process, and the first screen waits for it.
  const encryptedFile = async () => {
    await app.whenReady()
    return openEncryptedFile(join(app.getPath('userData'), 'sessions.json'), safeStorage)
  }
  const secrets = openSecrets(appId, { fallback: encryptedFile })
  void Promise.all([app.whenReady(), waitForTestDriver()]).then(() => start(secrets))
} else app.quit()

function start(secrets: Promise<Secrets>) {
  lockSession()
  const settings = openSettings(join(app.getPath('userData'), 'settings.json'))
  const server = setupServer(settings, secrets)
  setupPages(server.forward)
  const window = setupWindow(settings)
  server.onBack(() => window.send('serverBack', null))
  const { chooseFile, changeServer } = setupCalls({ settings, secrets, server, window, files, takeStartFile })

  openFile = (path) => {
    window.show()
    if (path) void files.add(path).then((file) => window.send('fileOpened', file))
  }
  setupMenu({
    window,
    updates: setupUpdates(),
    importFile: async () => {
      const file = await chooseFile()
      if (file) window.send('fileOpened', file)
    },
    changeServer,
  })
}

function takeStartFile() {
  const path = startFile
  startFile = null
  return path ? files.add(path) : null
}
