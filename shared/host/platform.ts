import { createContext, useContext } from 'react'
import type { contracts, uploads } from '../contracts.ts'
import type { Client } from '../http/client.ts'
import type { ReplyOf } from '../http/endpoint.ts'
import type { EventName, ServerEvent } from '../http/wire.ts'

export type Api = Client<typeof contracts>

/** What the server says of an import. */
type ImportSummary = ReplyOf<typeof uploads.imports>

/** A file someone chose or dropped. `source` is the host's own: a File in the browser, a token in the app. */
export interface ImportFile {
  name: string
  /** MIME type; `application/json` for a `.json` where the host knows no better. */
  type: string
  /** Bytes. */
  size: number
  source: unknown
  /** Why the host cannot send it, for the person; a folder, say. Unset where nothing speaks against it. */
  problem?: string
}

/** `fraction` is 0 to 1 and measured; null where nothing can be measured. */
export interface ImportProgress {
  phase: 'sending' | 'storing'
  fraction: number | null
}

/** `polled`: live, but the server looks for changes only every second. */
export type ConnectionState = 'live' | 'polled' | 'reconnecting'

/** Things a native menu may ask of the screens. Tabs go through `route.set`. */
export type Command = 'shortcuts' | 'theme' | 'logout' | 'search'

/** All that differs between the two hosts of the admin screens. */
export interface Platform {
  kind: 'browser' | 'desktop'
  /** True where the host knows that nobody is logged in: login is then shown without asking the server. */
  loggedOutAtStart?: boolean
  api: Api
  /** Hears server-sent events until the returned function is called. Reconnects by itself. */
  events(
    onEvent: (name: EventName, data: ServerEvent) => void,
    onState: (state: ConnectionState) => void,
  ): () => void
  importFile: {
    choose(): Promise<ImportFile | null>
    fromDrop(event: { dataTransfer: DataTransfer | null }): Promise<ImportFile | null>
    /** Throws HttpError for a refusal, an AbortError when `signal` ends it. */
    send(
      file: ImportFile,
      onProgress: (progress: ImportProgress) => void,
      signal: AbortSignal,
    ): Promise<ImportSummary>
    /** Files handed over from outside the window (a `.json` opened with the app). */
    opened?(onFile: (file: ImportFile) => void): () => void
  }
  /** Lets the person keep a text as a file. */
  save(name: string, mime: string, text: string | Blob): Promise<void>
  /** Shows a note of the system's own; `phone` opens that conversation when clicked. Never a whole number in the words. */
  notify(note: { title: string; body: string; phone?: string }): void
  setBadge(count: number): void
  /** Path with query, as in `/admin?tab=sms&number=%2B447700900142`. */
  route: {
    get(): string
    /**
     * `replace`: no place to come back to, as with each letter of a search. `back`: closes what was opened, as a step
     * back where one step leads there; elsewhere it replaces.
     */
    set(path: string, options?: { replace?: boolean; back?: boolean }): void
    subscribe(onChange: () => void): () => void
  }
  /** Called after a logout and when a session is found to be over, so that the host forgets its own copy. */
  loggedOut(): Promise<void>
  modifier: 'Ctrl' | '⌘'
  /** Desktop: where the bar must leave room for the system's window buttons. */
  titleBar?: 'mac' | 'windows' | 'linux'
  /** Desktop: the server it talks to, and the way to another one, shown on the login screen. */
  server?: { label: string; change(): void; note?: string }
  commands?(onCommand: (command: Command) => void): () => void
}

const PlatformContext = createContext<Platform | null>(null)

export const PlatformProvider = PlatformContext.Provider

export function usePlatform(): Platform {
  const platform = useContext(PlatformContext)
  if (!platform) throw new Error('usePlatform needs a PlatformProvider above it')
  return platform
}
