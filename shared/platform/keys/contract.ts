import { z } from 'zod'
import { Id, Instant, Message, NameText } from '../../fields.ts'
import { endpoint, keyScopes } from '../http/endpoint.ts'

export const AmountUnit = z.enum(['minor', 'major']).meta({ id: 'AmountUnit' })
export type AmountUnit = z.infer<typeof AmountUnit>
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
    /** What a whole number means as an amount: pence or cents, or pounds or dollars. Null: not confirmed. */
    amountUnit: AmountUnit.nullable(),
    /** The last amount from 1 to 999 as it was sent, as an example; null: none. */
    smallAmount: z.number().int().nullable(),
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
    errors: ['not_found', 'conflict'],
    reply: ApiKey.extend({ key: z.string() }),
  }),
  chooseUnit: endpoint({
    method: 'POST',
    path: '/api/admin/keys/{id}/unit',
    access: 'admin',
    summary: 'Say whether an API key sends pence or pounds; visits with its amounts are settled again',
    params: z.object({ id: Id }),
    body: z.object({ unit: AmountUnit }),
    example: { unit: 'minor' },
    reply: Message,
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
