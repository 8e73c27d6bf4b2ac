import { z } from 'zod'
import { Id, Instant, Message, NameText } from '../../fields.ts'
import { endpoint, keyScopes } from '../http/endpoint.ts'

export const KeyScope = z.enum(keyScopes).meta({ id: 'KeyScope' })

/** A key of another system for calls of `/api/v1`. */
export const ApiKey = z
  .object({
    id: Id,
    name: z.string(),
    /** Its last characters. */
    ending: z.string(),
    scopes: z.array(KeyScope),
    /** Null: all salons. */
    salon: z.object({ id: Id, name: z.string() }).nullable(),
    createdBy: z.string(),
    createdAt: Instant,
    lastUsedAt: Instant.nullable(),
    revokedAt: Instant.nullable(),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof ApiKey>

export const NewKey = z.object({
  name: NameText().min(1, 'Please enter a name').max(60, 'At most 60 characters'),
  scopes: z.array(KeyScope).min(1, 'Please choose what the key may do').max(keyScopes.length),
  salonId: Id.nullable(),
})

export const keys = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/keys',
    access: 'admin',
    summary: 'API keys, newest first; the keys themselves are not shown again',
    /** `url`: base address of the calls, and of the page that describes them. */
    reply: z.object({ url: z.string(), items: z.array(ApiKey) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/keys',
    access: 'admin',
    status: 201,
    summary: 'Make an API key for one salon or all; only this answer has the key',
    body: NewKey,
    errors: ['not_found'],
    reply: ApiKey.extend({ key: z.string() }),
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/api/admin/keys/{id}/revoke',
    access: 'admin',
    summary: 'Revoke an API key; its next call answers 401',
    params: z.object({ id: Id }),
    reply: Message,
  }),
}
