import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app, dialog, session } from 'electron'
import { hasSecureFeed, isSecure } from './feed.ts'

export interface Updates {
  /** Whether this build was made with an https update feed (UPDATE_FEED_URL, see electron-builder.yml). */
  readonly configured: boolean
  /** A check the user asked for: reports every outcome in a dialog. */
  check(): Promise<void>
}

const dayMs = 24 * 60 * 60 * 1000
/** Delay of the first check, so that it does not slow down the start of the app. */
const firstCheckMs = 60_000

/** Checks daily, downloads updates and installs them when the app quits. Does nothing without a feed. */
export function setupUpdates(): Updates {
  const configured = app.isPackaged && hasSecureFeed(feedFile())
  if (configured) {
    blockInsecureDownloads()
    setTimeout(() => void checkInBackground(), firstCheckMs).unref()
    setInterval(() => void checkInBackground(), dayMs).unref()
  }
  return { configured, check }
}

function feedFile(): string {
  try {
    return readFileSync(join(process.resourcesPath, 'app-update.yml'), 'utf8')
  } catch {
    return ''
  }
}

/** Cancels every request of electron-updater that is not https, also after a redirect. */
function blockInsecureDownloads() {
  const updaterSession = session.fromPartition('electron-updater', { cache: false })
  updaterSession.webRequest.onBeforeRequest(({ url }, decide) => decide({ cancel: !isSecure(url) }))
}

async function updater() {
  const { autoUpdater } = await import('electron-updater')
  autoUpdater.autoDownload = true
  autoUpdater.autoInstallOnAppQuit = true
  autoUpdater.allowDowngrade = false
  autoUpdater.disableWebInstaller = true
  return autoUpdater
}

async function checkInBackground() {
  try {
    await (await updater()).checkForUpdates()
  } catch {
    // Background checks fail silently; manual checks report errors.
  }
}

async function check() {
  try {
    const found = await (await updater()).checkForUpdates()
    const version = found?.updateInfo.version
    const newer = found?.downloadPromise !== undefined && version !== undefined
    await dialog.showMessageBox({
      type: 'info',
      message: newer ? `Version ${version} is being downloaded.` : `${app.name} is up to date.`,
      detail: newer ? 'It is installed when you quit.' : `This is version ${app.getVersion()}.`,
    })
  } catch (error) {
    await dialog.showMessageBox({
      type: 'warning',
      message: 'The check for updates failed.',
      detail: error instanceof Error ? (error.message.split('\n')[0] ?? '') : '',
    })
  }
}
