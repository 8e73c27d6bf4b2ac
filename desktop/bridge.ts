import type { ImportSummary } from '@salonback/shared/imports/contract.ts'

/** A file on this computer the person pointed at. The window knows it by its token, never by its path. */
export interface ChosenFile {
  token: string
  name: string
  /** Bytes. */
  size: number
}

/** The result of choosing a file: a file to import, or why it cannot be imported. */
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

/** `declined`: the user refused this server in the system's dialog. */
export type ConnectOutcome = ServerCheck | { kind: 'declined' }

export interface StartInfo {
  /** Origin of the server, null before the first connect. */
  server: string | null
  /** Address the connect screen starts with, as `--server=` gave it. */
  suggested: string | null
  /** Whether a stored session exists. */
  signedIn: boolean
  /** False: the session lives in memory only, and the person should know. */
  keychain: boolean
  platform: 'mac' | 'windows' | 'linux'
  /** A file the app was started with. */
  opened: OfferedFile | null
}
