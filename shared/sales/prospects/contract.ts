import { z } from 'zod'
import { ContactStatus } from '../../core/inbox/contactStatus.ts'
import { Id, listOfIds, MAX_ID_LIST_BYTES } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'

export const Prospect = z
  .object({
    id: Id,
    name: z.string(),
    category: z.string().nullable(),
    country: z.string().nullable(),
    /** E.164 */
    phone: z.string(),
    phoneType: z.string().nullable(),
    address: z.string().nullable(),
    /** 0 to 5 */
    rating: z.number().nullable(),
    reviewCount: z.number().int().nullable(),
    teamSize: z.number().int().nullable(),
    contactStatus: ContactStatus.nullable(),
  })
  .meta({ id: 'Prospect' })
export type Prospect = z.infer<typeof Prospect>

const NewStatus = z.object({ contactStatus: ContactStatus.nullable() })

export const prospects = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/prospects',
    access: 'staff',
    summary: 'Every prospect, ordered by name',
    reply: z.array(Prospect),
  }),
  setStatus: endpoint({
    method: 'PATCH',
    path: '/api/admin/prospects/{id}/status',
    access: 'staff',
    summary: 'Set or clear the contact status of one prospect',
    params: z.object({ id: Id }),
    body: NewStatus,
    example: { contactStatus: null },
    undoable: true,
    reply: Prospect,
  }),
  setStatuses: endpoint({
    method: 'PATCH',
    path: '/api/admin/prospects/bulk-status',
    access: 'staff',
    summary: 'Set or clear the contact status of many prospects; unknown ids are ignored',
    maxBodyBytes: MAX_ID_LIST_BYTES,
    undoable: true,
    body: NewStatus.extend({ ids: listOfIds(100_000) }),
    reply: z.object({ updated: z.number().int() }),
  }),
}
