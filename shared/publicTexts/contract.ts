import { z } from 'zod'
import { Instant } from '../fields.ts'
import { endpoint } from '../http/endpoint.ts'

const Count = z.number().int().nonnegative()

/** The texts that visitors cause: how many may go, how many went, and what holds them. */
export const PublicTexts = z
  .object({
    /** Texts an hour and a day, counted back from now. */
    perHour: Count,
    perDay: Count,
    lastHour: Count,
    lastDay: Count,
    /** When the next may go, while the hour's or the day's texts are used up; else null. */
    usedUpUntil: Instant.nullable(),
    /** Since when and why an unusual run has stopped them, until a person says they may go on. */
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
    access: 'staff',
    summary: 'Let them go on after an unusual run stopped them',
    reply: PublicTexts,
  }),
}
