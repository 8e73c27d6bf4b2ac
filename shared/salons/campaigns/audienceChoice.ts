import { z } from 'zod'
import type { ClientFacts } from '../clients/eligible.ts'
import { lastVisitOf } from '../clients/ownVisits.ts'

const Visits = z.number().int().min(0).max(1000)

/** Which of the eligible clients a campaign texts. What is unset does not narrow it. */
export const AudienceChoice = z.object({
  /** Days of the last visit, both included. */
  lastVisitFrom: z.iso.date().max(10).optional(),
  lastVisitTo: z.iso.date().max(10).optional(),
  minVisits: Visits.optional(),
  maxVisits: Visits.optional(),
  withoutVip: z.boolean().optional(),
})
export type AudienceChoice = z.infer<typeof AudienceChoice>

type ChosenClient = ClientFacts & { visits: number | null }

/** Whether a client is in the audience. An unknown last visit or number of visits fails every condition on it. */
export function isChosen(client: ChosenClient, choice: AudienceChoice): boolean {
  const { lastVisitFrom, lastVisitTo, minVisits, maxVisits, withoutVip } = choice
  if (withoutVip && client.flags.includes('vip')) return false
  return (
    isBetween(lastVisitOf(client), lastVisitFrom, lastVisitTo) &&
    isBetween(client.visits, minVisits, maxVisits)
  )
}

function isBetween<T extends string | number>(
  value: T | null,
  from: T | undefined,
  to: T | undefined,
): boolean {
  if (from === undefined && to === undefined) return true
  if (value === null) return false
  return (from === undefined || value >= from) && (to === undefined || value <= to)
}
