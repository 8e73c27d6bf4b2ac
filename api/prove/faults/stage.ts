import type { Database } from '../../platform/db/open.ts'
import type { createCarrierFaults } from './carrierFaults.ts'
import type { createPhones } from './phones.ts'
import type { createProcessFaults } from './processFaults.ts'
import type { TestBed } from './testBed.ts'

export interface Size {
  servers: number
  workers: number
  firstTexts: number
  campaigns: number
  /** Texts per second, over all processes. */
  sendRate: number
  /** Minimum duration of activity and faults. */
  activityMs: number
  kills: number
  freezes: number
  longestFreezeMs: number
  /** Crashes of Postgres. */
  crashes: number
  /** How many numbers get late receipts (see CarrierFaults.lateNumbers), and the delay. */
  lateNumbers: number
  lateMs: number
  /** A server and a worker are frozen this long at the end; 0: not. Longer than leases and reconciliation take. */
  longFreezeMs: number
  /** How often 100 owners send STOP at the same time. */
  stopBursts: number
}

export interface Stage {
  testBed: TestBed
  size: Size
  /** The suite's own connections. */
  sql: Database
  carrierFaults: ReturnType<typeof createCarrierFaults>
  phones: ReturnType<typeof createPhones>
  processFaults: ReturnType<typeof createProcessFaults>
  /** A number that was not used before. */
  newNumber(): string
}

/** An outbound text as the database holds it at the end. */
export interface OutboundText {
  id: string
  phone: string
  /** Address of its sender. */
  from: string
  kind: string
  body: string
  sid: string | null
  status: string
  accepted: boolean
  errorCode: number | null
  errorMessage: string | null
  /** A text of a salon's campaign: its hours are over, or staff must first read a text of the client. */
  waits: boolean
  overdue: boolean
  /** Of its campaign. */
  state: string | null
}
