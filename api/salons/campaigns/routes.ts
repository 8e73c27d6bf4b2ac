import type { OpenAPIHono } from '@hono/zod-openapi'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import { type SalonCampaign, salonCampaigns } from '@salonback/shared/salons/campaigns/contract.ts'
import { spread } from '@salonback/shared/salons/campaigns/schedule.ts'
import { nextSalonWindow } from '@salonback/shared/salons/salons/sendWindow.ts'
import { readStart, splitWait } from '../../core/campaigns/queueTimes.ts'
import { lockUnsent, moveTexts, waiveHours } from '../../core/campaigns/startChanges.ts'
import type { Carrier } from '../../core/messages/carrier.ts'
import { cancelCampaign } from '../../core/messages/transitions/queued.ts'
import type { Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { databaseNow } from '../../platform/db/now.ts'
import type { Sql } from '../../platform/db/open.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { type CallContext, type IdempotentContext, serve } from '../../platform/http/serve.ts'
import { findSalonRules, lockSalonState } from '../salons/queries.ts'
import { composeOffer } from './audience.ts'
import { changeSalonCampaign, findSalonCampaigns, insertSalonCampaign, queueOfferTexts } from './queries.ts'

export function salonCampaignsRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'salonCampaigns', salonCampaigns, {
    preview,
    start,
    list: async ({ id }, { sql, clock }) => {
      await requireSalon(sql, id)
      return (await findSalonCampaigns(sql, id, clock())).map(toCampaign)
    },
    pause: (wanted, context) => change(wanted, 'pause', context),
    resume: (wanted, context) => change(wanted, 'resume', context),
    cancel: (wanted, context) => change(wanted, 'cancel', context),
    changeStart,
    sendNow: (wanted, context) => sendNow(wanted, deps.carrier, context),
  })
}

async function requireSalon(sql: Sql, id: string) {
  const salon = await findSalonRules(sql, id)
  if (!salon) throw notFound('Salon')
  return salon
}

type Row = Awaited<ReturnType<typeof findSalonCampaigns>>[number]
const toCampaign = ({ timeZone, salonState, ...row }: Row): SalonCampaign => {
  const { waiting: _, ...campaign } = splitWait(row, { timeZone, paused: salonState === 'paused' })
  return { ...campaign, createdAt: row.createdAt.toISOString() }
}

async function oneCampaign(sql: Sql, salonId: string, id: string, now: Date): Promise<SalonCampaign> {
  const [row] = await findSalonCampaigns(sql, salonId, now, id)
  if (!row) throw notFound('Campaign')
  return toCampaign(row)
}

async function preview(
  { id, ...plan }: HandlerInput<typeof salonCampaigns.preview>,
  { sql, env, clock }: CallContext,
) {
  const salon = await requireSalon(sql, id)
  const now = clock()
  readStart(plan.startAt, now)
  const { texts, leftOut } = await composeOffer({ sql, env, now }, salon, plan)
  return {
    recipients: texts.length,
    leftOut,
    segments: texts.reduce((sum, text) => sum + text.segments, 0),
    days: Math.ceil(texts.length / plan.perDay),
    firstAt: texts[0]?.dueAt.toISOString() ?? null,
    lastAt: texts.at(-1)?.dueAt.toISOString() ?? null,
  }
}

