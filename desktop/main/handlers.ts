import { writeFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { app, dialog } from 'electron'
import type { ImportOutcome, ImportStep, OfferedFile, StartInfo } from '../bridge.ts'
import { serverArgument } from './argument.ts'
import { callServer } from './call.ts'
import type { Handlers } from './checked.ts'
import { checkServer } from './connect.ts'
import type { ChosenFiles } from './files.ts'
import { sendImport } from './import.ts'
import { setupNotifications, showBadge } from './notifications.ts'
import type { Secrets } from './secrets.ts'
import type { Server } from './server.ts'
import type { SettingsFile } from './settings.ts'
import { connectTo, switchQuestion } from './switching.ts'
import type { MainWindow } from './window.ts'

const platforms: Record<string, StartInfo['platform']> = { darwin: 'mac', win32: 'windows' }

export interface Parts {
  settings: SettingsFile
  secrets: Promise<Secrets>
  server: Server
  window: MainWindow
  files: ChosenFiles
  takeEarlyFile(): Promise<OfferedFile> | null
}

/** What each call of the window does. */
export function handlers(parts: Parts): Handlers {
  const { secrets, server, window, files } = parts
  const notifier = setupNotifications(window)
  const sending = new Map<string, AbortController>()
  return {
    start: async () => ({
      server: server.origin(),
      suggested: serverArgument(process.argv),
      signedIn: Boolean(await server.session()?.token()),
      keychain: (await secrets).keychain,
      platform: platforms[process.platform] ?? 'linux',
      opened: await parts.takeEarlyFile(),
    }),
    // Once connected only that server may be checked: a compromised page must not scan the network.
    checkServer: async (address) =>
      server.origin() !== null && server.origin() !== address
        ? { kind: 'invalid' }
        : checkServer(address, callServer),
    connect: (address) =>
      connectTo(address, {
        current: server.origin(),
        trusted: parts.settings.get().trusted,
        check: (typed) => checkServer(typed, callServer),
        confirm: async (question) => {
          const { response } = await dialog.showMessageBox(window.show(), switchQuestion(question))
          return response === 1
        },
        connect: server.connect,
      }),
    changeServer: async () => {
      await server.disconnect()
      notifier.clear()
      window.current()?.webContents.reload()
    },
    forgetSession: async () => {
      notifier.clear()
      await server.session()?.clear()
    },
    chooseFile: () => chooseFile(window, files),
    dropFile: (path) => files.add(path),
    sendFile: (token) => sendFile(token, parts, sending),
    cancelFile: (token) => sending.get(token)?.abort(),
    saveText: (name, text) => saveText(window, name, text),
    notify: (note) => notifier.notify(note),
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

const gone = 'The file could not be opened. It may have been moved or changed. Choose it once more.'

async function sendFile(
  token: string,
  { server, window, files }: Parts,
  sending: Map<string, AbortController>,
): Promise<ImportOutcome> {
  const origin = server.origin()
  const session = server.session()
  const file = origin && session ? await files.open(token) : null
  if (!file || !origin || !session) return { kind: 'failed', message: gone }
  const stop = new AbortController()
  sending.set(token, stop)
  try {
    const outcome = await sendImport({
      file,
      token,
      origin,
      cookie: await session.token(),
      agent: server.agent,
      signal: stop.signal,
      onStep: stepTeller(window),
    })
    if (outcome.kind === 'done') files.release(token)
    return outcome
  } finally {
    sending.delete(token)
    // -1 takes the bar away.
    window.current()?.setProgressBar(-1)
  }
}

/** Progress in the window and on the task bar, at most twenty times a second. */
function stepTeller(window: MainWindow) {
  let told = 0
  return (step: ImportStep) => {
    const now = Date.now()
    if (step.phase === 'sending' && step.fraction !== 1 && now - told < 50) return
    told = now
    window.tell('importStep', step)
    // Above 1 the bar shows that something goes on, without saying how much.
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
