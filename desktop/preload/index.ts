import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { Desktop, OfferedFile, WindowEvents } from '../bridge.ts'
import type { ArgsOf, CallName, ReplyOf } from '../ipc.ts'

// Written out instead of imported from ipc.ts: a sandboxed preload has no modules, and needs no zod.
const invoke = <N extends CallName>(name: N, ...args: ArgsOf<N>): Promise<ReplyOf<N>> =>
  ipcRenderer.invoke(`salonback:${name}`, ...args)

function listen<N extends keyof WindowEvents>(name: N) {
  return (listener: (data: WindowEvents[N]) => void) => {
    const heard = (_event: unknown, data: WindowEvents[N]) => listener(data)
    ipcRenderer.on(`salonback:event:${name}`, heard)
    return () => void ipcRenderer.removeListener(`salonback:event:${name}`, heard)
  }
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

const desktop: Desktop = {
  start: () => invoke('start'),
  checkServer: (address) => invoke('checkServer', address),
  connect: (address) => invoke('connect', address),
  changeServer: () => invoke('changeServer'),
  forgetSession: () => invoke('forgetSession'),
  chooseFile: () => invoke('chooseFile'),
  takeDropped: () => {
    const taken = dropped
    dropped = none
    return taken
  },
  sendFile: (token) => invoke('sendFile', token),
  cancelFile: (token) => invoke('cancelFile', token),
  saveText: (name, text) => invoke('saveText', name, text),
  notify: (note) => invoke('notify', note),
  setBadge: (count) => invoke('setBadge', count),
  setDark: (dark) => invoke('setDark', dark),
  onImportStep: listen('importStep'),
  onFileOpened: listen('fileOpened'),
  onGoTo: listen('goTo'),
  onCommand: listen('command'),
  onLineBack: listen('lineBack'),
}

contextBridge.exposeInMainWorld('desktop', desktop)
