import { audit } from '../../platform/db/audit.ts'
import type { Sql } from '../../platform/db/open.ts'
import { insertJoinedClient, insertOwnConsent, type OwnConsent } from './queries.ts'

/** Stores the written consent of a client, and the client if the salon does not have the number. */
export async function saveConsent(
  sql: Sql,
  { firstName, now, ...consent }: Omit<OwnConsent, 'at'> & { firstName: string | null; now: Date },
): Promise<void> {
  const { salonId, phone, source } = consent
  await insertJoinedClient(sql, { salonId, phone, firstName, now })
  await insertOwnConsent(sql, { ...consent, at: now })
  await audit(sql, { actor: 'client', action: 'client.join', subject: salonId, detail: { source } })
}
