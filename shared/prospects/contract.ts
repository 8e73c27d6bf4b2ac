import { z } from 'zod'
import { Id, listOfIds, MAX_ID_LIST_BYTES } from '../fields.ts'
import { endpoint } from '../http/endpoint.ts'
import { prospectsPath } from './path.ts'

export const ContactStatus = z
  .enum(['Selected', 'Contacted', 'Responded', 'Submitted'])
  .meta({ id: 'ContactStatus' })
export type ContactStatus = z.infer<typeof ContactStatus>

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

/** A prospect as the console's list holds it; its status is in a column, see `ProspectModel`. */
export type ProspectRow = Omit<Prospect, 'contactStatus'>

/** What changed since a position in the list. */
export const ProspectChanges = z
  .object({
    /** The position is unknown, or too much has changed: the list has to be read again. All else is empty then. */
    reset: z.boolean(),
    /** New ones, and those of which more than the status changed, each with its predecessor in the list; null: first. */
    placed: z.array(z.object({ after: Id.nullable(), prospect: Prospect })),
    statuses: z.array(z.object({ id: Id, contactStatus: ContactStatus.nullable() })),
    deleted: z.array(Id),
    /** `since` of the next call; to be made at once where `more` is true. */
    next: z.string(),
    more: z.boolean(),
  })
  .meta({ id: 'ProspectChanges' })
export type ProspectChanges = z.infer<typeof ProspectChanges>

const NewStatus = z.object({ contactStatus: ContactStatus.nullable() })

export const prospects = {
  list: endpoint({
    method: 'GET',
    path: prospectsPath,
    access: 'staff',
    summary: 'Every prospect, by name',
    reply: z.array(Prospect),
    revalidated: true,
  }),
  changes: endpoint({
    method: 'GET',
    path: '/api/admin/prospects/changes',
    access: 'staff',
    summary: 'What changed in the list since a position: the ETag of the list, or `next` of the call before',
    query: z.object({ since: z.string().max(4000).optional() }),
    reply: ProspectChanges,
  }),
  setStatus: endpoint({
    method: 'PATCH',
    path: '/api/admin/prospects/{id}/status',
    access: 'staff',
    summary: 'Set or clear the contact status of one prospect',
    params: z.object({ id: Id }),
    body: NewStatus,
    reply: Prospect,
  }),
  setStatuses: endpoint({
    method: 'PATCH',
    path: '/api/admin/prospects/bulk-status',
    access: 'staff',
    summary: 'Set or clear the contact status of many; unknown ids are counted out',
    maxBodyBytes: MAX_ID_LIST_BYTES,
    body: NewStatus.extend({ ids: listOfIds(100_000) }),
    reply: z.object({ updated: z.number().int() }),
  }),
}
