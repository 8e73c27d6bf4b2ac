import { type ArgsOf, type CallName, calls, type ReplyOf } from '../ipc.ts'
import { isAppPage } from './origin.ts'

export type Handler<N extends CallName> = (...args: ArgsOf<N>) => ReplyOf<N> | Promise<ReplyOf<N>>
export type Handlers = { [N in CallName]: Handler<N> }

/** The calling frame of an IPC event. */
interface Sender {
  senderFrame: { url: string; parent: unknown } | null
}

/** Only the app's page in the top frame may call: no frame inside it, and no page made from a server response. */
export function isTrusted({ senderFrame }: Sender): boolean {
  return senderFrame !== null && senderFrame.parent === null && isAppPage(senderFrame.url)
}

/** Checks the sender and parses the arguments before it runs the handler. */
export async function checkedCall<N extends CallName>(
  name: N,
  handler: Handler<N>,
  event: Sender,
  args: unknown[],
): Promise<ReplyOf<N>> {
  if (!isTrusted(event)) throw new Error(`${name} was rejected: not the app’s page`)
  const parsed = calls[name].args.safeParse(args)
  if (!parsed.success) throw new Error(`${name} was rejected: ${parsed.error.issues[0]?.message}`)
  return handler(...(parsed.data as ArgsOf<N>))
}
