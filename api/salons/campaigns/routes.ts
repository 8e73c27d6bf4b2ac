import { randomUUID } from 'node:crypto'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { estimateCost } from '@salonback/shared/core/messages/cost.ts'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import { type SalonCampaign, salonCampaigns } from '@salonback/shared/salons/campaigns/contract.ts'
import { spread } from '@salonback/shared/salons/campaigns/schedule.ts'
import { nextSalonWindow } from '@salonback/shared/salons/salons/sendWindow.ts'
import {
  type CampaignOwner,
  changeCampaign,
  changeStart,
  sendNow,
  startCampaign,
} from '../../core/campaigns/control.ts'
import { readStart, splitWait } from '../../core/campaigns/queueTimes.ts'
import type { QueuedText } from '../../core/campaigns/startChanges.ts'
import { findSegmentPrices } from '../../core/messages/prices.ts'
import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { type CallContext, type IdempotentContext, serve } from '../../platform/http/serve.ts'
import { lockSalonState, requireSalon } from '../salons/queries.ts'
import { composeOffer } from './audience.ts'
import { saveAssignments } from './keepAside.ts'
import { findSalonCampaigns, queueOfferTexts } from './queries.ts'

export function salonCampaignsRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'salonCampaigns', salonCampaigns, {
    preview,
    start,
    list: async ({ id }, { sql, clock, env }) => {
      await requireSalon(sql, id)
      const now = clock()
      return (await findSalonCampaigns(sql, id, now)).map((row) => toCampaign(row, { env, now }))
    },
    pause: ({ id, campaignId }, context) =>
      changeCampaign(ownerOf(id, context.env), campaignId, 'pause', context),
    resume: ({ id, campaignId }, context) =>
      changeCampaign(ownerOf(id, context.env), campaignId, 'resume', context),
    cancel: ({ id, campaignId }, context) =>
      changeCampaign(ownerOf(id, context.env), campaignId, 'cancel', context),
    changeStart: spreadAgain,
    sendNow: ({ id, campaignId }, context) =>
      sendNow(ownerOf(id, context.env), campaignId, deps.carrier, context),
  })
}

type Row = Awaited<ReturnType<typeof findSalonCampaigns>>[number]
type At = { env: Deps['env']; now: Date }

const toCampaign = ({ timeZone, salonState, ...row }: Row, { env, now }: At): SalonCampaign => {
  const { waiting: _, ...campaign } = splitWait(row, {
    now,
    hours: (phone) => nextSalonWindow({ timeZone }, phone, env.QUIET_HOURS, now),
    salon: { timeZone, paused: salonState === 'paused' },
  })
  return { ...campaign, createdAt: row.createdAt.toISOString() }
}

async function oneCampaign(sql: Sql, salonId: string, id: string, at: At): Promise<SalonCampaign> {
  const [row] = await findSalonCampaigns(sql, salonId, at.now, id)
  if (!row) throw notFound('Campaign')
  return toCampaign(row, at)
}

const ownerOf = (salonId: string, env: Deps['env']): CampaignOwner<SalonCampaign> => ({
  salonId,
  auditedAs: 'salon-campaign',
  find: (sql, id, now) => oneCampaign(sql, salonId, id, { env, now }),
})

async function preview(
  { id, ...plan }: HandlerInput<typeof salonCampaigns.preview>,
  { sql, env, clock }: CallContext,
) {
  const salon = await requireSalon(sql, id)
  const now = clock()
  readStart(plan.startAt, now)
  const { texts, leftOut } = await composeOffer({ sql, env, now }, salon, plan, randomUUID())
  return {
    recipients: texts.length,
    leftOut,
    segments: texts.reduce((sum, text) => sum + text.segments, 0),
    days: Math.ceil(texts.length / plan.perDay),
    firstAt: texts[0]?.dueAt.toISOString() ?? null,
    lastAt: texts.at(-1)?.dueAt.toISOString() ?? null,
    estimate: estimateCost(texts, await findSegmentPrices(sql, now)),
  }
}

async function start(
  { id, ...plan }: HandlerInput<typeof salonCampaigns.start>,
  context: IdempotentContext,
): Promise<SalonCampaign> {
  const { sql, env, clock } = context
  const now = clock()
  readStart(plan.startAt, now)
  const salon = await requireSalon(sql, id)
  const newId = randomUUID()
  const { texts, leftOut, offer, senderId, keptAside, assignments } = await composeOffer(
    { sql, env, now },
    salon,
    plan,
    newId,
  )
  if (texts.length === 0) throw new AppError('conflict', 'No client of this salon may be texted now')
  if (plan.reminderAfterDays && !offer.reminderText)
    throw new AppError('conflict', 'This offer has no reminder text')
  const queue = async (campaignId: string) => {
    const recipients = await queueOfferTexts(
      sql,
      { campaignId, salonId: id, senderId, kind: 'offer', now },
      texts,
    )
    await saveAssignments(sql, campaignId, assignments)
    // Without the lock, closing the salon would not see this campaign. After the clients, as when a list is stored.
    if ((await lockSalonState(sql, id)) === 'closed') throw new AppError('conflict', 'This salon is closed')
    return { recipients }
  }
  const campaign = {
    id: newId,
    keptAside,
    offerId: offer.id,
    senderId,
    template: offer.text,
    basis: 'soft_opt_in',
    perDay: plan.perDay,
    reminderAfterDays: plan.reminderAfterDays ?? null,
    startsAt: texts[0]?.dueAt ?? now,
    leftOut,
  }
  return startCampaign(ownerOf(id, context.env), { campaign, now, queue }, context)
}

/** Spreads the texts of a campaign that has sent none over the days from another start. */
function spreadAgain(
  { id, campaignId, startAt }: HandlerInput<typeof salonCampaigns.changeStart>,
  context: CallContext,
): Promise<SalonCampaign> {
  const schedule = async (sql: Sql, { perDay }: SalonCampaign, texts: QueuedText[], from: Date) => {
    const salon = await requireSalon(sql, id)
    const windowAfter = ({ phone }: QueuedText, at: Date) =>
      nextSalonWindow(salon, phone, context.env.QUIET_HOURS, at)
    const moved = spread(texts, perDay, from, windowAfter).map(({ recipient, ...times }) => ({
      id: recipient.id,
      ...times,
    }))
    return { texts: moved, startsAt: moved[0]?.dueAt }
  }
  return changeStart(ownerOf(id, context.env), { id: campaignId, startAt, schedule }, context)
}
