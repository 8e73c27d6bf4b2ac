import type { ImportSummary } from '@salonback/shared/imports/contract.ts'

/** A file on this computer the person pointed at. The window knows it by its token, never by its path. */
export interface ChosenFile {
  token: string
  name: string
  /** Bytes. */
  size: number
}

/** What a person pointed at: a file to import, or why it is none. */
export type OfferedFile = ChosenFile | { name: string; size: number; problem: string }

/** How an import stands. `fraction` is 0 to 1 while bytes go out, null while the server stores. */
export interface ImportStep {
  token: string
  phase: 'sending' | 'storing'
  fraction: number | null
}

/** Errors cross the process border as data, because a thrown one would lose its fields. */
export type ImportOutcome =
  | { kind: 'done'; summary: ImportSummary }
  | { kind: 'refused'; status: number; statusText: string; body: string }
  | { kind: 'canceled' }
  | { kind: 'failed'; message: string }

export type ServerCheck =
  | { kind: 'found'; origin: string; encrypted: boolean; version: string }
  | { kind: 'invalid' }
  | { kind: 'unreachable' }
  | { kind: 'certificate' }
  | { kind: 'not-ours' }
  | { kind: 'too-old' }
  | { kind: 'too-new' }

/** `declined`: a person, asked outside the page, did not want this server. */
export type ConnectOutcome = ServerCheck | { kind: 'declined' }

export interface StartInfo {
  /** Origin of the server, null before the first connect. */
  server: string | null
  /** Address the connect screen starts with, as `--server=` gave it. */
  suggested: string | null
  /** Whether there is a session to come back to. */
  signedIn: boolean
  /** False: the session lives in memory only, and the person should know. */
  keychain: boolean
  platform: 'mac' | 'windows' | 'linux'
  /** A file the app was started with. */
  opened: OfferedFile | null
}

/** What the main process tells the window. */
export interface WindowEvents {
  importStep: ImportStep
  fileOpened: OfferedFile
  /** A notification was clicked, or a menu item chosen: go to this path. */
  goTo: string
  command: 'shortcuts' | 'theme' | 'logout' | 'search'
  /** The server answers again after it did not. */
  lineBack: null
}

type Listen<T> = (listener: (data: T) => void) => () => void

/** All that the page has beyond a browser: `window.desktop`. */
export interface Desktop {
  start(): Promise<StartInfo>
  checkServer(address: string): Promise<ServerCheck>
  connect(address: string): Promise<ConnectOutcome>
  changeServer(): Promise<void>
  forgetSession(): Promise<void>
  chooseFile(): Promise<OfferedFile | null>
  /** The file a person dropped on the window last; only a real drop sets it. */
  takeDropped(): Promise<OfferedFile | null>
  sendFile(token: string): Promise<ImportOutcome>
  cancelFile(token: string): Promise<void>
  saveText(name: string, text: string): Promise<void>
  notify(note: { title: string; body: string; phone?: string }): Promise<void>
  setBadge(count: number): Promise<void>
  setDark(dark: boolean): Promise<void>
  onImportStep: Listen<ImportStep>
  onFileOpened: Listen<OfferedFile>
  onGoTo: Listen<string>
  onCommand: Listen<WindowEvents['command']>
  onLineBack: Listen<null>
}
