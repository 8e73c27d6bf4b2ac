import { z } from 'zod'

/** Status of an outbound text. `unknown`: the carrier may or may not have it, so it is never sent again. */
export const OutboundStatus = z
  .enum(['queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'unknown', 'canceled'])
  .meta({ id: 'OutboundStatus' })
export type OutboundStatus = z.infer<typeof OutboundStatus>

/**
 * Purpose of a text. Replies are sent first, texts of campaigns last. A `notice` answers STOP, START or HELP where the carrier
 * does not answer these. A `booking` is about a client's own appointment. A `test` goes to the person who writes a campaign, and counts nowhere.
 */
export const MessageKind = z
  .enum([
    'reply',
    'details',
    'followup',
    'alert',
    'first_text',
    'second_text',
    'notice',
    'offer',
    'reminder',
    'confirmation',
    'booking',
    'test',
  ])
  .meta({ id: 'MessageKind' })
export type MessageKind = z.infer<typeof MessageKind>
