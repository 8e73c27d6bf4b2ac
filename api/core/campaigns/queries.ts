import type { CampaignState } from '@salonback/shared/core/campaigns/campaign.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'
import { undoRows } from '../../platform/undo/undos.ts'

export interface InsertCampaign {
  /** Unset: a new id. */
  id?: string
  /** Null: the agency. */
  salonId?: string | null
  /** Null: without a name. */
  name?: string | null
  template: string
  basis: string
  createdBy: string
  now: Date
  /** Null: now. */
  startsAt?: Date | null
  /** Of the agency: the second text, and how many days after the first. */
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
  /** Of a salon: how many clients get the text first; the rest follow a day later. */
  firstBatch?: number | null
  /** The last day on which a text may leave; null: none. */
  endsOn?: string | null
  /** Which clients it is for. */
  audience?: Record<string, string | number | boolean | undefined>
  leftOut?: Record<string, number>
}

export async function insertCampaign(sql: Sql, campaign: InsertCampaign): Promise<string> {
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

interface OneCampaign {
  id: string
  salonId: string | null
}

interface NewState {
  state: CampaignState
  /** The name of who paused it; null: it paused itself, or was not paused. */
  pausedBy: string | null
  by: Actor | null
  reason: string | null
  watchedFrom?: Date
}

/**
 * Changes the state of a campaign of this owner if it is in one of `from`. A finished campaign can be canceled while it may
 * still send reminders.
 */
export async function changeState(
  sql: Sql,
  { id, salonId }: OneCampaign,
  from: readonly CampaignState[],
  to: NewState,
): Promise<boolean> {
  const { count } = await sql`
    update campaigns set state = ${to.state}, paused_by = ${to.pausedBy},
      paused_reason = ${to.reason}, paused_kind = ${to.by?.kind ?? null}, paused_id = ${to.by?.id ?? null},
      watched_from = coalesce(${to.watchedFrom ?? null}, watched_from)
    where id = ${id} and salon_id is not distinct from ${salonId}::uuid and (state in ${sql([...from])}
      or (state = 'finished' and ${to.state === 'canceled'} and reminder_after_days is not null))`
  return count > 0
}

/** Rows for the undo of `changeState`. The lock keeps another change from coming between the two. */
export const stateBefore = (
  sql: Sql,
  { id, salonId }: OneCampaign,
  from: readonly CampaignState[],
): Fragment => sql`
  select id,
    jsonb_build_object('state', state, 'by', paused_by, 'kind', paused_kind, 'id', paused_id, 'reason', paused_reason,
      'watchedFrom', watched_from), marked_in
  from campaigns where id = ${id} and salon_id is not distinct from ${salonId}::uuid and state in ${sql([...from])}
  for update`

/** Restores the state of campaigns, except those that were changed since. */
export async function restoreStates(sql: Sql, { key }: { key: string }): Promise<number> {
  const { count } = await sql`
    update campaigns c set state = r.before->>'state', paused_by = r.before->>'by',
      paused_kind = r.before->>'kind', paused_id = r.before->>'id', paused_reason = r.before->>'reason',
      watched_from = (r.before->>'watchedFrom')::timestamptz, marked_in = r.mark
    from ${undoRows(sql, key, 'campaign')} where c.id = r.row_id and c.marked_in = r.made_in`
  return count
}
