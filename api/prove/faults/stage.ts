import type { Database } from '../../db/open.ts'
import type { createCarrierFaults } from './carrierFaults.ts'
import type { createPhones } from './phones.ts'
import type { createProcessFaults } from './processFaults.ts'
import type { Surroundings } from './surroundings.ts'

export interface Size {
  servers: number
  workers: number
  firstTexts: number
  campaigns: number
  rate: number
  /** How long activity and faults go on. */
  activityMs: number
  kills: number
  freezes: number
  longestFreezeMs: number
  crashes: number
  /** How many numbers get late receipts (see CarrierFaults.late), and how late. */
  late: number
  lateMs: number
  /** Two processes are frozen this long while everything else drains; 0: none. */
  longSleepMs: number
  /** How often a hundred owners send STOP at once. */
  bursts: number
}

export interface ChaosStage {
  surroundings: Surroundings
  size: Size
  sql: Database
  carrierFaults: ReturnType<typeof createCarrierFaults>
  phones: ReturnType<typeof createPhones>
  processFaults: ReturnType<typeof createProcessFaults>
  phoneOf(): string
}
