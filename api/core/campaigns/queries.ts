import type { CampaignState } from '@salonback/shared/core/campaigns/campaign.ts'
import type { Sql } from '../../platform/db/open.ts'

export interface NewCampaign {
  /** Unset: a new one. */
  id?: string
  /** Null: of the agency. */
  salonId?: string | null
  /** Null: none was given. */
  name?: string | null
  template: string
  basis: string
  createdBy: string
  now: Date
  /** Null: now. */
  startsAt?: Date | null
  /** Of the agency: what the second text says, and how many days after the first. */
  secondTemplate?: string
  secondAfterDays?: number
  /** Of a salon. */
  offerId?: string
  /** One half of the clients gets this offer instead. */
  otherOfferId?: string | null
  senderId?: string
  perDay?: number
  reminderAfterDays?: number | null
  /** Percent of the clients. */
  keptAside?: number
  /** Of a salon: these first, and the rest a day later. */
  firstBatch?: number | null
  /** Which clients it is for. */
  audience?: Record<string, string | number | boolean | undefined>
  leftOut?: Record<string, number>
}

export async function insertCampaign(sql: Sql, campaign: NewCampaign): Promise<string> {
  const { now, leftOut, audience, ...row } = campaign
  const [inserted] = await sql<[{ id: string }]>`
    insert into campaigns ${sql({
      ...row,
      state: 'running',
      createdAt: now,
      watchedFrom: now,
      ...(leftOut && { leftOut: sql.json(leftOut) }),
      ...(audience && { audience: sql.json(audience) }),
    })} returning id`
  return inserted.id
}

/** Changes the state of a campaign of this owner if it is in one of `from`. A finished one can be canceled while it may still send reminders. */
export async function changeState(
  sql: Sql,
  { id, salonId }: { id: string; salonId: string | null },
  from: readonly CampaignState[],
  to: { state: CampaignState; pausedBy: string | null; reason: string | null; watchedFrom?: Date },
): Promise<boolean> {
  const { count } = await sql`
    update campaigns set state = ${to.state}, paused_by = ${to.pausedBy},
      paused_reason = ${to.reason},
      watched_from = coalesce(${to.watchedFrom ?? null}, watched_from)
    where id = ${id} and salon_id is not distinct from ${salonId}::uuid and (state in ${sql([...from])}
      or (state = 'finished' and ${to.state === 'canceled'} and reminder_after_days is not null))`
  return count > 0
}
