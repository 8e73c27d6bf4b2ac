import { z } from 'zod'
import { Count, named } from '../../fields.ts'
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

/** What an audience asks for. */
const facts = {
  lastVisit: z.iso.date().nullable(),
  visits: Count.nullable(),
  isVip: z.boolean(),
}
type AudienceFacts = z.infer<z.ZodObject<typeof facts>>

/** Clients with the same facts, and how many they are. */
export const AudienceGroup = named('AudienceGroup', { ...facts, clients: Count })
export type AudienceGroup = z.infer<typeof AudienceGroup>

export const audienceFacts = (client: ClientFacts & { visits: number | null }): AudienceFacts => ({
  lastVisit: lastVisitOf(client),
  visits: client.visits,
  isVip: client.flags.includes('vip'),
})

/** Whether a client is in the audience. A client whose last visit or number of visits is not known is in none that asks for it. */
export function isChosen({ lastVisit, visits, isVip }: AudienceFacts, choice: AudienceChoice): boolean {
  const { lastVisitFrom, lastVisitTo, minVisits, maxVisits, withoutVip } = choice
  if (withoutVip && isVip) return false
  return isBetween(lastVisit, lastVisitFrom, lastVisitTo) && isBetween(visits, minVisits, maxVisits)
}

/** All clients of the groups, and those in the audience. */
export function countChosen(groups: readonly AudienceGroup[], choice: AudienceChoice) {
  const sum = (of: readonly AudienceGroup[]) => of.reduce((all, { clients }) => all + clients, 0)
  return { eligible: sum(groups), chosen: sum(groups.filter((group) => isChosen(group, choice))) }
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
