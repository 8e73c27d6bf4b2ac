import { createContext, useContext } from 'react'
import type { contracts, uploads } from '../contracts.ts'
import type { Client } from '../platform/http/client.ts'
import type { ReplyOf } from '../platform/http/endpoint.ts'
import type { EventName, ServerEvent } from '../platform/http/wire.ts'

export type Api = Client<typeof contracts>

type ImportSummary = ReplyOf<typeof uploads.imports>

/** A chosen or dropped file. `source` is specific to the host: a File in the browser, a token in the desktop app. */
export interface ImportFile {
  name: string
  /** MIME type; `application/json` for a `.json` of unknown type. */
  type: string
  /** Bytes. */
  size: number
  source: unknown
  /** Why the host cannot send it, for example a folder; shown to the user. */
  problem?: string
}

/** `fraction` is 0 to 1; null when it cannot be measured. */
export interface ImportProgress {
  phase: 'sending' | 'storing'
  fraction: number | null
}

export type ConnectionState = 'live' | 'reconnecting'

/** Commands of a native menu. Tabs go through `route.set`. */
export type Command = 'shortcuts' | 'theme' | 'logout' | 'search' | 'searchEverything'

/** Everything that differs between the two hosts of the console: browser and desktop app. */
export interface Platform {
  kind: 'browser' | 'desktop'
  /** The host has found that there is no session: login shows without a request. */
  loggedOutAtStart?: boolean
  api: Api
  /** The same calls; the change that one of them makes can be undone by this key. */
  undoableApi(undoKey: string): Api
  /** Subscribes to server-sent events until the returned function is called. Reconnects automatically. */
  events(
    onEvent: (name: EventName, data: ServerEvent) => void,
    onState: (state: ConnectionState) => void,
  ): () => void
  importFile: {
    choose(): Promise<ImportFile | null>
    fromDrop(event: { dataTransfer: DataTransfer | null }): Promise<ImportFile | null>
    /** Throws HttpError for an error response, AbortError when `signal` aborts it. */
    send(
      file: ImportFile,
      onProgress: (progress: ImportProgress) => void,
      signal: AbortSignal,
    ): Promise<ImportSummary>
    /** Files opened from outside the window: a `.json` opened with the app. */
    opened?(onFile: (file: ImportFile) => void): () => void
  }
  /** Sends a multipart form without progress, for small files. Throws HttpError for an error response. */
  upload(path: string, form: FormData): Promise<unknown>
  /** Saves a text as a file. */
  save(name: string, mime: string, text: string | Blob): Promise<void>
  /**
   * Shows a system notification; a click opens the agency's conversation with `phone`, or `path`. `title` and `body` hold
   * no phone number.
   */
  notify(note: { title: string; body: string; phone?: string; path?: string }): void
  setBadge(count: number): void
  /** Path with query, as in `/admin?tab=sms&number=%2B447700900142`. */
  route: {
    get(): string
    /**
     * `replace`: adds no history entry, as for each letter of a search. `back`: closes something; goes one step back
     * if that leads to `path`, else replaces.
     */
    set(path: string, options?: { replace?: boolean; back?: boolean }): void
    subscribe(onChange: () => void): () => void
  }
  /** Called after logout and when the session has expired, so that the host deletes its own copy. */
  loggedOut(): Promise<void>
  modifier: 'Ctrl' | '⌘'
  /** Desktop: the operating system; the bar leaves room for its window buttons. */
  titleBar?: 'mac' | 'windows' | 'linux'
  /** Desktop: the server, and how to change it; shown on the login screen. */
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
