import { type IpcMainInvokeEvent, ipcMain } from 'electron'
import { channel } from '../channels.ts'
import { type CallName, calls } from '../ipc.ts'
import { checkedCall, type Handler, type Handlers } from './checkedCall.ts'
import { createHandlers, type HandlerDeps } from './handlers.ts'

/** Registers a handler for every call in ipc.ts. */
export function setupCalls(deps: HandlerDeps): Handlers {
  const handlers = createHandlers(deps)
  for (const name of Object.keys(calls) as CallName[]) {
    const handler = handlers[name] as Handler<typeof name>
    ipcMain.handle(channel(name), (event: IpcMainInvokeEvent, ...args: unknown[]) =>
      checkedCall(name, handler, event, args),
    )
  }
  return handlers
}
