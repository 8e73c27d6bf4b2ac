import type { Fragment, Sql } from './db/open.ts'

/**
 * What features above the salons read about them; `salons/` hands it in (`api/reads.ts`), because SQL names no table of
 * a floor below. Functions that return a fragment take columns of the statement around it.
 */
export interface SalonReads {
  /** Throws 404 for an unknown id, 409 for a closed salon. */
  requireOpen(sql: Sql, id: string): Promise<void>
  /** Id and name as JSON; null without a salon. */
  named(sql: Sql, id: Fragment): Fragment
  /** False without a salon. */
  isClosed(sql: Sql, id: Fragment): Fragment
  /** Null without a salon. */
  timeZone(sql: Sql, id: Fragment): Fragment
  /** Name and id, as JSON, of the first salon with one of these owner's numbers or made of this row; null without one. */
  ofPerson(sql: Sql, phones: Fragment, sourceId: Fragment): Fragment
}

/** What API keys read about the amounts that they sent; `salons/appointments` hands it in. */
export interface KeyAmounts {
  /** The last small amount of a key: it can be one in pence or in pounds. */
  lastSmall(sql: Sql, keyId: Fragment): Fragment
  /** Charges visits with amounts of this key again. */
  settleAgain(sql: Sql, keyId: string): Promise<void>
}
