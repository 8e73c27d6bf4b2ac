import type { MessageKind } from '@salonback/shared/core/messages/text.ts'
import type { SendWindow, Window } from '@salonback/shared/sms/openHours.ts'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../env.ts'
import type { Sql } from '../../platform/db/open.ts'
import type { BlockReason, ClaimedText } from '../messages/text.ts'
import type { LaterTexts } from './laterTexts.ts'
import { areHoursWaived } from './startChanges.ts'

/** What the send guard of a campaign needs besides the text. */
export type GuardDeps = Pick<Deps, 'env' | 'carrier' | 'clock'>

/** What differs between the campaigns of the agency and those of salons. A campaign is an audience plus a policy. */
export interface CampaignPolicy {
  /** Its first texts, and the one that may follow. */
  kinds: readonly MessageKind[]
  later: LaterTexts
  /** The window that contains `from`, or the next one. `timeZone`: of the salon, null for the agency. */
  nextHours(env: Env, to: { phone: string; timeZone: string | null }, from: Date): Window
  /** Why a text of a running campaign must not leave now, or null. */
  findBlock(sql: Sql, deps: GuardDeps, text: ClaimedText, now: Date): Promise<BlockReason | null>
  /** Until when the text may leave the carrier's queue, or null for no limit. */
  leavesBefore(env: Env, text: ClaimedText): Date | null
}

/** Delays a text outside of its hours, unless staff sent it now on the simulated network. */
export async function findHoursBlock(
  sql: Sql,
  { carrier }: Pick<Deps, 'carrier'>,
  textId: string,
  hours: { current: Pick<SendWindow, 'open'>; next: () => Window },
): Promise<BlockReason | null> {
  if (hours.current.open || (await areHoursWaived(sql, carrier, textId))) return null
  return { why: 'closed', window: hours.next() }
}
