import { type IpcMainInvokeEvent, ipcMain } from 'electron'
import { type ArgsOf, type CallName, calls, channel, type ReplyOf } from '../ipc.ts'
import { isOurs } from './page.ts'

type Handler<N extends CallName> = (...args: ArgsOf<N>) => ReplyOf<N> | Promise<ReplyOf<N>>
export type Handlers = { [N in CallName]: Handler<N> }

/** What of a sender decides: the frame that speaks, never the page around it. */
interface Sender {
  senderFrame: { url: string; parent: unknown } | null
}

/** Only the top frame of a page of ours may ask. Frames of others, and ours inside others, are strangers. */
export function isTrusted({ senderFrame }: Sender): boolean {
  return senderFrame !== null && senderFrame.parent === null && isOurs(senderFrame.url)
}

/** One call of the map: the sender is checked, then the arguments are parsed; only then the handler runs. */
export async function answer<N extends CallName>(
  name: N,
  handler: Handler<N>,
  event: Sender,
  args: unknown[],
): Promise<ReplyOf<N>> {
  if (!isTrusted(event)) throw new Error(`${name} was refused: not a page of ours`)
  const parsed = calls[name].args.safeParse(args)
  if (!parsed.success) throw new Error(`${name} was refused: ${parsed.error.issues[0]?.message}`)
  return handler(...(parsed.data as ArgsOf<N>))
}

/** Answers every call of the map; a missing handler does not compile. */
export function setupCalls(handlers: Handlers) {
  for (const name of Object.keys(calls) as CallName[]) {
    const handler = handlers[name] as Handler<typeof name>
    ipcMain.handle(channel(name), (event: IpcMainInvokeEvent, ...args: unknown[]) =>
      answer(name, handler, event, args),
    )
  }
}
