import { app, dialog, type Session, session, shell } from 'electron'
import { isCallPath, isOutsideLink, isPage } from './origin.ts'

/** Requests a page may make: its own files and calls. Everything else goes through the main process. */
const local = /^(?:app|blob|data|devtools|chrome-extension):/

/** Writing to the clipboard is what a Copy button does; nothing else is ever granted. */
const granted = new Set(['clipboard-sanitized-write'])

/** Every page runs in Chromium's sandbox, whatever its window asks for. Must run before the app is ready. */
export function setupSandbox() {
  // As root Chromium starts only without its sandbox, and asking for both would keep every page from starting.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
}

/** Denies what our page never needs, so that a compromised page gains nothing. */
export function setupLocks() {
  // Linux only. No cookie is ever kept (app:// has none, and calls to the server go without), so Chromium needs no key
  // of its own in the keyring; fetching one would hold up the window, and a locked keyring would freeze it.
  app.commandLine.appendSwitch('password-store', 'basic')
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event, url) => {
      if (isPage(url)) return
      event.preventDefault()
      void openOutside(url)
    })
    contents.on('will-redirect', (event, url) => {
      if (!isPage(url)) event.preventDefault()
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) => {
      void openOutside(url)
      return { action: 'deny' }
    })
  })
}

/** The page's own session: no permissions, no devices, no network but the app's own scheme. */
export function lockSession(page: Session = session.defaultSession) {
  page.setPermissionRequestHandler((contents, permission, decide) => {
    decide(granted.has(permission) && isPage(contents.getURL()))
  })
  page.setPermissionCheckHandler((_contents, permission, origin) => granted.has(permission) && isPage(origin))
  page.setDevicePermissionHandler(() => false)
  page.webRequest.onBeforeRequest(({ url, resourceType }, decide) => {
    const loadsCall = isCallPath(new URL(url).pathname) && resourceType !== 'xhr'
    decide({ cancel: !local.test(url) || loadsCall })
  })
  page.on('will-download', (event) => event.preventDefault())
}

let asking = false

/**
 * Opens https links in the browser, after the user agreed: a script of the page could send data out in a link's
 * address.
 */
export async function openOutside(url: string) {
  // One question at a time: a page that asks again and again must not bury the window.
  if (!isOutsideLink(url) || asking) return
  asking = true
  const question = dialog.showMessageBox({
    type: 'question',
    message: `Open ${new URL(url).host} in your browser?`,
    detail: url.slice(0, 300),
    buttons: ['Open', 'Cancel'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  })
  const { response } = await question.finally(() => {
    asking = false
  })
  if (response === 0) await shell.openExternal(url)
}
