import { z } from 'zod'

// What server, site, console and app must spell alike, beside the rows of the contracts.

/** Bumped when an older desktop app could no longer talk to this server. */
export const API_VERSION = 1

export const healthPath = '/healthz'
/** The answer of a living server; how the app knows one of ours. */
export const Health = z
  .object({
    service: z.literal('salonback'),
    version: z.string(),
    api: z.number().int(),
  })
  .meta({ id: 'Health' })

/** Cookies of the console; behind https their names begin with `__Host-`. */
export const cookies = { session: 'salonback_session', device: 'salonback_device' } as const
export const HOST_PREFIX = '__Host-'

export const eventsPath = '/api/admin/events'
/** The first event of a stream; see `Ready`. */
export const readyEvent = 'ready'
/** Names of the server-sent events; the data says what changed, never what it says. */
export const eventNames = [
  'message',
  'lead',
  'contact',
  'waitlist',
  'import',
  'campaign',
  'prospect',
] as const
export type EventName = (typeof eventNames)[number]

/**
 * `polled`: the server itself is not told of changes and looks for them every second. `recent`: what changed in the
 * half minute before the stream began, and may be missing in what was read meanwhile.
 */
export const Ready = z
  .object({ polled: z.boolean().optional(), recent: z.array(z.enum(eventNames)).optional().catch([]) })
  .meta({ id: 'Ready' })

/** Data of one event, JSON. `phone` lets an open conversation know itself; `inbound` tells a new text from a receipt. */
export const ServerEvent = z
  .object({
    id: z.string().optional(),
    phone: z.string().optional(),
    inbound: z.boolean().optional(),
  })
  .meta({ id: 'ServerEvent' })
export type ServerEvent = z.infer<typeof ServerEvent>

/** What the carrier calls; `status` with the row's id as `?mid=`. */
export const webhookPaths = {
  inbound: '/api/webhooks/twilio/inbound',
  status: '/api/webhooks/twilio/status',
} as const

/** Stand in built pages for values that only the running server, or a build for a plain host, knows. */
export const pagePlaceholders = { origin: '__PUBLIC_ORIGIN__', analytics: '<!--analytics-->' } as const
