import type { Person } from '@salonback/shared/admin/people/contract.ts'
import { findOptOut } from '../../core/inbox/optOuts.ts'
import { findUndeliverable } from '../../core/inbox/queries.ts'
import type { Deps } from '../../deps.ts'
import { findPerson as findIdentity } from '../../platform/privacy/person.ts'
import { findLead } from '../../sales/leads/queries.ts'
import { findProspect } from '../../sales/prospects/queries.ts'
import { findResponsesOf } from '../../sales/waitlist/queries.ts'
import { findClientsOf } from '../../salons/clients/clientEntries.ts'
import { findSalonsOf } from '../../salons/salons/salonEntries.ts'

/** The rows of sales and salons with a number. */
export async function findPerson(
  { sql, env, contacts }: Pick<Deps, 'sql' | 'env' | 'contacts'>,
  phone: string,
): Promise<Person> {
  const [prospect, lead, responses, clients, { emails }, optOut, undeliverable] = await Promise.all([
    findProspect(sql, phone),
    findLead(sql, phone),
    findResponsesOf(sql, phone),
    findClientsOf(sql, phone),
    findIdentity(sql, phone),
    findOptOut(sql, contacts, env, phone),
    findUndeliverable(sql, phone),
  ])
  const sourceIds = sourcesOf({ prospect, lead, responses })
  return {
    phone,
    prospect,
    lead,
    responses: [...responses],
    emails: emails.sort(),
    salons: [...(await findSalonsOf(sql, { phone, sourceIds }))],
    clients: [...clients],
    optOut,
    undeliverable,
  }
}

/** Ids of the rows that a salon may have been made of. */
export const sourcesOf = ({ prospect, lead, responses }: Pick<Person, 'prospect' | 'lead' | 'responses'>) =>
  [prospect, lead, ...responses].flatMap((source) => (source ? [source.id] : []))
