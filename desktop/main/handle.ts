import { type IpcMainInvokeEvent, ipcMain } from 'electron'
import { type CallName, calls, channel } from '../ipc.ts'
import { answer, type Handler, type Handlers } from './checked.ts'

/** Answers every call of the map; a missing handler does not compile. */
export function setupCalls(handlers: Handlers) {
  for (const name of Object.keys(calls) as CallName[]) {
    const handler = handlers[name] as Handler<typeof name>
    ipcMain.handle(channel(name), (event: IpcMainInvokeEvent, ...args: unknown[]) =>
      answer(name, handler, event, args),
    )
  }
}
