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
  /** Type only: replies of the main process are trusted and not parsed. */
  reply?: Reply
}

function call<Reply>() {
  return <Args extends z.ZodTuple>(args: Args): Signature<Args, Reply> => ({ args })
}

const none = z.tuple([])
const Token = z.uuid()
const ShortText = z.string().max(300)

/** Everything the page may call in the main process. Arguments are parsed, because the page is not trusted. */
export const calls = {
  start: call<StartInfo>()(none),
  checkServer: call<ServerCheck>()(z.tuple([z.string().max(2000)])),
  connect: call<ConnectOutcome>()(z.tuple([z.string().max(2000)])),
  changeServer: call<void>()(none),
  forgetSession: call<void>()(none),
  chooseFile: call<OfferedFile | null>()(none),
  /** Called only by the preload script, on a drop. It takes a path, which the page must not be able to send. */
  dropFile: call<OfferedFile>()(z.tuple([z.string().min(1).max(4096)])),
  sendFile: call<ImportOutcome>()(z.tuple([Token])),
  cancelFile: call<void>()(z.tuple([Token])),
  /** Data files only, never a file that a double click would run. */
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
    z.tuple([
      z.object({
        title: ShortText,
        body: ShortText,
        phone: z.string().max(40).optional(),
        /** A path of the console. */
        path: z
          .string()
          .max(300)
          .regex(/^\/admin(?:[/?]|$)/)
          .optional(),
      }),
    ]),
  ),
  setBadge: call<void>()(z.tuple([z.number().int().min(0).max(1_000_000)])),
  setDark: call<void>()(z.tuple([z.boolean()])),
} satisfies Record<string, Signature<z.ZodTuple, unknown>>

export type Calls = typeof calls
export type CallName = keyof Calls
export type ArgsOf<N extends CallName> = z.output<Calls[N]['args']>
export type ReplyOf<N extends CallName> = Exclude<Calls[N]['reply'], undefined>

interface EventData<Data> {
  /** Type only: the page trusts the main process. */
  data?: Data
}

const event = <Data>(): EventData<Data> => ({})

/** Everything the main process sends to the page. */
export const events = {
  importStep: event<ImportStep>(),
  fileOpened: event<OfferedFile>(),
  /** Open this path: a notification was clicked or a menu item chosen. */
  goTo: event<string>(),
  command: event<Command>(),
  /** The server answers again after a failed call. */
  serverBack: event<null>(),
}

export type EventName = keyof typeof events
export type DataOf<N extends EventName> = Exclude<(typeof events)[N]['data'], undefined>

/** The calls that the page gets. */
export type PageCall = Exclude<CallName, 'dropFile'>

/** `window.desktop`: the page's only access to the main process. The preload script builds it from `calls` and `events`. */
export type Desktop = {
  [N in PageCall]: (...args: ArgsOf<N>) => Promise<ReplyOf<N>>
} & {
  [N in EventName as `on${Capitalize<N>}`]: (listener: (data: DataOf<N>) => void) => () => void
} & {
  /** The file the user dropped on the window last. A drop simulated by a script does not count. */
  takeDropped(): Promise<OfferedFile | null>
}
