import type { Command } from '@salonback/shared/host/platform.ts'
import { z } from 'zod'
import type {
  ConnectOutcome,
  ImportOutcome,
  ImportStep,
  OfferedFile,
  ServerCheck,
  StartInfo,
} from './bridge.ts'

interface Signature<Args extends z.ZodTuple, Reply> {
  args: Args
  /** Only a type: what comes back is ours and is not parsed. */
  reply?: Reply
}

function call<Reply>() {
  return <Args extends z.ZodTuple>(args: Args): Signature<Args, Reply> => ({ args })
}

const none = z.tuple([])
const Token = z.uuid()
const ShortText = z.string().max(300)

/** Everything the window may ask of the main process. Arguments come from a page, so they are parsed. */
export const calls = {
  start: call<StartInfo>()(none),
  checkServer: call<ServerCheck>()(z.tuple([z.string().max(2000)])),
  connect: call<ConnectOutcome>()(z.tuple([z.string().max(2000)])),
  changeServer: call<void>()(none),
  forgetSession: call<void>()(none),
  chooseFile: call<OfferedFile | null>()(none),
  /** Called by the preload alone, at a drop: it takes a path, which the page must not be able to send. */
  dropFile: call<OfferedFile>()(z.tuple([z.string().min(1).max(4096)])),
  sendFile: call<ImportOutcome>()(z.tuple([Token])),
  cancelFile: call<void>()(z.tuple([Token])),
  /** Data, never a file that a double click would start. */
  saveText: call<void>()(
    z.tuple([
      z
        .string()
        .max(200)
        .regex(/.\.(csv|json)$/i),
      z.string().max(200_000_000),
    ]),
  ),
  notify: call<void>()(
    z.tuple([z.object({ title: ShortText, body: ShortText, phone: z.string().max(40).optional() })]),
  ),
  setBadge: call<void>()(z.tuple([z.number().int().min(0).max(1_000_000)])),
  setDark: call<void>()(z.tuple([z.boolean()])),
} satisfies Record<string, Signature<z.ZodTuple, unknown>>

export type Calls = typeof calls
export type CallName = keyof Calls
export type ArgsOf<N extends CallName> = z.output<Calls[N]['args']>
export type ReplyOf<N extends CallName> = Exclude<Calls[N]['reply'], undefined>

interface Told<Data> {
  /** Only a type: what the main process sends is trusted and not parsed. */
  data?: Data
}

const event = <Data>(): Told<Data> => ({})

/** Everything the main process tells the window. */
export const events = {
  importStep: event<ImportStep>(),
  fileOpened: event<OfferedFile>(),
  /** A notification was clicked, or a menu item chosen: go to this path. */
  goTo: event<string>(),
  command: event<Command>(),
  /** The server answers again after it did not. */
  serverBack: event<null>(),
}

export type EventName = keyof typeof events
export type DataOf<N extends EventName> = Exclude<(typeof events)[N]['data'], undefined>

/** The calls of the map above that the page gets unchanged. */
export type PageCall = Exclude<CallName, 'dropFile'>

/** All that the page has beyond a browser: `window.desktop`, made of the two maps by the preload. */
export type Desktop = {
  [N in PageCall]: (...args: ArgsOf<N>) => Promise<ReplyOf<N>>
} & {
  [N in EventName as `on${Capitalize<N>}`]: (listener: (data: DataOf<N>) => void) => () => void
} & {
  /** The file a person dropped on the window last; only a real drop sets it. */
  takeDropped(): Promise<OfferedFile | null>
}
