import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OpenAPIHono } from '@hono/zod-openapi'
import {
  type Basis,
  type Campaign,
  campaigns,
  type NewSecondText,
} from '@salonback/shared/sales/firstTexts/contract.ts'
import { explain } from '@salonback/shared/sms/errorCodes.ts'
import { isPremium } from '@salonback/shared/sms/phone.ts'
import { nextWindow } from '@salonback/shared/sms/quietHours.ts'
import { firstTextWriter, templateErrors } from '@salonback/shared/sms/template.ts'
import { readStart, splitWait } from '../../core/campaigns/queueTimes.ts'
import { lockUnsent, type MovedText, moveTexts, waiveHours } from '../../core/campaigns/startChanges.ts'
import type { Carrier } from '../../core/messages/carrier.ts'
import { cancelCampaign } from '../../core/messages/transitions/queued.ts'
import type { Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { databaseNow } from '../../platform/db/now.ts'
import { allowIdle, type Sql } from '../../platform/db/open.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { type CallContext, type IdempotentContext, serve } from '../../platform/http/serve.ts'
import { type AudienceMember, findAudience } from './audience.ts'
import {
  changeState,
  countLeftOut,
  findCampaigns,
  findRecipients,
  insertCampaign,
  queueFirstTexts,
  saveLeftOut,
} from './queries.ts'

const SAMPLES = 3
/** Texts composed in one turn of the event loop, about 2 ms. */
const CHUNK = 500

export function campaignsRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'campaigns', campaigns, {
    preview: ({ prospectIds, template }, context) => preview(prospectIds, template, context),
    start,
    list: async (_, { sql, clock }) => (await findCampaigns(sql, clock())).map(toCampaign),
    get: ({ id }, { sql, clock }) => oneCampaign(sql, id, clock()),
    recipients: async ({ id, ...page }, { sql, clock }) => {
      await oneCampaign(sql, id, clock())
      const rows = await findRecipients(sql, id, page)
      return rows.map(({ at, errorMessage, ...row }) => ({
        ...row,
        at: at.toISOString(),
        explanation: explain(row.errorCode) ?? errorMessage,
      }))
    },
    leftOut: async ({ id }, { sql, clock }) => {
      await oneCampaign(sql, id, clock())
      return countLeftOut(sql, id)
    },
    pause: ({ id }, context) => changeCampaign(id, 'pause', context),
    resume: ({ id }, context) => changeCampaign(id, 'resume', context),
    cancel: ({ id }, context) => changeCampaign(id, 'cancel', context),
    changeStart: ({ id, startAt }, context) => changeStart(id, startAt, context),
    sendNow: ({ id }, context) => sendNow(id, deps.carrier, context),
  })
}

type CampaignRow = Awaited<ReturnType<typeof findCampaigns>>[number]
const toCampaign = (row: CampaignRow): Campaign => ({
  ...splitWait(row),
  createdAt: row.createdAt.toISOString(),
})

async function oneCampaign(sql: Sql, id: string, now: Date): Promise<Campaign> {
  const [row] = await findCampaigns(sql, now, id)
  if (!row) throw notFound('Campaign')
  return toCampaign(row)
}

interface Composed {
  texts: {
    member: AudienceMember
    body: string
    segments: number
    dueAt: Date
    dueUntil: Date | null
    waiting: boolean
  }[]
  leftOut: { prospectId: string; reason: NonNullable<AudienceMember['reason']> }[]
}

/** Throws `invalid` for an invalid template, with the name of the field. */
function checkTemplate(name: 'template' | 'secondText.template', template: string): void {
  const wrong = templateErrors(template).template
  if (wrong) throw new AppError('invalid', wrong, { fields: { [name]: wrong } })
}

/** Recipients with text and window. */
async function compose(
  sql: Sql,
  prospectIds: string[],
  template: string,
  { clock, env }: Pick<CallContext, 'clock' | 'env'>,
  { order, startsAt }: { order?: 'phone'; startsAt?: Date | null } = {},
): Promise<Composed> {
  const now = clock()
  const audience = await findAudience(sql, env, prospectIds, now, order)
  const write = firstTextWriter(template)
  const composed: Composed = { texts: [], leftOut: [] }
  for (const [at, member] of audience.entries()) {
    // 100,000 in one turn would block webhooks for a second.
    if (at % CHUNK === CHUNK - 1) await nextTurn()
    const reason = member.reason ?? (isPremium(member.phone) ? 'landline' : null)
    if (reason !== null) {
      composed.leftOut.push({ prospectId: member.prospectId, reason })
      continue
    }
    const { opensAt, closesAt } = nextWindow(member.phone, env.QUIET_HOURS, startsAt ?? now)
    composed.texts.push({
      member,
      ...write(member),
      dueAt: opensAt,
      dueUntil: closesAt,
      waiting: opensAt > now,
    })
  }
  return composed
}

