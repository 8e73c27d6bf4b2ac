import { bases, isOffered } from '@salonback/shared/sales/firstTexts/contract.ts'
import type { Sql } from '../../platform/db/open.ts'

export const BASIS_NOT_USED = 'We do not text numbers only because they are published'

/** Bases that the agency no longer uses; campaigns that started with them must send nothing more. */
const unusedBases = () => bases.map(({ code }) => code).filter((code) => !isOffered(code))

/** Pauses running campaigns with such a basis. They run again only after the agency uses it again and staff resume them. */
export async function pauseUnusedBases(sql: Sql): Promise<void> {
  const unused = unusedBases()
  if (unused.length === 0) return
  await sql`
    update campaigns set state = 'paused', paused_by = null, paused_reason = ${BASIS_NOT_USED}
    where state = 'running' and salon_id is null and basis in ${sql(unused)}`
}

/** Whether a campaign has such a basis. Its texts must not leave before `pauseUnusedBases` has run either. */
export async function hasUnusedBasis(sql: Sql, campaignId: string | null): Promise<boolean> {
  const unused = unusedBases()
  if (unused.length === 0) return false
  return (await sql`select 1 from campaigns where id = ${campaignId} and basis in ${sql(unused)}`).count > 0
}
