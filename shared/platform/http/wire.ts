import { z } from 'zod'

// Names that server, site, console and desktop app share, besides the contracts.

/** Increased when older desktop apps can no longer use this server. */
export const API_VERSION = 1

export const healthPath = '/healthz'
/** Reply of the health check; the desktop app recognizes the service by it. */
export const Health = z
  .object({
    service: z.literal('salonback'),
    version: z.string(),
    api: z.number().int(),
  })
  .meta({ id: 'Health' })

/** Cookies of the console; over https their names begin with `__Host-`. */
export const cookies = { session: 'salonback_session', device: 'salonback_device' } as const
export const HOST_PREFIX = '__Host-'

export const eventsPath = '/api/admin/events'
/** The first event of a stream; see `Ready`. */
export const readyEvent = 'ready'
/** Names of the server-sent events. Their data names what changed, without content. */
export const eventNames = [
  'message',
  'lead',
  'contact',
  'waitlist',
  'import',
  'campaign',
  'prospect',
  'salon',
  'savedReply',
  'desk',
  'mail',
] as const
export type EventName = (typeof eventNames)[number]

/**
 * `recent`: events of the 30 s before the stream began; data that the page has read in between may miss them. `ages`: how
 * many ms ago each was the last time.
 */
export const Ready = z
  .object({
    recent: z.array(z.enum(eventNames)).optional().catch([]),
    ages: z.record(z.string(), z.number()).optional().catch({}),
  })
  .meta({ id: 'Ready' })

/** Data of one event. `phone` identifies the conversation; `inbound` distinguishes a received text from a receipt. */
export const ServerEvent = z
  .object({
    id: z.string().optional(),
    phone: z.string().optional(),
    inbound: z.boolean().optional(),
  })
  .meta({ id: 'ServerEvent' })
export type ServerEvent = z.infer<typeof ServerEvent>

/** Webhooks that the carrier calls; `status` with the message's id as `?mid=`. */
export const webhookPaths = {
  inbound: '/api/webhooks/twilio/inbound',
  status: '/api/webhooks/twilio/status',
} as const

/** Placeholders in built pages for values that are known only when they are served. */
export const pagePlaceholders = { origin: '__PUBLIC_ORIGIN__', analytics: '<!--analytics-->' } as const