async function preview(prospectIds: string[], template: string, context: CallContext) {
  checkTemplate('template', template)
  const { texts, leftOut } = await compose(context.sql, prospectIds, template, context)
  return {
    recipients: texts.length,
    waiting: texts.filter((text) => text.waiting).length,
    segments: texts.reduce((sum, text) => sum + text.segments, 0),
    leftOut,
    samples: texts
      .slice(0, SAMPLES)
      .map(({ member, body, segments }) => ({ prospectId: member.prospectId, body, segments })),
  }
}

interface Start {
  prospectIds: string[]
  template: string
  secondText?: NewSecondText | undefined
  basis: Basis
  startAt?: string | undefined
}

async function start(
  { prospectIds, template, secondText, basis, startAt }: Start,
  context: IdempotentContext,
): Promise<Campaign> {
  const { sql, actor, clock } = context
  const now = clock()
  const startsAt = readStart(startAt, now)
  checkTemplate('template', template)
  if (secondText) checkTemplate('secondText.template', secondText.template)
  // Composing 100,000 texts takes longer than the idle limit of a transaction.
  await allowIdle(sql)
  const { texts, leftOut } = await compose(sql, prospectIds, template, context, { order: 'phone', startsAt })
  if (texts.length === 0) {
    throw new AppError('invalid', 'Nobody in this selection can get a first text', {
      fields: { prospectIds: 'Nobody in this selection can get a first text' },
    })
  }
  const id = await insertCampaign(sql, { template, secondText, basis, createdBy: actor.id, now, startsAt })
  const overtaken = await queueFirstTexts(
    sql,
    { id, basis, actor: actor.username, now },
    texts.map(({ member, body, segments, dueAt, dueUntil }) => ({
      prospectId: member.prospectId,
      place: member.place,
      phone: member.phone,
      body,
      segments,
      dueAt,
      dueUntil,
    })),
  )
  const meanwhile = overtaken.map((prospectId) => ({ prospectId, reason: 'already_texted' }))
  await saveLeftOut(sql, id, [...leftOut, ...meanwhile])
  await audit(sql, {
    actor: actor.username,
    action: 'campaign.start',
    subject: id,
    detail: {
      recipients: texts.length - overtaken.length,
      basis,
      ...(startsAt && { startsAt: startsAt.toISOString() }),
      ...(secondText && { secondTextAfterDays: secondText.afterDays }),
    },
  })
  return oneCampaign(sql, id, now)
}

const stateChanges = {
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused'], to: 'running' },
  cancel: { from: ['running', 'paused'], to: 'canceled' },
} as const

/** Pauses, resumes or cancels. No-op if already in that state; `conflict` if impossible. */
function changeCampaign(
  id: string,
  verb: keyof typeof stateChanges,
  { sql, clock, actor }: CallContext,
): Promise<Campaign> {
  return retryOnDeadlock(sql, async (open) => {
    const now = clock()
    const { from, to } = stateChanges[verb]
    const moved = await changeState(open, id, [...from], {
      state: to,
      pausedBy: verb === 'pause' ? actor.username : null,
      ...(verb === 'resume' && { watchedFrom: now }),
    })
    if (moved) {
      if (verb === 'cancel') await cancelCampaign(open, id, now, `Canceled by ${actor.username}`)
      await audit(open, { actor: actor.username, action: `campaign.${verb}`, subject: id })
    }
    const campaign = await oneCampaign(open, id, now)
    if (!moved && campaign.state !== to) {
      throw new AppError('conflict', `This campaign is ${campaign.state}; it cannot ${verb}`)
    }
    return campaign
  })
}

/** Moves the texts of a campaign that has sent none to another start. `startAt` null: now. */
function changeStart(
  id: string,
  startAt: string | null,
  { sql, clock, env, actor }: CallContext,
): Promise<Campaign> {
  const startsAt = readStart(startAt, clock())
  return retryOnDeadlock(sql, async (open) => {
    const now = clock()
    const texts = await lockUnsent(open, id, null)
    if (!texts) throw notFound('Campaign')
    const moved: MovedText[] = []
    for (const [at, { id: text, phone }] of texts.entries()) {
      if (at % CHUNK === CHUNK - 1) await nextTurn()
      const { opensAt, closesAt } = nextWindow(phone, env.QUIET_HOURS, startsAt ?? now)
      moved.push({ id: text, dueAt: opensAt, dueUntil: closesAt })
    }
    await moveTexts(open, id, startsAt, moved)
    const detail = { startsAt: startsAt?.toISOString() ?? null }
    await audit(open, { actor: actor.username, action: 'campaign.change-start', subject: id, detail })
    return oneCampaign(open, id, now)
  })
}

function sendNow(id: string, carrier: Carrier, { sql, clock, actor }: CallContext): Promise<Campaign> {
  return retryOnDeadlock(sql, async (open) => {
    const now = clock()
    if (!(await waiveHours(open, carrier, { id, salonId: null, now, moment: databaseNow(open, clock) })))
      throw notFound('Campaign')
    await audit(open, { actor: actor.username, action: 'campaign.send-now', subject: id })
    return oneCampaign(open, id, now)
  })
}
