import { z } from 'zod'
import { ById, Id, Instant, named } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'

/** A client who asked to be called on the page of a booking link. */
export const CallRequest = named('CallRequest', {
  id: Id,
  clientId: Id,
  firstName: z.string().nullable(),
  phone: z.string(),
  requestedAt: Instant,
})
export type CallRequest = z.infer<typeof CallRequest>

export const bookingLinks = {
  listCallRequests: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/call-requests',
    access: 'staff',
    summary: 'Clients of a salon who asked to be called, the longest wait first',
    params: ById,
    reply: z.array(CallRequest),
  }),
  markCalled: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/call-requests/{requestId}/called',
    access: 'staff',
    summary: 'Mark a client as called',
    params: z.object({ id: Id, requestId: Id }),
    reply: z.array(CallRequest),
  }),
}
