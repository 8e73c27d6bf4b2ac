import type { OutboundStatus } from '../../core/messages/text.ts'

/** Words for the state of the details text. */
export const detailsWords: Record<OutboundStatus, string> = {
  queued: 'Details on their way',
  sending: 'Details on their way',
  sent: 'Details sent, no receipt yet',
  delivered: 'Details delivered',
  undelivered: 'Details not delivered',
  failed: 'Details not delivered',
  unknown: 'Details may not have been sent',
  canceled: 'Details not sent',
}
