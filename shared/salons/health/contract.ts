import { z } from 'zod'
import { Count, Id, Instant, named } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { Currency, SalonState } from '../salons/contract.ts'

/** What happened at a salon in a month, or in the part of it that is compared. */
export const MonthFigures = named('MonthFigures', {
  /** Offers and reminders that the carrier accepted. */
  sent: Count,
  /** Clients who answered one of them. */
  answered: Count,
  /** Appointments made because of them, and those that were kept. */
  booked: Count,
  came: Count,
  /** What kept appointments paid for services, minor units. */
  broughtBack: z.number().int(),
  /** Clients who opted out after one of them. */
  optedOut: Count,
})
export type MonthFigures = z.infer<typeof MonthFigures>

export const SalonHealth = named('SalonHealth', {
  salonId: Id,
  salonName: z.string(),
  state: SalonState,
  currency: Currency,
  /** Since the first of the month in the salon's time zone. */
  month: MonthFigures,
  /** The month before, up to the same day and time. */
  last: MonthFigures,
  /** Median minutes of this month from a text of a client to our answer; null without one. */
  replyMinutes: z.number().nullable(),
  /** The last text or e-mail to or from the owner. */
  ownerAt: Instant.nullable(),
  /** Queued texts of campaigns, and when the first of them is due. */
  queued: Count,
  nextAt: Instant.nullable(),
})
export type SalonHealth = z.infer<typeof SalonHealth>

export const health = {
  list: endpoint({
    method: 'GET',
    // Not below the path of a salon: its queries are read again several times a second during a campaign.
    path: '/api/admin/salon-health',
    access: 'staff',
    summary: 'What happened at each open salon this month and until the same day of the month before',
    reply: z.object({
      salons: z.array(SalonHealth),
      /** The median over the texts of all salons. */
      replyMinutes: z.number().nullable(),
    }),
  }),
}
