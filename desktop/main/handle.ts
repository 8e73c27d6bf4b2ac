import { type IpcMainInvokeEvent, ipcMain } from 'electron'
import { channel } from '../channels.ts'
import { type CallName, calls } from '../ipc.ts'
import { answer, type Handler, type Handlers } from './checked.ts'
import { handlers, type Parts } from './handlers.ts'

/** Answers every call of the map; a missing handler does not compile. */
export function setupCalls(parts: Parts): Handlers {
  const made = handlers(parts)
  for (const name of Object.keys(calls) as CallName[]) {
    const handler = made[name] as Handler<typeof name>
    ipcMain.handle(channel(name), (event: IpcMainInvokeEvent, ...args: unknown[]) =>
      answer(name, handler, event, args),
    )
  }
  return made
}
