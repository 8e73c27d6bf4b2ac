import type { ImportSummary } from '@salonback/shared/sales/imports/contract.ts'

/** A file the user chose or dropped. The page gets a token, never the path. */
export interface ChosenFile {
  token: string
  name: string
  /** Bytes. */
  size: number
}

/** A file to import, or why it cannot be imported. */
export type OfferedFile = ChosenFile | { name: string; size: number; problem: string }

/** Progress of an import. `fraction` is 0 to 1 during the upload, null while the server stores. */
export interface ImportStep {
  token: string
  phase: 'sending' | 'storing'
  fraction: number | null
}

/** Errors are data here, because an error thrown across IPC loses its fields. */
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

/** `declined`: the user declined the server in the confirmation dialog. */
export type ConnectOutcome = ServerCheck | { kind: 'declined' }

export interface StartInfo {
  /** Origin of the server; null while not connected. */
  server: string | null
  /** Address that prefills the connect screen (`--server=`). */
  suggested: string | null
  /** Whether a stored session exists. */
  signedIn: boolean
  /** False: the session is in memory only, which the screens tell the user. */
  keychain: boolean
  platform: 'mac' | 'windows' | 'linux'
  /** A file the app was started with. */
  opened: OfferedFile | null
}
