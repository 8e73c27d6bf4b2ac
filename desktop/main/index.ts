import { join } from 'node:path'
import { app, safeStorage } from 'electron'
import { drawnFolder } from '../login.ts'
import { jsonArgument } from './argument.ts'
import { chosenFiles } from './files.ts'
import { setupCalls } from './handle.ts'
import { handlers, platform } from './handlers.ts'
import { lockSession, setupLocks, setupSandbox } from './locks.ts'
import { loginPage } from './loginPage.ts'
import { setupMenu } from './menu.ts'
import { setupNotifications } from './notifications.ts'
import { setupSingleInstance } from './opened.ts'
import { setupPages, setupScheme } from './page.ts'
import { openSealed } from './sealed.ts'
import { openSecrets, type Secrets } from './secrets.ts'
import { setupServer } from './server.ts'
import { openSettings } from './settings.ts'
import { setupUpdates } from './updates.ts'
import { isDark, setupWindow } from './window.ts'

/** Also the name under which the keychain keeps our sessions. */
const appId = 'com.salonback.console'

app.setAppUserModelId(appId)
setupSandbox()
setupScheme()
setupLocks()

const files = chosenFiles()
/** A file given before there is a window to show it waits here. */
let early = jsonArgument(process.argv, process.cwd())
let giveFile = (path: string | null) => {
  early = path ?? early
}

if (setupSingleInstance((path) => giveFile(path))) {
  // Asked before Electron is ready: the answer comes from another process, and the first screen waits for it.
  const sealed = async () => {
    await app.whenReady()
    return openSealed(join(app.getPath('userData'), 'sessions.json'), safeStorage)
  }
  const secrets = openSecrets(appId, undefined, sealed)
  void app.whenReady().then(() => start(secrets))
} else app.quit()

function start(secrets: Promise<Secrets>) {
  lockSession()
  const settings = openSettings(join(app.getPath('userData'), 'settings.json'))
  const server = setupServer(settings, secrets)
  const drawn = join(app.getAppPath(), drawnFolder)
  setupPages({
    toServer: server.forward,
    login: () => loginPage(drawn, { server, secrets, platform, dark: isDark(settings) }),
  })

  const window = setupWindow(settings)
  const notifier = setupNotifications(window)
  const calls = handlers({ settings, secrets, server, window, notifier, files, takeEarlyFile: takeEarly })
  setupCalls(calls)
  server.onBack(() => window.tell('serverBack', null))

  giveFile = (path) => {
    window.show()
    if (path) void offer(path)
  }
  setupMenu({
    window,
    updates: setupUpdates(),
    importFile: async () => {
      const file = await calls.chooseFile()
      if (file) window.tell('fileOpened', file)
    },
    changeServer: () => void calls.changeServer(),
  })

  async function offer(path: string) {
    window.tell('fileOpened', await files.add(path))
  }
}

function takeEarly() {
  const path = early
  early = null
  return path ? files.add(path) : null
}
