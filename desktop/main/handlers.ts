import { writeFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { app, dialog } from 'electron'
import type { ImportOutcome, ImportStep, OfferedFile, StartInfo } from '../bridge.ts'
import { callServer } from './callServer.ts'
import type { Handlers } from './checkedCall.ts'
import { checkServer } from './checkServer.ts'
import type { ChosenFiles } from './chosenFiles.ts'
import { serverArgument } from './commandLine.ts'
import { sendImport } from './import.ts'
import { setupNotifications, showBadge } from './notifications.ts'
import type { Secrets } from './secrets.ts'
import type { Server } from './server.ts'
import type { SettingsFile } from './settings.ts'
import { confirmationDialog, switchServer } from './switchServer.ts'
import type { MainWindow } from './window.ts'

const platforms: Record<string, StartInfo['platform']> = { darwin: 'mac', win32: 'windows' }

export interface HandlerDeps {
  settings: SettingsFile
  secrets: Promise<Secrets>
  server: Server
  window: MainWindow
  files: ChosenFiles
  /** The file the app was started with, once. */
  takeStartFile(): Promise<OfferedFile> | null
}

/** The handler of each call in ipc.ts. */
export function createHandlers(deps: HandlerDeps): Handlers {
  const { settings, secrets, server, window, files } = deps
  const notifications = setupNotifications(window)
  const uploads = new Map<string, AbortController>()
  return {
    start: async () => ({
      server: server.origin(),
      suggested: serverArgument(process.argv),
      signedIn: Boolean(await server.session()?.token()),
      keychain: (await secrets).keychain,
      platform: platforms[process.platform] ?? 'linux',
      opened: await deps.takeStartFile(),
    }),
    // Once connected, only that server may be checked: a compromised page must not scan the network.
    checkServer: async (address) =>
      server.origin() !== null && server.origin() !== address
        ? { kind: 'invalid' }
        : checkServer(address, callServer),
    connect: (address) =>
      switchServer(address, {
        current: server.origin(),
        trusted: settings.get().trusted,
        check: (typed) => checkServer(typed, callServer),
        confirm: async (servers) => {
          const { response } = await dialog.showMessageBox(window.show(), confirmationDialog(servers))
          return response === 1
        },
        connect: server.connect,
      }),
    changeServer: async () => {
      await server.disconnect()
      notifications.clear()
      window.current()?.webContents.reload()
    },
    forgetSession: async () => {
      notifications.clear()
      await server.session()?.clear()
    },
    chooseFile: () => chooseFile(window, files),
    dropFile: (path) => files.add(path),
    sendFile: (token) => sendFile(token, deps, uploads),
    cancelFile: (token) => uploads.get(token)?.abort(),
    saveText: (name, text) => saveText(window, name, text),
    notify: (text) => notifications.notify(text),
    setBadge: (count) => showBadge(window, count),
    setDark: (dark) => window.setDark(dark),
  }
}

async function chooseFile(window: MainWindow, files: ChosenFiles): Promise<OfferedFile | null> {
  const options: Electron.OpenDialogOptions = {
    title: 'Import JSON File',
    buttonLabel: 'Choose',
    properties: ['openFile'],
    filters: [{ name: 'JSON', extensions: ['json'] }],
  }
  const { filePaths } = await dialog.showOpenDialog(window.show(), options)
  const [path] = filePaths
  return path ? files.add(path) : null
}

const fileGone = 'The file could not be opened. It may have been moved or changed. Choose it once more.'

async function sendFile(
  token: string,
  { server, window, files }: HandlerDeps,
  uploads: Map<string, AbortController>,
): Promise<ImportOutcome> {
  const origin = server.origin()
  const session = server.session()
  const file = origin && session ? await files.open(token) : null
  if (!file || !origin || !session) return { kind: 'failed', message: fileGone }
  const abort = new AbortController()
  uploads.set(token, abort)
  try {
    const outcome = await sendImport({
      file,
      token,
      origin,
      cookie: await session.token(),
      agent: server.agent,
      signal: abort.signal,
      onStep: throttledProgress(window),
    })
    if (outcome.kind === 'done') files.release(token)
    return outcome
  } finally {
    uploads.delete(token)
    // -1 removes the progress bar.
    window.current()?.setProgressBar(-1)
  }
}

/** Reports progress to the page and the task bar, at most every 50 ms. */
function throttledProgress(window: MainWindow) {
  let reportedAt = 0
  return (step: ImportStep) => {
    const now = Date.now()
    if (step.phase === 'sending' && step.fraction !== 1 && now - reportedAt < 50) return
    reportedAt = now
    window.send('importStep', step)
    // A value above 1 shows indeterminate progress.
    window.current()?.setProgressBar(step.fraction ?? 2)
  }
}

async function saveText(window: MainWindow, name: string, text: string) {
  const safe = basename(name)
  const { filePath } = await dialog.showSaveDialog(window.show(), {
    defaultPath: `${app.getPath('downloads')}/${safe}`,
    filters: [{ name: extname(safe).slice(1).toUpperCase(), extensions: [extname(safe).slice(1)] }],
  })
  if (filePath) await writeFile(filePath, text)
}
