import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app, dialog, session } from 'electron'
import { hasSecureFeed, isSecure } from './feed.ts'

export interface Updates {
  /** Whether this build was made with an https update feed (UPDATE_FEED_URL, see electron-builder.yml). */
  readonly configured: boolean
  /** Asked for by a person, so every outcome is said. */
  check(): Promise<void>
}

const dayMs = 24 * 60 * 60 * 1000
/** After the start has settled; the first screen must not wait for an update check. */
const firstCheckMs = 60_000

/** Updates download by themselves and are installed when the app quits. Without a feed nothing is ever asked. */
export function setupUpdates(): Updates {
  const configured = app.isPackaged && hasSecureFeed(feedFile())
  if (configured) {
    lockUpdates()
    setTimeout(() => void quietly(), firstCheckMs).unref()
    setInterval(() => void quietly(), dayMs).unref()
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

/** The updater's own session, by its own name: no redirect of the feed leads it, or a download, out of encryption. */
function lockUpdates() {
  const downloads = session.fromPartition('electron-updater', { cache: false })
  downloads.webRequest.onBeforeRequest(({ url }, decide) => decide({ cancel: !isSecure(url) }))
}

async function updater() {
  const { autoUpdater } = await import('electron-updater')
  autoUpdater.autoDownload = true
  autoUpdater.autoInstallOnAppQuit = true
  autoUpdater.allowDowngrade = false
  autoUpdater.disableWebInstaller = true
  return autoUpdater
}

async function quietly() {
  try {
    await (await updater()).checkForUpdates()
  } catch {
    // The next day is another day; a person who asks gets the reason.
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
