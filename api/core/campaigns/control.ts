import type { CampaignState } from '@salonback/shared/core/campaigns/campaign.ts'
import type { Access } from '@salonback/shared/platform/http/endpoint.ts'
import type { CallContext } from '../../deps.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { audit } from '../../platform/db/audit.ts'
import { databaseNow } from '../../platform/db/now.ts'
import type { Sql } from '../../platform/db/open.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { beginUndo } from '../../platform/undo/undos.ts'
import type { Carrier } from '../messages/carrier.ts'
import { cancelCampaign } from '../messages/transitions/queued.ts'
import { changeState, type InsertCampaign, insertCampaign, stateBefore } from './queries.ts'
import { readStart } from './queueTimes.ts'
import { lockUnsent, type MovedText, moveTexts, type QueuedText, waiveHours } from './startChanges.ts'

/** The owner of a campaign, the agency or a salon, and how to read and schedule its campaigns. */
export interface CampaignOwner<Campaign> {
  /** Null: the agency. */
  salonId: string | null
  /** Prefix of its audit lines. */
  auditedAs: 'campaign' | 'salon-campaign'
  /** The campaign as calls return it. Throws `not_found`. */
  find(sql: Sql, id: string, now: Date): Promise<Campaign>
}

interface Start {
  campaign: Omit<InsertCampaign, 'salonId' | 'createdBy' | 'now'>
  now: Date
  /** Queues the texts of the campaign; returns details for the audit line. */
  queue(id: string): Promise<Record<string, string | number>>
}

export interface StartedBy {
  sql: Sql
  actor: Actor
  /** The account that set up what starts it; without one it is the actor. */
  createdBy?: string
}

/** Starts a campaign and queues its texts. */
export async function startCampaign<Campaign>(
  owner: CampaignOwner<Campaign>,
  { campaign, now, queue }: Start,
  { sql, actor, createdBy = actor.id }: StartedBy,
): Promise<Campaign> {
  const { salonId, auditedAs } = owner
  const id = await insertCampaign(sql, { ...campaign, salonId, createdBy, now })
  const detail = await queue(id)
  await audit(sql, { actor, action: `${auditedAs}.start`, subject: id, detail })
  return owner.find(sql, id, now)
}

const stateChanges = {
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused'], to: 'running' },
  cancel: { from: ['running', 'paused'], to: 'canceled' },
} as const

/** Shown with the state: staff see when an owner stopped a campaign. */
const stateReasons = { pause: 'Paused', resume: null, cancel: 'Canceled' } as const

export type ChangeContext = Pick<CallContext, 'clock'> & {
  /** Who may make the call. */
  access?: Access
  sql: Sql
  actor: Actor
  undoKey?: string | undefined
}

/** Pauses, resumes or cancels. No-op if already in that state; `conflict` if impossible. */
export function changeCampaign<Campaign extends { state: CampaignState }>(
  owner: CampaignOwner<Campaign>,
  id: string,
  verb: keyof typeof stateChanges,
  { sql, clock, actor, undoKey, access = 'admin' }: ChangeContext,
): Promise<Campaign> {
  return retryOnDeadlock(sql, async (open) => {
    const now = clock()
    const { from, to } = stateChanges[verb]
    const one = { id, salonId: owner.salonId }
    const reason = stateReasons[verb] && `${stateReasons[verb]} by ${actor.name}`
    const state = {
      state: to,
      pausedBy: verb === 'pause' ? actor.name : null,
      by: verb === 'resume' ? null : actor,
      reason,
      ...(verb === 'resume' && { watchedFrom: now }),
    }
    if (actor.kind === 'staff') {
      const record = await beginUndo(open, { undoKey, adminId: actor.id, access, now })
      await record('campaign', stateBefore(open, one, from))
    }
    const changed = await changeState(open, one, from, state)
    if (changed) {
      if (verb === 'cancel') await cancelCampaign(open, id, now, reason ?? '')
      await audit(open, { actor, action: `${owner.auditedAs}.${verb}`, subject: id })
    }
    const campaign = await owner.find(open, id, now)
    if (!changed && campaign.state !== to)
      throw new AppError('conflict', `This campaign is ${campaign.state}; it cannot ${verb}`)
    return campaign
  })
}

interface StartChange<Campaign> {
  id: string
  /** Null: now. */
  startAt: string | null
  /** The times of the texts from a start, and the start to store. */
  schedule(
    sql: Sql,
    campaign: Campaign,
    texts: QueuedText[],
    from: Date,
  ): Promise<{ texts: MovedText[]; startsAt?: Date | undefined }>
}

/** Moves the texts of a campaign that has sent none to another start. */
export function changeStart<Campaign>(
  owner: CampaignOwner<Campaign>,
  { id, startAt, schedule }: StartChange<Campaign>,
  { sql, clock, actor }: ChangeContext,
): Promise<Campaign> {
  const startsAt = readStart(startAt, clock())
  return retryOnDeadlock(sql, async (open) => {
    const now = clock()
    const queued = await lockUnsent(open, id, owner.salonId)
    if (!queued) throw notFound('Campaign')
    const moved = await schedule(open, await owner.find(open, id, now), queued, startsAt ?? now)
    await moveTexts(open, id, moved.startsAt ?? startsAt, moved.texts)
    const action = `${owner.auditedAs}.change-start`
    const detail = { startsAt: startsAt?.toISOString() ?? null }
    await audit(open, { actor, action, subject: id, detail })
    return owner.find(open, id, now)
  })
}

/** Lets the queued texts leave now. Only on the simulated network. */
export function sendNow<Campaign>(
  owner: CampaignOwner<Campaign>,
  id: string,
  carrier: Carrier,
  { sql, clock, actor }: CallContext,
): Promise<Campaign> {
  return retryOnDeadlock(sql, async (open) => {
    const now = clock()
    const { salonId, auditedAs } = owner
    if (!(await waiveHours(open, carrier, { id, salonId, now, moment: databaseNow(open, clock) })))
      throw notFound('Campaign')
    await audit(open, { actor, action: `${auditedAs}.send-now`, subject: id })
    return owner.find(open, id, now)
  })
}
