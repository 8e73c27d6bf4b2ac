import type { Actor } from '../../platform/db/actor.ts'
import type { Sql } from '../../platform/db/open.ts'
import type { SalonRow } from '../salons/queries.ts'

/** Visits of a client that were added or changed. */
export interface ChangedVisits {
  salon: SalonRow
  clientId: string
  phone: string
  by: Actor
  now: Date
}

/**
 * What follows from visits. Runs in the transaction of the change, under the lock of the number, so an error undoes both.
 * api/subscribers.ts lists the subscribers; visits import none of them.
 */
export interface VisitSubscriber {
  onVisitChanged(sql: Sql, change: ChangedVisits): Promise<void>
}

/** Clients of upheld disputes: no fee is owed for any of their visits. Billing hands this in. */
export interface FreeClients {
  findFreeClients(sql: Sql, salonId: string, clientIds: readonly string[]): Promise<ReadonlySet<string>>
}

/** What visits need of the features that follow them. */
export type VisitFollowers = VisitSubscriber & FreeClients

/** One subscriber that calls all of these in order. */
export const composeVisitSubscribers = (all: readonly VisitSubscriber[]): VisitSubscriber => ({
  async onVisitChanged(...given) {
    for (const one of all) await one.onVisitChanged(...given)
  },
})
