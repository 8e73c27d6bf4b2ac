import { app, type Session, session, shell } from 'electron'
import { isOurs, isOutsideLink } from './origin.ts'

/** Requests a page may make: its own files and calls. Everything else goes through the main process. */
const local = /^(?:app|blob|data|devtools|chrome-extension):/

/** Writing to the clipboard is what a Copy button does; nothing else is ever granted. */
const granted = new Set(['clipboard-sanitized-write'])

/** Closes what a page of ours never needs, so that a page that is not ours anymore gains nothing. */
export function setupLocks() {
  // Linux only. No cookie is ever kept (app:// has none, and calls to the server go without), so Chromium needs no key
  // of its own in the keyring; fetching one would hold up the window, and a locked keyring would freeze it.
  app.commandLine.appendSwitch('password-store', 'basic')
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event, url) => {
      if (isOurs(url)) return
      event.preventDefault()
      openOutside(url)
    })
    contents.on('will-redirect', (event, url) => {
      if (!isOurs(url)) event.preventDefault()
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) => {
      openOutside(url)
      return { action: 'deny' }
    })
  })
}

/** The page's own session: no permissions, no devices, no network but the app's own scheme. */
export function lockSession(page: Session = session.defaultSession) {
  page.setPermissionRequestHandler((contents, permission, decide) => {
    decide(granted.has(permission) && isOurs(contents.getURL()))
  })
  page.setPermissionCheckHandler((_contents, permission, origin) => granted.has(permission) && isOurs(origin))
  page.setDevicePermissionHandler(() => false)
  page.webRequest.onBeforeRequest((details, decide) => decide({ cancel: !local.test(details.url) }))
  page.on('will-download', (event) => event.preventDefault())
}

/** Links belong in the browser, and only those nobody can have listened in on. */
export function openOutside(url: string) {
  if (isOutsideLink(url)) void shell.openExternal(url)
}
