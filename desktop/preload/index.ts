import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { OfferedFile } from '../bridge.ts'
import type { ArgsOf, CallName, DataOf, Desktop, EventName, ReplyOf } from '../ipc.ts'

/** The names in `ipc.ts`, inserted by the build: a sandboxed preload script cannot import modules. */
declare const CALL_NAMES: CallName[]
declare const EVENT_NAMES: EventName[]

const invoke = <N extends CallName>(name: N, ...args: ArgsOf<N>): Promise<ReplyOf<N>> =>
  ipcRenderer.invoke(`salonback:${name}`, ...args)

const subscribe =
  <N extends EventName>(name: N) =>
  (listener: (data: DataOf<N>) => void) => {
    const onMessage = (_event: unknown, data: DataOf<N>) => listener(data)
    ipcRenderer.on(`salonback:event:${name}`, onMessage)
    return () => void ipcRenderer.removeListener(`salonback:event:${name}`, onMessage)
  }

const noFile = Promise.resolve(null)
let dropped: Promise<OfferedFile | null> = noFile

// Electron 32 replaced File.path by webUtils.getPathForFile.
function pathOf(file: File & { path?: string }): string {
  return webUtils ? webUtils.getPathForFile(file) : (file.path ?? '')
}

// Only the preload script sees the path. Ignores drops simulated by a script (`isTrusted`).
window.addEventListener(
  'drop',
  (event) => {
    const file = event.dataTransfer?.files[0]
    const path = event.isTrusted && file ? pathOf(file) : ''
    dropped = path === '' ? noFile : invoke('dropFile', path)
  },
  { capture: true },
)

function takeDropped() {
  const taken = dropped
  dropped = noFile
  return taken
}

const onName = (name: string) => `on${name.charAt(0).toUpperCase()}${name.slice(1)}`

contextBridge.exposeInMainWorld('desktop', {
  ...Object.fromEntries(
    CALL_NAMES.filter((name) => name !== 'dropFile').map((name) => [
      name,
      (...args: ArgsOf<typeof name>) => invoke(name, ...args),
    ]),
  ),
  ...Object.fromEntries(EVENT_NAMES.map((name) => [onName(name), subscribe(name)])),
  takeDropped,
} as Desktop)
