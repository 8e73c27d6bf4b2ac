import { z } from 'zod'
import { Id, Instant, Message } from '../../fields.ts'
import { endpoint } from '../http/endpoint.ts'
import { eventKindNames } from './eventKinds.ts'

const EventKind = z.enum(eventKindNames).meta({ id: 'EventKind' })

/** A system that gets events. */
export const Receiver = z
  .object({
    id: Id,
    url: z.string(),
    events: z.array(EventKind),
    /** Null: all salons. */
    salon: z.object({ id: Id, name: z.string() }).nullable(),
    state: z.enum(['on', 'off']),
    /** Why the service turned it off. */
    offReason: z.string().nullable(),
    /** Events that are not delivered yet. */
    waiting: z.number().int(),
    createdBy: z.string(),
    createdAt: Instant,
  })
  .meta({ id: 'Receiver' })
export type Receiver = z.infer<typeof Receiver>

export const NewReceiver = z.object({
  url: z.string().trim().min(1, 'Please enter an address').max(1000, 'At most 1000 characters'),
  events: z.array(EventKind).min(1, 'Please choose its events').max(eventKindNames.length),
  salonId: Id.nullable(),
})

/** One event for a receiver, and how it answered. */
export const Delivery = z
  .object({
    id: Id,
    /** An event, or `test`. */
    kind: z.string(),
    state: z.enum(['queued', 'sending', 'delivered', 'failed']),
    attempts: z.number().int(),
    triedAt: Instant.nullable(),
    /** HTTP status of the last answer; null without one. */
    status: z.number().int().nullable(),
    /** The beginning of its body, or why there was none. */
    answer: z.string().nullable(),
    createdAt: Instant,
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.infer<typeof Delivery>

const One = z.object({ id: Id })
const path = '/api/admin/receivers'

export const receivers = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'admin',
    summary: 'Systems that get events, newest first',
    reply: z.array(Receiver),
  }),
  create: endpoint({
    method: 'POST',
    path,
    access: 'admin',
    status: 201,
    summary: 'Add a receiver of events; only this answer has the secret of its signatures',
    body: NewReceiver,
    errors: ['not_found', 'conflict'],
    reply: Receiver.extend({ secret: z.string() }),
  }),
  setState: endpoint({
    method: 'PATCH',
    path: `${path}/{id}`,
    access: 'admin',
    summary: 'Turn a receiver on or off; while it is off only opt-outs are kept for it',
    params: One,
    body: z.object({ state: z.enum(['on', 'off']) }),
    example: { state: 'off' },
    reply: Receiver,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/{id}`,
    access: 'admin',
    summary: 'Delete a receiver with its events',
    params: One,
    reply: Message,
  }),
  test: endpoint({
    method: 'POST',
    path: `${path}/{id}/test`,
    access: 'admin',
    errors: ['conflict'],
    summary: 'Send a test event; its answer appears among the deliveries',
    params: One,
    reply: Message,
  }),
  deliveries: endpoint({
    method: 'GET',
    path: `${path}/{id}/deliveries`,
    access: 'admin',
    summary: 'The last 50 events for a receiver with its answers, newest first',
    params: One,
    reply: z.array(Delivery),
  }),
  replay: endpoint({
    method: 'POST',
    path: `${path}/{id}/deliveries/{deliveryId}/replay`,
    access: 'admin',
    errors: ['conflict'],
    summary: 'Send an event again, with the same id',
    params: One.extend({ deliveryId: Id }),
    reply: Message,
  }),
}
