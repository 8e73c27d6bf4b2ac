import { z } from 'zod'
import { ById, named } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'

/** Characters of a salon's facts: one page. */
export const MAX_FACTS = 4000

/**
 * How an owner learns of a question or booking. `later`: in one text with others. `unreachable`: neither text nor e-mail
 * reaches the owner. `before`: the owner has it already.
 */
export const Told = z
  .enum(['text', 'email', 'page', 'later', 'unreachable', 'before'])
  .meta({ id: 'OwnerTold' })
export type Told = z.infer<typeof Told>

/** The owner's answer to a question of a client. */
export const HandoverAnswer = z.enum(['works', 'other_time', 'call']).meta({ id: 'HandoverAnswer' })
export type HandoverAnswer = z.infer<typeof HandoverAnswer>

/** Facts of a salon for answers to clients, and whether its owner gets texts about clients. */
export const HandoverSettings = named('HandoverSettings', {
  /** False: questions and bookings are on the owner's page only. */
  texts: z.boolean(),
  facts: z.string().nullable(),
  /** Clients get a reminder the day before an appointment that staff booked. */
  reminders: z.boolean(),
})
export type HandoverSettings = z.infer<typeof HandoverSettings>

export const handover = {
  get: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/handover',
    access: 'staff',
    summary:
      "A salon's opening hours, prices and other facts, and whether its owner gets texts about clients",
    params: ById,
    reply: HandoverSettings,
  }),
  set: endpoint({
    method: 'PATCH',
    path: '/api/admin/salons/{id}/handover',
    access: 'admin',
    summary: 'Change the facts of a salon, or whether its owner gets texts about clients',
    params: ById,
    body: z.object({
      texts: z.boolean().optional(),
      reminders: z.boolean().optional(),
      facts: z.string().trim().max(MAX_FACTS, `At most ${MAX_FACTS} characters`).nullable().optional(),
    }),
    example: { texts: false },
    reply: HandoverSettings,
  }),
}
