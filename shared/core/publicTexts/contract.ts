import { z } from 'zod'
import { Count, Instant, named } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'

/**
 * Why a public text was withheld. Staff can send the details text of a lead with a click after `budget`, `address` and `unusual`.
 * The others are final: foreign country, expensive or textless number range, incomplete number, opt-out.
 */
export const WithheldReason = z
  .enum(['budget', 'address', 'unusual', 'country', 'range', 'number', 'opted_out'])
  .meta({ id: 'WithheldReason' })
export type WithheldReason = z.infer<typeof WithheldReason>

/** State of public texts: budget, use, and whether they are stopped. */
export const PublicTexts = named('PublicTexts', {
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
