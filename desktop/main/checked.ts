import { type ArgsOf, type CallName, calls, type ReplyOf } from '../ipc.ts'
import { isPage } from './origin.ts'

export type Handler<N extends CallName> = (...args: ArgsOf<N>) => ReplyOf<N> | Promise<ReplyOf<N>>
export type Handlers = { [N in CallName]: Handler<N> }

/** The part of a sender that is checked: the calling frame, not the window's page. */
interface Sender {
  senderFrame: { url: string; parent: unknown } | null
}

/** Only our page in the top frame may call: no foreign frame, none of ours inside another, no answer of the server. */
export function isTrusted({ senderFrame }: Sender): boolean {
  return senderFrame !== null && senderFrame.parent === null && isPage(senderFrame.url)
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
