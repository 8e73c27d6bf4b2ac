import type { Declaration } from '@salonback/shared/salons/lists/contract.ts'
import { declaredConsent } from '@salonback/shared/salons/lists/declaredConsent.ts'
import type { ListedClient } from '@salonback/shared/salons/lists/listedClient.ts'
import type { ListReading } from '@salonback/shared/salons/lists/readList.ts'
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

const wordings: Record<ConsentOfList['kind'], string> = {
  objection: 'No consent on the list',
  written_consent: 'Yes on the list, which the salon declared to be a written agreement to marketing texts',
  listed_yes: 'Yes on the list, not known to be in writing',
  soft_opt_in: 'Declared by the salon: customers who knew of texts and could refuse',
}

/** The consent of each kind, with the clients who gave it. */
function consentOf({ clients, consentColumn, asOf, declaration, sha256 }: Stated): ConsentOfList[] {
  const withEvidence = (client: ListedClient) => {
    const { phone, row, consent, consentValue: value } = client
    const evidence = { sha256, column: consentColumn, row, value, listDate: asOf }
    return { phone, evidence: consent === 'yes' ? evidence : null }
  }
  const kinds = Object.keys(wordings) as ConsentOfList['kind'][]
  return kinds.map((kind) => ({
    kind,
    wording: wordings[kind],
    clients: clients
      .filter(({ consent }) => declaredConsent(consent, declaration).includes(kind))
      .map(withEvidence),
  }))
}

/** Clients per statement. */
const CHUNK = 5000

/**
 * Appends consent of a list where it says something new about a number, or is the first with evidence. A no is new again after
 * a list with a yes: else a client who refuses, joins and refuses again would be texted.
 */
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
            and (given.evidence is null or e.evidence is not null) and not exists (
              select 1 from consent_events later where later.salon_id = e.salon_id and later.phone = e.phone
                and later.source = 'list' and later.at > e.at and (later.kind = 'objection') <> (e.kind = 'objection')))`
  }
}
