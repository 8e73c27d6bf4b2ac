import { z } from 'zod'
import { ById, Instant, named } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'

export const ChaserKind = z.enum(['agree', 'list', 'offer', 'results']).meta({ id: 'ChaserKind' })
export type ChaserKind = z.infer<typeof ChaserKind>

/** The automatic reminders to the owner of a salon. */
export const Chasers = named('Chasers', {
  on: z.boolean(),
  /** The last ones, newest first. */
  sent: z.array(z.object({ kind: ChaserKind, sentBy: z.enum(['text', 'email']), sentAt: Instant })),
})
export type Chasers = z.infer<typeof Chasers>

export const chasers = {
  get: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/chasers',
    access: 'staff',
    summary: 'Whether the owner of a salon is reminded automatically, and the last reminders',
    params: ById,
    reply: Chasers,
  }),
  set: endpoint({
    method: 'PATCH',
    path: '/api/admin/salons/{id}/chasers',
    access: 'admin',
    summary: 'Turn the automatic reminders to an owner on or off',
    params: ById,
    body: z.object({ on: z.boolean() }),
    example: { on: false },
    reply: Chasers,
  }),
}
