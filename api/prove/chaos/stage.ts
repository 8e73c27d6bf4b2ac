import type { Database } from '../../db/open.ts'
import type { createMoods } from './carrierMoods.ts'
import type { createPhones } from './phones.ts'
import type { createTrouble } from './trouble.ts'
import type { World } from './world.ts'

export interface Size {
  servers: number
  workers: number
  firstTexts: number
  campaigns: number
  rate: number
  /** How long people live and things go wrong. */
  liveMs: number
  kills: number
  freezes: number
  longestFreezeMs: number
  crashes: number
  /** Numbers whose texts the carrier takes without a word, and how long after it tells of them. */
  late: number
  lateMs: number
  /** Two processes sleep this long while everything else comes to rest; 0: none does. */
  longSleepMs: number
  /** How often a hundred people say STOP at once. */
  bursts: number
}

export interface ChaosStage {
  world: World
  size: Size
  sql: Database
  moods: ReturnType<typeof createMoods>
  phones: ReturnType<typeof createPhones>
  trouble: ReturnType<typeof createTrouble>
  phoneOf(): string
}
