import { ArrowUp, Disable, Error as ErrorIcon, Help, Tick, TickCircle, Time } from '@blueprintjs/icons'
import type { MessageKind, OutboundStatus } from '../messages/text.ts'
import type { ConversationMessage } from './conversation.ts'

interface Delivery {
  label: string
  tone: 'muted' | 'green' | 'red' | 'amber'
  icon: typeof Tick
  /** Style of the bubble: an unknown text must not look like a sent one. */
  bubble: 'plain' | 'failed' | 'unknown' | 'canceled'
}

/** Label and style of each status. Nothing is green or 'sent' before the carrier has confirmed it. */
export const deliveries: Record<OutboundStatus, Delivery> = {
  queued: { label: 'Queued', tone: 'muted', icon: Time, bubble: 'plain' },
  sending: { label: 'Sending', tone: 'muted', icon: ArrowUp, bubble: 'plain' },
  sent: { label: 'Sent, no receipt yet', tone: 'muted', icon: Tick, bubble: 'plain' },
  delivered: { label: 'Delivered', tone: 'green', icon: TickCircle, bubble: 'plain' },
  undelivered: { label: 'Undelivered', tone: 'red', icon: ErrorIcon, bubble: 'failed' },
  failed: { label: 'Failed', tone: 'red', icon: ErrorIcon, bubble: 'failed' },
  unknown: { label: 'Unknown', tone: 'amber', icon: Help, bubble: 'unknown' },
  canceled: { label: 'Canceled', tone: 'muted', icon: Disable, bubble: 'canceled' },
}

export const kindLabels: Record<MessageKind, string | null> = {
  reply: null,
  details: 'Details',
  followup: 'Follow-up',
  alert: 'Alert',
  notice: 'Notice',
  first_text: 'First text',
  second_text: 'Second text',
  offer: 'Offer',
  reminder: 'Reminder',
  confirmation: 'Confirmation',
  booking: 'Booking',
  test: 'Test',
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

/** Explanation below the bubble; null when the status needs none. */
export function deliveryNote(message: Pick<ConversationMessage, 'status' | 'explanation' | 'errorCode'>) {
  const words = message.explanation ? sentence(message.explanation) : null
  switch (message.status) {
    case 'undelivered':
    case 'failed': {
      const reason = words ?? failedFallback(message.errorCode)
      return /not sent again/i.test(reason) ? reason : `${reason} Not sent again.`
    }
    case 'unknown':
      return "We can't tell if it was sent. Asking the carrier; we won't send it twice."
    case 'canceled':
      return words ?? 'Canceled before it was sent.'
    default:
      return null
  }
}

const failedFallback = (code: number | null | undefined) =>
  code ? `The carrier refused it (error ${code}).` : 'The carrier did not deliver it.'
