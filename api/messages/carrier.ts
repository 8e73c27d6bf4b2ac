import type { Fence } from './fence.ts'

/** What became of one attempt, as far as we can know. */
export type SendOutcome =
  /** The carrier has it. */
  | { kind: 'accepted'; sid: string; segments: number | null }
  /** The carrier refused it for good; it was not sent. */
  | { kind: 'refused'; code: number | null; message: string }
  /** The fence held it back: not one byte of it left. */
  | { kind: 'held' }
  /** The carrier did not process it (429, never connected): trying again cannot double it. */
  | { kind: 'busy'; message: string; retryAfterSeconds: number | null }
  /** Our credentials were refused: nothing can be sent until they are corrected. */
  | { kind: 'unauthorized'; message: string }
  /** 5xx, 408, timeout, reset: it may or may not have been sent. */
  | { kind: 'ambiguous'; message: string }

export interface OutgoingText {
  id: string
  to: string
  body: string
  /** Seconds after which the carrier must give up, so that nothing leaves after quiet hours began. */
  validitySeconds?: number | undefined
}

/** A text in the carrier's own list. */
export interface ListedText extends CarrierRecord {
  /** The other side's number. */
  phone: string
  /** Our number; empty where the carrier has not chosen one yet. */
  ourNumber: string
  body: string
  at: Date
  media: number
}

/** A text the carrier says it has. */
export interface CarrierRecord {
  sid: string
  status: string
  errorCode: number | null
}

export interface Carrier {
  /** Our number or messaging service. */
  sender: string
  accountSid: string
  /** True while texts go to the simulated phone network and reach nobody. */
  simulated: boolean
  /** Why nothing can be sent at all, as a message for staff; unset where it can. */
  missing?: string
  /** Loads what the first call would have to wait for; everybody waits meanwhile, 0.1 s. */
  load?(): void
  /** Sends one text, unless the fence refuses it after connecting, before the first byte is written. */
  send(text: OutgoingText, fence: Fence): Promise<SendOutcome>
  /** Texts to this number with this body made since then, newest first; throws when the carrier cannot be asked. */
  find(text: { to: string; body: string; since: Date }): Promise<CarrierRecord[]>
  /** Texts of this sender made since then, newest first, page by page; throws when the carrier cannot be asked. */
  list(wanted: { direction: 'inbound' | 'outbound'; since: Date }): AsyncIterable<ListedText[]>
  /** What the carrier knows of one text; null when it knows none. */
  fetchStatus(sid: string): Promise<CarrierRecord | null>
  /** Deletes one text at the carrier, for erasure requests. */
  deleteText(sid: string): Promise<void>
  /** Whether the carrier signed this webhook. `url` is the configured public address with path and query. */
  verify(signature: string, url: string, params: Record<string, string | string[]>): boolean
}

/** Used where no account is set up: texts stay queued, and every webhook is refused. */
export function noCarrier(): Carrier {
  const missing = 'No phone carrier is set up'
  const cannot = async () => {
    throw new Error(missing)
  }
  return {
    sender: '',
    accountSid: '',
    simulated: false,
    missing,
    send: async () => ({ kind: 'unauthorized', message: missing }),
    find: cannot,
    list: () => ({ [Symbol.asyncIterator]: () => ({ next: cannot }) }),
    fetchStatus: cannot,
    deleteText: cannot,
    verify: () => false,
  }
}
