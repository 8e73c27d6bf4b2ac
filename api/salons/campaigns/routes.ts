import { randomUUID } from 'node:crypto'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { estimateCost } from '@salonback/shared/core/messages/cost.ts'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import { type AudienceGroup, audienceFacts } from '@salonback/shared/salons/campaigns/audienceChoice.ts'
import { campaigns, type SalonCampaign } from '@salonback/shared/salons/campaigns/contract.ts'
import { WAVE_DAYS } from '@salonback/shared/salons/programmes/nextStep.ts'
import { changeCampaign, sendNow } from '../../core/campaigns/control.ts'
import { readStart } from '../../core/campaigns/queueTimes.ts'
import { findSegmentPrices } from '../../core/messages/prices.ts'
import type { CallContext, Deps, IdempotentContext } from '../../deps.ts'
import { requestSessionHash } from '../../platform/http/access.ts'
import { createLatestOnly } from '../../platform/http/latestOnly.ts'
import { limitConcurrency } from '../../platform/http/limitConcurrency.ts'
import { serve } from '../../platform/http/serve.ts'
import { eligibleChunks } from '../clients/countEligible.ts'
import { requireSalon } from '../salons/queries.ts'
import { composeOffer } from './audience.ts'
import { ownerOf, toCampaign } from './ownerOf.ts'
import { findOffered, findSalonCampaigns } from './queries.ts'
import { spreadAgain } from './spreadAgain.ts'
import { startSalonCampaign } from './start.ts'

/** Previews that run at the same time, of all sessions: each keeps a connection of the database busy. */
const PREVIEWS = 2

export function campaignsRoutes(app: OpenAPIHono, deps: Deps): void {
  const [latestPreview, latestAudience] = [createLatestOnly(), createLatestOnly()]
  const limited = limitConcurrency({ atOnce: PREVIEWS })
  /** One form of a session. A page shows those of a campaign and of monthly texts beside each other. */
  const formOf = ({ id, isWave = false }: { id: string; isWave?: boolean }, { http, env }: CallContext) =>
    `${requestSessionHash(http, env).toString('hex')} ${id} ${isWave}`
  serve(app, deps, 'campaigns', campaigns, {
    preview: (plan, context) =>
      latestPreview(formOf(plan, context), context.http.req.raw.signal, (signal) =>
        limited(() => preview(plan, context, signal)),
      ),
    audience: (choice, context) =>
      latestAudience(formOf(choice, context), context.http.req.raw.signal, (signal) =>
        limited(() => audience(choice, context, signal)),
      ),
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

async function preview(
  { id, ...plan }: HandlerInput<typeof campaigns.preview>,
  { sql, env, clock }: CallContext,
  signal: AbortSignal,
) {
  signal.throwIfAborted()
  const salon = await requireSalon(sql, id)
  const now = clock()
  readStart(plan.startAt, now)
  const { texts, leftOut, late, endsOn } = await composeOffer(
    { sql, env, now, signal },
    salon,
    plan,
    randomUUID(),
  )
  return {
    recipients: texts.length,
    leftOut,
    segments: texts.reduce((sum, text) => sum + text.segments, 0),
    days: Math.ceil(texts.length / plan.perDay),
    firstAt: texts[0]?.dueAt.toISOString() ?? null,
    lastAt: texts.at(-1)?.dueAt.toISOString() ?? null,
    endsOn,
    ...late,
    estimate: estimateCost(texts, await findSegmentPrices(sql, now)),
  }
}

/**
 * Clients who may be texted now, for a programme with a fresh list, counted by what an audience asks for. Who is eligible takes
 * seconds in a large salon and does not depend on the choice, so a screen reads it once and counts each choice itself.
 */
async function audience(
  { id, offerId, otherOfferId, isWave = false }: HandlerInput<typeof campaigns.audience>,
  { sql, env, clock }: CallContext,
  signal: AbortSignal,
): Promise<AudienceGroup[]> {
  signal.throwIfAborted()
  const salon = await requireSalon(sql, id)
  const now = clock()
  const offerIds = otherOfferId ? [offerId, otherOfferId] : [offerId]
  const offered = isWave ? await findOffered(sql, id, WAVE_DAYS, now) : new Set<string>()
  const groups = new Map<string, AudienceGroup>()
  for await (const found of eligibleChunks(sql, salon, { keys: env, now, offerIds, withFreshList: isWave })) {
    signal.throwIfAborted()
    for (const client of found.eligible) {
      if (offered.has(client.phone)) continue
      const facts = audienceFacts(client)
      const key = Object.values(facts).join()
      const group = groups.get(key) ?? { ...facts, clients: 0 }
      group.clients++
      groups.set(key, group)
    }
  }
  return [...groups.values()]
}

async function start(
  { id, ...plan }: HandlerInput<typeof campaigns.start>,
  { sql, env, clock, actor }: IdempotentContext,
): Promise<SalonCampaign> {
  const now = clock()
  readStart(plan.startAt, now)
  return startSalonCampaign(ownerOf(id, env), await requireSalon(sql, id), plan, { sql, env, now, actor })
}
