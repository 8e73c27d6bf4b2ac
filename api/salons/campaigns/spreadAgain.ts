import type { SalonCampaign } from '@salonback/shared/salons/campaigns/contract.ts'
import { spread } from '@salonback/shared/salons/campaigns/schedule.ts'
import { nextSalonWindow } from '@salonback/shared/salons/salons/sendWindow.ts'
import { type ChangeContext, changeStart } from '../../core/campaigns/control.ts'
import type { QueuedText } from '../../core/campaigns/startChanges.ts'
import type { Env } from '../../env.ts'
import type { Sql } from '../../platform/db/open.ts'
import { requireSalon } from '../salons/queries.ts'
import { ownerOf } from './ownerOf.ts'

interface SpreadAgain {
  /** Of the salon. */
  id: string
  campaignId: string
  /** Null: now. */
  startAt: string | null
}

/** Spreads the texts of a campaign that has sent none over the days from another start. */
export function spreadAgain(
  { id, campaignId, startAt }: SpreadAgain,
  context: ChangeContext & { env: Env },
): Promise<SalonCampaign> {
  const schedule = async (sql: Sql, campaign: SalonCampaign, texts: QueuedText[], from: Date) => {
    const { perDay, firstBatch } = campaign
    const salon = await requireSalon(sql, id)
    const windowAfter = ({ phone }: QueuedText, at: Date) =>
      nextSalonWindow(salon, phone, context.env.QUIET_HOURS, at)
    const scheduled = spread(texts, perDay, from, windowAfter, firstBatch ?? perDay)
    const moved = scheduled.map(({ recipient, ...times }) => ({ id: recipient.id, ...times }))
    return { texts: moved, startsAt: moved[0]?.dueAt }
  }
  return changeStart(ownerOf(id, context.env), { id: campaignId, startAt, schedule }, context)
}
