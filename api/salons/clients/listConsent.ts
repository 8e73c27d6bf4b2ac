import type { Declaration } from '@salonback/shared/salons/clients/contract.ts'
import type { ListedClient } from '@salonback/shared/salons/clients/listedClient.ts'
import type { ListedConsent } from '@salonback/shared/salons/clients/listValues.ts'
import type { ListReading } from '@salonback/shared/salons/clients/readList.ts'
import type { Json, Sql } from '../../platform/db/open.ts'
import type { SaveList } from './queries.ts'

interface Stated extends Pick<ListReading, 'clients' | 'consentColumn'> {
  asOf: string
  declaration: Declaration
  /** Of the file. */
  sha256: string
}

interface ConsentOfList {
  kind: 'soft_opt_in' | 'written_consent' | 'listed_yes' | 'objection'
  wording: string
  clients: { phone: string; evidence: Json | null }[]
}

/** Stores what a list says about texts: objections, a clear yes with its evidence, and soft opt-in as declared. */
export async function saveConsentOfList(sql: Sql, saving: SaveList, stated: Stated): Promise<void> {
  for (const consent of consentOf(stated)) await saveListConsent(sql, saving, consent)
}

/**
 * Only a yes that the salon calls a written agreement is written consent. Any other yes is evidence beside the soft opt-in, or
 * without one. Silence is never a yes.
 */
function consentOf({ clients, consentColumn, asOf, declaration, sha256 }: Stated): ConsentOfList[] {
  const withEvidence = (client: ListedClient) => {
    const { phone, row, consent, consentValue: value } = client
    const evidence = { sha256, column: consentColumn, row, value, listDate: asOf }
    return { phone, evidence: consent === 'yes' ? evidence : null }
  }
  const saying = (...said: ListedConsent[]) =>
    clients.filter(({ consent }) => said.includes(consent)).map(withEvidence)
  const consents: ConsentOfList[] = [
    { kind: 'objection', wording: 'No consent on the list', clients: saying('no') },
  ]
  const { knewOfTexts, consentInWriting } = declaration
  if (consentInWriting === 'yes') {
    const wording = 'Yes on the list, which the salon declared to be a written agreement to marketing texts'
    consents.push({ kind: 'written_consent', wording, clients: saying('yes') })
  } else if (knewOfTexts !== 'yes') {
    const wording = 'Yes on the list, not known to be in writing'
    consents.push({ kind: 'listed_yes', wording, clients: saying('yes') })
  }
  if (knewOfTexts === 'yes') {
    const wording = 'Declared by the salon: customers who knew of texts and could refuse'
    consents.push({ kind: 'soft_opt_in', wording, clients: saying('yes', 'unknown', 'unread') })
  }
  return consents
}

/** Clients per statement. */
const CHUNK = 5000

/** Appends consent of a list where it says something new about a number, or is the first with evidence. */
async function saveListConsent(
  sql: Sql,
  { salonId, listId, now }: SaveList,
  { kind, wording, clients }: ConsentOfList,
): Promise<void> {
  for (let at = 0; at < clients.length; at += CHUNK) {
    const chunk = clients.slice(at, at + CHUNK)
    const phones = chunk.map(({ phone }) => phone)
    const evidence = chunk.map((client) => client.evidence && JSON.stringify(client.evidence))
    await sql`
      insert into consent_events (salon_id, phone, at, kind, source, wording, list_id, evidence)
      select ${salonId}, given.phone, ${now}, ${kind}, 'list', ${wording}, ${listId}, given.evidence::jsonb
      from unnest(${phones}::text[], ${evidence}::text[]) as given (phone, evidence)
      where not exists (
        select 1 from consent_events e
        where e.salon_id = ${salonId} and e.phone = given.phone and e.source = 'list' and e.kind = ${kind}
            and (given.evidence is null or e.evidence is not null))`
  }
}
