import type { Sql } from '../../platform/db/open.ts'
import type {
  AcceptedText,
  BlockReason,
  ClaimedText,
  DeliveredText,
  ReceivedText,
  UnsentText,
} from './text.ts'

/** An opt-out of a number that was not suppressed before. */
export interface NewOptOut {
  phone: string
  now: Date
  /** The text that contains it, if there is one. */
  text: ReceivedText | null
}

/**
 * What follows from a text. Each function runs in the transaction of the change, so an error undoes both. api/subscribers.ts
 * lists the subscribers; the messaging core imports none of them.
 */
export interface Subscriber {
  /** The carrier has the text. */
  onAccepted?(sql: Sql, text: AcceptedText, now: Date): Promise<void>
  /** The final receipt of an accepted text was stored. */
  onDelivered?(sql: Sql, text: DeliveredText, now: Date): Promise<void>
  /** Texts failed, were canceled or became unknown. */
  onFailed?(sql: Sql, texts: readonly UnsentText[], now: Date): Promise<void>
  onOptOut?(sql: Sql, optOut: NewOptOut): Promise<void>
  /** A text was received. True if an automatic answer leaves nothing to do for staff. */
  onReceived?(sql: Sql, text: ReceivedText): Promise<boolean>
  /** Why a claimed text must not leave now, or null. Part of the send guard. */
  mayLeave?(sql: Sql, text: ClaimedText): Promise<BlockReason | null>
  /** Until when a text may leave the carrier's queue, or null for no limit. */
  leavesBefore?(text: ClaimedText): Date | null
}

export type Subscribers = Required<Subscriber>

/** One subscriber that calls all of these in order. */
export function composeSubscribers(all: readonly Subscriber[]): Subscribers {
  return {
    async onAccepted(...given) {
      for (const one of all) await one.onAccepted?.(...given)
    },
    async onDelivered(...given) {
      for (const one of all) await one.onDelivered?.(...given)
    },
    async onFailed(sql, texts, now) {
      if (texts.length === 0) return
      for (const one of all) await one.onFailed?.(sql, texts, now)
    },
    async onOptOut(...given) {
      for (const one of all) await one.onOptOut?.(...given)
    },
    async onReceived(...given) {
      let answered = false
      for (const one of all) answered = ((await one.onReceived?.(...given)) ?? false) || answered
      return answered
    },
    async mayLeave(...given) {
      for (const one of all) {
        const reason = await one.mayLeave?.(...given)
        if (reason) return reason
      }
      return null
    },
    leavesBefore(text) {
      for (const one of all) {
        const end = one.leavesBefore?.(text)
        if (end) return end
      }
      return null
    },
  }
}
