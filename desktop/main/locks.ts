import { app, dialog, type Session, session, shell } from 'electron'
import { isApiPath, isAppPage, isExternalLink, mailRecipientOf } from './origin.ts'

/** Schemes a page may request. Everything else goes through the main process. */
const local = /^(?:app|blob|data|devtools|chrome-extension):/

/** Copy buttons write to the clipboard. No other permission is granted. */
const granted = new Set(['clipboard-sanitized-write'])

/** Runs every page in Chromium's sandbox, whatever its window's options. Must run before the app is ready. */
export function setupSandbox() {
  // As root, Chromium starts only with --no-sandbox; enabling the sandbox as well would stop every page from starting.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
}

/** Denies navigation, webviews and new windows to every page. */
export function setupLocks() {
  // Linux only. Chromium stores no cookies here, so it needs no key in the keyring. Reading one would delay the window,
  // and a locked keyring would freeze it.
  app.commandLine.appendSwitch('password-store', 'basic')
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event, url) => {
      if (isAppPage(url)) return
      event.preventDefault()
      void openOutside(url)
    })
    contents.on('will-redirect', (event, url) => {
      if (!isAppPage(url)) event.preventDefault()
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) => {
      void openOutside(url)
      return { action: 'deny' }
    })
  })
}

/** Denies the page's session permissions, devices, downloads and all network but the app's own scheme. */
export function lockSession(page: Session = session.defaultSession) {
  page.setPermissionRequestHandler((contents, permission, decide) => {
    decide(granted.has(permission) && isAppPage(contents.getURL()))
  })
  page.setPermissionCheckHandler(
    (_contents, permission, origin) => granted.has(permission) && isAppPage(origin),
  )
  page.setDevicePermissionHandler(() => false)
  page.webRequest.onBeforeRequest(({ url, resourceType }, decide) => {
    const loadsApi = isApiPath(new URL(url).pathname) && resourceType !== 'xhr'
    decide({ cancel: !local.test(url) || loadsApi })
  })
  page.on('will-download', (event) => event.preventDefault())
}

let dialogOpen = false

/** The question before a link opens in another program; null for links that must not. */
function questionFor(url: string): string | null {
  if (isExternalLink(url)) return `Open ${new URL(url).host} in your browser?`
  const recipient = mailRecipientOf(url)
  if (recipient === null) return null
  return recipient === '' ? 'Write an email in your mail program?' : `Write an email to ${recipient}?`
}

/**
 * Opens an https link in the browser, or a draft in the mail program, after the user agreed: a script in the page could
 * send data out in its address.
 */
export async function openOutside(url: string) {
  const message = questionFor(url)
  // One dialog at a time, so that a page cannot cover the window with dialogs.
  if (message === null || dialogOpen) return
  dialogOpen = true
  const answer = dialog.showMessageBox({
    type: 'question',
    message,
    detail: url.slice(0, 300),
    buttons: ['Open', 'Cancel'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  })
  const { response } = await answer.finally(() => {
    dialogOpen = false
  })
  if (response === 0) await shell.openExternal(url)
}
