import { z } from 'zod'
import { Instant } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'

const Count = z.number().int().nonnegative()

/** State of public texts: budget, use, and whether they are stopped. */
export const PublicTexts = z
  .object({
    /** Budget and use, both over a sliding window. */
    perHour: Count,
    perDay: Count,
    lastHour: Count,
    lastDay: Count,
    /** When the next text may leave; null unless a budget is used up. */
    usedUpUntil: Instant.nullable(),
    /** Set by an unusual run until staff resume. */
    stopped: z.object({ at: Instant, reason: z.string() }).nullable(),
  })
  .meta({ id: 'PublicTexts' })
export type PublicTexts = z.infer<typeof PublicTexts>

export const publicTexts = {
  state: endpoint({
    method: 'GET',
    path: '/api/admin/public-texts',
    access: 'staff',
    summary: 'Texts that visitors cause: budget, use, and whether they are stopped',
    reply: PublicTexts,
  }),
  resume: endpoint({
    method: 'POST',
    path: '/api/admin/public-texts/resume',
    access: 'admin',
    summary: 'Resume public texts after an unusual run stopped them',
    reply: PublicTexts,
  }),
}
