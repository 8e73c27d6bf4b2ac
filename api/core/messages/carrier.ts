import type { CarrierMedia } from './carrierMedia.ts'
import type { SenderAddress } from './senders.ts'
import type { SendGuard } from './sendGuard.ts'

/** Outcome of one attempt, as far as it is known. */
export type SendOutcome =
  /** The carrier accepted the text. */
  | { kind: 'accepted'; sid: string; segments: number | null }
  /** The carrier rejected the text; it was not sent. */
  | { kind: 'refused'; code: number | null; message: string }
  /** The send guard blocked the text; nothing was written. */
  | { kind: 'blocked' }
  /** Not processed (429, no connection): a retry cannot send it twice. */
  | { kind: 'busy'; message: string; retryAfterSeconds: number | null }
  /** The carrier refused our credentials: nothing can be sent until they are corrected. */
  | { kind: 'unauthorized'; message: string }
  /** The carrier refuses this sender, not the text: other senders are not affected. */
  | { kind: 'senderRefused'; code: number; message: string }
  /** 5xx, 408, timeout, reset: the text may or may not have been sent. */
  | { kind: 'ambiguous'; message: string }

export interface OutgoingText {
  id: string
  to: string
  body: string
  /** The address it leaves from. */
  sender: SenderAddress
  /** Validity period in seconds, so that nothing leaves the carrier's queue during quiet hours. */
  validitySeconds?: number | undefined
}

/** A text in the carrier's message list. */
export interface ListedText extends CarrierRecord {
  /** Number of the other side. */
  phone: string
  /** Our number; empty if the carrier has not chosen one yet. */
  ourNumber: string
  body: string
  at: Date
  media: number
}

/** What the carrier charged for a text. */
export interface TextPrice {
  sid: string
  /** Millionths of the unit. */
  price: number
  /** `USD` */
  unit: string
}

/** State of a text at the carrier. */
export interface CarrierRecord {
  sid: string
  status: string
  errorCode: number | null
}

export interface Carrier {
  accountSid: string
  /** True while texts go to the simulated phone network. */
  simulated: boolean
  /** Message for staff if no carrier is set up. */
  missing?: string
  /** Loads the SDK ahead of the first call; blocks for about 0.1 s. */
  load?(): void
  /** Sends one text unless the guard blocks it after connecting, before the first byte is written. */
  send(text: OutgoingText, guard: SendGuard): Promise<SendOutcome>
  /** Texts from this sender to this number with this body since then, newest first. Throws when the carrier cannot be reached. */
  find(text: { sender: SenderAddress; to: string; body: string; since: Date }): Promise<CarrierRecord[]>
  /** Texts of this sender since then, newest first, in pages. Throws when the carrier cannot be reached. */
  list(wanted: {
    sender: SenderAddress
    direction: 'inbound' | 'outbound'
    since: Date
  }): AsyncIterable<ListedText[]>
  /** Prices of all texts of the account that were sent since that day, as far as they are known, in pages. */
  listPrices(since: Date): AsyncIterable<TextPrice[]>
  /** State of one text; null if unknown to the carrier. */
  fetchStatus(sid: string): Promise<CarrierRecord | null>
  /** A file of a received text. Throws when the carrier cannot be reached or is too slow. */
  fetchMedia(file: { sid: string; index: number }): Promise<CarrierMedia>
  /** Deletes one text at the carrier (erasure). */
  deleteText(sid: string): Promise<void>
  /** Verifies the signature of a webhook. `url`: PUBLIC_URL with path and query. */
  verify(signature: string, url: string, params: Record<string, string | string[]>): boolean
}

/** Carrier without an account: texts stay queued, every webhook is refused. */
export function noCarrier(): Carrier {
  const missing = 'No phone carrier is set up'
  const fail = async () => {
    throw new Error(missing)
  }
  return {
    accountSid: '',
    simulated: false,
    missing,
    send: async () => ({ kind: 'unauthorized', message: missing }),
    find: fail,
    list: () => ({ [Symbol.asyncIterator]: () => ({ next: fail }) }),
    listPrices: () => ({ [Symbol.asyncIterator]: () => ({ next: fail }) }),
    fetchStatus: fail,
    fetchMedia: fail,
    deleteText: fail,
    verify: () => false,
  }
}
