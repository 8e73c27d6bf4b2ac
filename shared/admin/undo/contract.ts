import { z } from 'zod'
import { Id } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'

/** Changes of the last seconds. */
export const undo = {
  run: endpoint({
    method: 'POST',
    path: '/api/admin/undo/{key}',
    access: 'staff',
    errors: ['conflict'],
    summary: 'Undo a change of the caller within ten seconds, by its `Undo-Key`; rows changed since stay',
    params: z.object({ key: Id }),
    reply: z
      .object({
        /** Rows with their former value again. */
        undone: z.number().int(),
        /** Rows that were changed since. */
        kept: z.number().int(),
      })
      .meta({ id: 'Undone' }),
  }),
}
