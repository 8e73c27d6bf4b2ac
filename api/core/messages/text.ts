import type { MessageKind } from '@salonback/shared/core/messages/text.ts'
import type { Window } from '@salonback/shared/sms/openHours.ts'
import type { Understanding } from '@salonback/shared/sms/understand.ts'
import type { SenderAddress } from './senders.ts'
import type { Stopwatch } from './stopwatch.ts'

// Texts as they are passed around, by what has happened to them.

/** A text claimed for sending: its row is committed as `sending` before the carrier is called. */
export interface ClaimedText {
  id: string
  kind: MessageKind
  phone: string
  body: string
  /** Number of this attempt, from 1. Outcomes of earlier attempts are ignored. */
  attempts: number
  campaignId: string | null
  senderId: string
  /** The address it leaves from. */
  sender: SenderAddress
  /** Until when it may leave; null: no end. */
  dueUntil: Date | null
  /** By the database's clock. */
  claimedAt: Date
  /** Time since the claim by this process's clocks. */
  age: Stopwatch
}

/** Why a claimed text was not sent. `leaseLost`: another worker may have the row. */
export type BlockReason =
  | { why: 'leaseLost' | 'suppressed' | 'pendingReview' | 'canceled' | 'paused' }
  | { why: 'closed'; window: Window }
  /** Its recipient may no longer be texted. */
  | { why: 'leftOut'; message: string }

/** A text that the carrier has, as its subscribers see it. */
export interface AcceptedText {
  id: string
  kind: MessageKind
  phone: string
  seq: number
  salonId: string | null
  prospectId: string | null
  campaignId: string | null
}

/** A text that will not leave, or that has an unknown outcome. */
export interface UnsentText {
  id: string
  phone: string
  senderId: string
  salonId: string | null
  campaignId: string | null
  errorCode: number | null
}

/** A text with its final receipt. */
export interface DeliveredText extends UnsentText {
  status: 'delivered' | 'undelivered' | 'failed'
}

/** A received text as stored, with its classification. */
export interface ReceivedText {
  id: string
  phone: string
  body: string
  sid: string
  now: Date
  /** The sender it came to; null for a number that is not known here. */
  senderId: string | null
  /** Owner of the conversation; null: the agency. */
  salonId: string | null
  understood: Understanding
  /** The number was suppressed when the text came. */
  suppressed: boolean
}
