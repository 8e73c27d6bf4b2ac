import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { OfferedFile } from '../bridge.ts'
import type { ArgsOf, CallName, DataOf, Desktop, EventName, ReplyOf } from '../ipc.ts'

/** The names in `ipc.ts`, put here by the build: a sandboxed preload has no modules, and needs no zod. */
declare const CALL_NAMES: CallName[]
declare const EVENT_NAMES: EventName[]

const invoke = <N extends CallName>(name: N, ...args: ArgsOf<N>): Promise<ReplyOf<N>> =>
  ipcRenderer.invoke(`salonback:${name}`, ...args)

const listen =
  <N extends EventName>(name: N) =>
  (listener: (data: DataOf<N>) => void) => {
    const heard = (_event: unknown, data: DataOf<N>) => listener(data)
    ipcRenderer.on(`salonback:event:${name}`, heard)
    return () => void ipcRenderer.removeListener(`salonback:event:${name}`, heard)
  }

const none = Promise.resolve(null)
let dropped: Promise<OfferedFile | null> = none

// Electron 32 moved the path of a file from the file itself to webUtils.
function pathOf(file: File & { path?: string }): string {
  return webUtils ? webUtils.getPathForFile(file) : (file.path ?? '')
}

// The path is taken here and not by the page. A drop made up by a script is not trusted and opens no file.
window.addEventListener(
  'drop',
  (event) => {
    const file = event.dataTransfer?.files[0]
    const path = event.isTrusted && file ? pathOf(file) : ''
    dropped = path === '' ? none : invoke('dropFile', path)
  },
  { capture: true },
)

function takeDropped() {
  const taken = dropped
  dropped = none
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
  ...Object.fromEntries(EVENT_NAMES.map((name) => [onName(name), listen(name)])),
  takeDropped,
} as Desktop)
