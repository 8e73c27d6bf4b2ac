import type { Logger } from 'pino'
import type { Database } from '../platform/db/open.ts'
import type { AccountState } from './accountApi.ts'
import type { AppliedFaults } from './faults.ts'
import type { createReceipts } from './receipts.ts'
import type { WebhookSettings } from './webhooks.ts'

/** Settings and dependencies shared by all parts of the simulated network. */
export type Network = WebhookSettings & {
  sql: Database
  accountSid: string
  /** The sender of texts that name only a messaging service. */
  sender: string
  /** The account and its webhooks. API calls change it in memory. */
  account: AccountState
  /** Whether the network handles STOP, START and HELP itself, as Twilio does by default. */
  handlesOptOut: boolean
  clock: () => Date
  random: () => number
  /** Decides the faults of each text, instead of those that were injected. */
  faultsOf?: (text: { sender: string; handset: string; body: string }) => AppliedFaults
  log: Logger
  receipts: ReturnType<typeof createReceipts>
}