async function start(
  { id, ...plan }: HandlerInput<typeof salonCampaigns.start>,
  { sql, env, clock, actor }: IdempotentContext,
): Promise<SalonCampaign> {
  const now = clock()
  readStart(plan.startAt, now)
  const salon = await requireSalon(sql, id)
  const { texts, leftOut, offer, senderId } = await composeOffer({ sql, env, now }, salon, plan)
  if (texts.length === 0) throw new AppError('conflict', 'No client of this salon may be texted now')
  if (plan.reminderAfterDays && !offer.reminderText)
    throw new AppError('conflict', 'This offer has no reminder text')
  const campaignId = await insertSalonCampaign(sql, {
    salonId: id,
    offerId: offer.id,
    senderId,
    template: offer.text,
    perDay: plan.perDay,
    reminderAfterDays: plan.reminderAfterDays ?? null,
    startsAt: texts[0]?.dueAt ?? now,
    leftOut,
    createdBy: actor.id,
    now,
  })
  const queued = await queueOfferTexts(sql, { campaignId, salonId: id, senderId, kind: 'offer', now }, texts)
  // Without the lock, closing the salon would not see this campaign. After the clients, as when a list is stored.
  if ((await lockSalonState(sql, id)) === 'closed') throw new AppError('conflict', 'This salon is closed')
  await audit(sql, {
    actor: actor.username,
    action: 'salon-campaign.start',
    subject: campaignId,
    detail: { recipients: queued },
  })
  return oneCampaign(sql, id, campaignId, now)
}

const changes = {
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused'], to: 'running' },
  // A finished one may still send its reminders.
  cancel: { from: ['running', 'paused', 'finished'], to: 'canceled' },
} as const

function change(
  { id, campaignId }: { id: string; campaignId: string },
  verb: keyof typeof changes,
  { sql, clock, actor }: CallContext,
): Promise<SalonCampaign> {
  return retryOnDeadlock(sql, async (open) => {
    const now = clock()
    const { from, to } = changes[verb]
    const moved = await changeSalonCampaign(open, { salonId: id, id: campaignId }, from, {
      state: to,
      pausedBy: verb === 'pause' ? actor.username : null,
      ...(verb === 'resume' && { watchedFrom: now }),
    })
    if (moved) {
      if (verb === 'cancel') await cancelCampaign(open, campaignId, now, `Canceled by ${actor.username}`)
      await audit(open, { actor: actor.username, action: `salon-campaign.${verb}`, subject: campaignId })
    }
    const campaign = await oneCampaign(open, id, campaignId, now)
    if (!moved && campaign.state !== to)
      throw new AppError('conflict', `This campaign is ${campaign.state}; it cannot ${verb}`)
    return campaign
  })
}

/** Spreads the texts of a campaign that has sent none from another start. `startAt` null: now. */
function changeStart(
  { id, campaignId, startAt }: HandlerInput<typeof salonCampaigns.changeStart>,
  { sql, env, clock, actor }: CallContext,
): Promise<SalonCampaign> {
  const startsAt = readStart(startAt, clock())
  return retryOnDeadlock(sql, async (open) => {
    const now = clock()
    const salon = await requireSalon(open, id)
    const texts = await lockUnsent(open, campaignId, id)
    if (!texts) throw notFound('Campaign')
    const { perDay } = await oneCampaign(open, id, campaignId, now)
    const windowAfter = ({ phone }: { phone: string }, at: Date) =>
      nextSalonWindow(salon, phone, env.QUIET_HOURS, at)
    const moved = spread(texts, perDay, startsAt ?? now, windowAfter).map(({ recipient, ...times }) => ({
      id: recipient.id,
      ...times,
    }))
    await moveTexts(open, campaignId, moved[0]?.dueAt ?? startsAt, moved)
    const detail = { startsAt: startsAt?.toISOString() ?? null }
    const action = 'salon-campaign.change-start'
    await audit(open, { actor: actor.username, action, subject: campaignId, detail })
    return oneCampaign(open, id, campaignId, now)
  })
}

function sendNow(
  { id, campaignId }: { id: string; campaignId: string },
  carrier: Carrier,
  { sql, clock, actor }: CallContext,
): Promise<SalonCampaign> {
  return retryOnDeadlock(sql, async (open) => {
    const now = clock()
    const moment = databaseNow(open, clock)
    if (!(await waiveHours(open, carrier, { id: campaignId, salonId: id, now, moment })))
      throw notFound('Campaign')
    await audit(open, { actor: actor.username, action: 'salon-campaign.send-now', subject: campaignId })
    return oneCampaign(open, id, campaignId, now)
  })
}
