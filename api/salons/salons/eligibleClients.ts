import type { Sql } from '../../platform/db/open.ts'
import type { PhoneKeys } from '../../platform/privacy/hash.ts'
import type { SalonRules } from './queries.ts'

/** What the list of salons reads about clients; `clients`, which imports this folder, hands it in (`api/reads.ts`). */
export interface EligibleClients {
  /** Whether a client of the salon may be texted now. */
  hasAny(sql: Sql, salon: SalonRules, given: { keys: PhoneKeys; now: Date }): Promise<boolean>
  /** How many clients of the salon may be texted now. */
  count(sql: Sql, salon: SalonRules, given: { keys: PhoneKeys; now: Date }): Promise<number>
}
