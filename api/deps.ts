import type { ContactsByOwner } from './core/inbox/contacts.ts'
import type { Carrier } from './core/messages/carrier.ts'
import type { IngestFailures } from './core/messages/ingestFailures.ts'
import type { Subscribers } from './core/messages/subscribers.ts'
import type { PlatformContext } from './platform/context.ts'
import type { Sql } from './platform/db/open.ts'
import type { Call } from './platform/http/serve.ts'
import type { EligibleClients } from './salons/salons/eligibleClients.ts'
import type { VisitFollowers } from './salons/visits/subscribers.ts'

/** Dependencies of the app, built once by main.ts or a test. */
export interface Deps extends PlatformContext {
  carrier: Carrier
  contacts: ContactsByOwner
  eligibleClients: EligibleClients
  /** What follows from a text or a visit; see api/subscribers.ts. */
  subscribers: Subscribers & VisitFollowers
  /** Inbound texts that this process failed to store, which it fetches from the carrier later. */
  ingestFailures: IngestFailures
}

/** What a handler gets besides its parsed input. */
export interface CallContext extends Deps, Call {}

/** For handlers of idempotent rows: `sql` is the transaction that also stores the response under the key. */
export type IdempotentContext = Omit<CallContext, 'sql'> & { sql: Sql }
