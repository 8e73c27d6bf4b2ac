import { z } from 'zod'
import { Id, Instant } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'

export const ChaserKind = z.enum(['agree', 'list', 'offer', 'results']).meta({ id: 'ChaserKind' })
export type ChaserKind = z.infer<typeof ChaserKind>

/** The automatic reminders to the owner of a salon. */
export const Chasers = z
  .object({
    on: z.boolean(),
    /** The last ones, newest first. */
    sent: z.array(z.object({ kind: ChaserKind, sentBy: z.enum(['text', 'email']), sentAt: Instant })),
  })
  .meta({ id: 'Chasers' })
export type Chasers = z.infer<typeof Chasers>

const One = z.object({ id: Id })

export const chasers = {
  get: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/chasers',
    access: 'staff',
    summary: 'Whether the owner of a salon is reminded automatically, and the last reminders',
    params: One,
    reply: Chasers,
  }),
  set: endpoint({
    method: 'PATCH',
    path: '/api/admin/salons/{id}/chasers',
    access: 'admin',
    summary: 'Turn the automatic reminders to an owner on or off',
    params: One,
    body: z.object({ on: z.boolean() }),
    example: { on: false },
    reply: Chasers,
  }),
}
