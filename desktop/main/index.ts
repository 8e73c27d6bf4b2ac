import { join } from 'node:path'
import { app, safeStorage } from 'electron'
import { drawnFolder } from '../login.ts'
import { jsonArgument } from './argument.ts'
import type { Handlers } from './checked.ts'
import { driverAttached } from './driver.ts'
import { chosenFiles } from './files.ts'
import { lockSession, setupLocks, setupSandbox } from './locks.ts'
import { loginPage } from './loginPage.ts'
import { setupMenu, skipDefaultMenu } from './menu.ts'
import { setupSingleInstance } from './opened.ts'
import { setupPages, setupScheme } from './page.ts'
import { platform } from './platform.ts'
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
skipDefaultMenu()

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
  void Promise.all([app.whenReady(), driverAttached()]).then(() => start(secrets))
} else app.quit()

function start(secrets: Promise<Secrets>) {
  lockSession()
  const settings = openSettings(join(app.getPath('userData'), 'settings.json'))
  const server = setupServer(settings, secrets)
  // A file of its own, with the schemas of all calls: the window does not wait for it, nor does the login screen.
  let loading: Promise<Handlers> | null = null
  const calls = () => {
    loading ??= import('./handle.ts').then(({ setupCalls }) =>
      setupCalls({ settings, secrets, server, window, files, takeEarlyFile }),
    )
    return loading
  }
  const drawn = join(app.getAppPath(), drawnFolder)
  setupPages({
    // With a file the Import tab comes first, which leads to login.
    login: async () =>
      early === null ? loginPage(drawn, { server, secrets, platform, dark: isDark(settings) }) : null,
    callable: calls,
    forward: server.forward,
  })
  const window = setupWindow(settings)
  server.onBack(() => window.tell('serverBack', null))

  giveFile = (path) => {
    window.show()
    if (path) void offer(path)
  }
  setupMenu({
    window,
    updates: setupUpdates(),
    importFile: async () => {
      const file = await (await calls()).chooseFile()
      if (file) window.tell('fileOpened', file)
    },
    changeServer: async () => (await calls()).changeServer(),
  })

  async function offer(path: string) {
    window.tell('fileOpened', await files.add(path))
  }
}

function takeEarlyFile() {
  const path = early
  early = null
  return path ? files.add(path) : null
}
