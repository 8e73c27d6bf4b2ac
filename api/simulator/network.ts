import type { Logger } from 'pino'
import type { Database } from '../db/open.ts'
import type { AccountState } from './accountApi.ts'
import type { createReceipts } from './receipts.ts'
import type { WebhookSettings } from './webhooks.ts'

/** What every part of the simulated network gets. */
export type Network = WebhookSettings & {
  sql: Database
  accountSid: string
  /** The number texts come from when only a messaging service is named. */
  sender: string
  /** What the account is like, and where its texts go: as it is set up, and changed, while this runs. */
  account: AccountState
  /** Whether the network itself answers STOP, START and HELP, as Twilio does by default. */
  handlesOptOut: boolean
  clock: () => Date
  random: () => number
  log: Logger
  receipts: ReturnType<typeof createReceipts>
}
