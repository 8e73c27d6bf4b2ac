import type { Declaration } from '@salonback/shared/salons/lists/contract.ts'
import { declaredConsent } from '@salonback/shared/salons/lists/declaredConsent.ts'
import type { Sql } from '../../platform/db/open.ts'
import type { SaveList } from './queries.ts'
import { listedClients } from './stagedRows.ts'

type ListKind = 'soft_opt_in' | 'written_consent' | 'listed_yes' | 'objection'

const wordings: Record<ListKind, string> = {
  objection: 'No consent on the list',
  written_consent: 'Yes on the list, which the salon declared to be a written agreement to marketing texts',
  listed_yes: 'Yes on the list, not known to be in writing',
  soft_opt_in: 'Declared by the salon: customers who knew of texts and could refuse',
}

interface Stated {
  asOf: string
  declaration: Declaration
  /** Of the file. */
  sha256: string
  consentColumn: string | null
}

/**
 * Stores what a list says about texts: objections, a clear yes with its evidence, and soft opt-in as declared. Appends consent
 * where it says something new about a number, or is the first with evidence. A no is new again after a list with a yes: else
 * a client who refuses, joins and refuses again would be texted.
 */
export async function saveConsentOfList(
  sql: Sql,
  { salonId, listId, now, erased }: SaveList,
  { asOf, declaration, sha256, consentColumn }: Stated,
): Promise<void> {
  const file = sql.json({ sha256, column: consentColumn, listDate: asOf })
  for (const kind of Object.keys(wordings) as ListKind[]) {
    const saying = (['yes', 'no', 'unread', 'unknown'] as const).filter((said) =>
      declaredConsent(said, declaration).includes(kind),
    )
    await sql`
      insert into consent_events (salon_id, phone, at, kind, source, wording, list_id, evidence)
      select ${salonId}, given.phone, ${now}, ${kind}, 'list', ${wordings[kind]}, ${listId}, given.evidence
      from (
        select phone, case when consent = 'yes' then ${file}::jsonb || jsonb_build_object('row', "row", 'value', "consentValue") end as evidence
        from (${listedClients(sql, listId, erased)}) listed where consent = any(${saying}::text[])
      ) given
      where not exists (
        select 1 from consent_events e
        where e.salon_id = ${salonId} and e.phone = given.phone and e.source = 'list' and e.kind = ${kind}
            and (given.evidence is null or e.evidence is not null) and not exists (
              select 1 from consent_events later where later.salon_id = e.salon_id and later.phone = e.phone
                and later.source = 'list' and later.at > e.at and (later.kind = 'objection') <> (e.kind = 'objection')))`
  }
}
