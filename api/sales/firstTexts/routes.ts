import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import {
  type Basis,
  type Campaign,
  firstTexts,
  isOffered,
} from '@salonback/shared/sales/firstTexts/contract.ts'
import { explain } from '@salonback/shared/sms/errorCodes.ts'
import { isPremium } from '@salonback/shared/sms/phone.ts'
import { nextWindow } from '@salonback/shared/sms/quietHours.ts'
import { firstTextWriter, templateErrors } from '@salonback/shared/sms/template.ts'
import {
  type CampaignOwner,
  changeCampaign,
  changeStart,
  sendNow,
  startCampaign,
} from '../../core/campaigns/control.ts'
import { readStart, splitWait } from '../../core/campaigns/queueTimes.ts'
import type { MovedText, QueuedText } from '../../core/campaigns/startChanges.ts'
import { findSegmentPrices } from '../../core/messages/prices.ts'
import type { CallContext, Deps, IdempotentContext } from '../../deps.ts'
import type { Env } from '../../env.ts'
import { allowIdle, type Sql } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { serve } from '../../platform/http/serve.ts'
import { type AudienceMember, findAudience } from './audience.ts'
import {
  countLeftOut,
  type FirstText,
  findCampaigns,
  findRecipients,
  queueFirstTexts,
  saveLeftOut,
} from './queries.ts'
import { BASIS_NOT_USED } from './unusedBases.ts'

const SAMPLES = 3
/** Texts composed in one turn of the event loop, about 2 ms. */
const CHUNK = 500

export function firstTextsRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'firstTexts', firstTexts, {
    preview: ({ prospectIds, template }, context) => preview(prospectIds, template, context),
    start,
    list: async (_, { sql, clock, env }) => {
      const now = clock()
      return (await findCampaigns(sql, now)).map((row) => toCampaign(row, { env, now }))
    },
    get: ({ id }, { sql, clock, env }) => oneCampaign(sql, id, { env, now: clock() }),
    recipients: async (page, { sql, clock, env }) => {
      await oneCampaign(sql, page.id, { env, now: clock() })
      const rows = await findRecipients(sql, page)
      return rows.map(({ at, errorMessage, ...row }) => ({
        ...row,
        at: at.toISOString(),
        explanation: explain(row.errorCode) ?? errorMessage,
      }))
    },
    leftOut: async ({ id }, { sql, clock, env }) => {
      await oneCampaign(sql, id, { env, now: clock() })
      return countLeftOut(sql, id)
    },
    pause: ({ id }, context) => changeCampaign(agencyOf(context.env), id, 'pause', context),
    async resume({ id }, context) {
      const { sql, env, clock } = context
      checkBasis((await oneCampaign(sql, id, { env, now: clock() })).basis, 'conflict')
      return changeCampaign(agencyOf(context.env), id, 'resume', context)
    },
    cancel: ({ id }, context) => changeCampaign(agencyOf(context.env), id, 'cancel', context),
    changeStart: (change, context) =>
      changeStart(
        agencyOf(context.env),
        { ...change, schedule: (_, __, texts, from) => schedule(texts, from, context.env) },
        context,
      ),
    sendNow: ({ id }, context) => sendNow(agencyOf(context.env), id, deps.carrier, context),
  })
}

type CampaignRow = Awaited<ReturnType<typeof findCampaigns>>[number]
type At = { env: Deps['env']; now: Date }

const toCampaign = (row: CampaignRow, { env, now }: At): Campaign => ({
  ...splitWait(row, { now, hours: (phone) => nextWindow(phone, env.QUIET_HOURS, now) }),
  createdAt: row.createdAt.toISOString(),
})

async function oneCampaign(sql: Sql, id: string, at: At): Promise<Campaign> {
  const [row] = await findCampaigns(sql, at.now, id)
  if (!row) throw notFound('Campaign')
  return toCampaign(row, at)
}

const agencyOf = (env: Deps['env']): CampaignOwner<Campaign> => ({
  salonId: null,
  auditedAs: 'campaign',
  find: (sql, id, now) => oneCampaign(sql, id, { env, now }),
})

interface Composed {
  texts: (FirstText & { waiting: boolean })[]
  leftOut: { prospectId: string; reason: NonNullable<AudienceMember['reason']> }[]
}

/** Throws `invalid` for an invalid template, with the name of the field. */
function checkTemplate(name: 'template' | 'secondText.template', template: string): void {
  const wrong = templateErrors(template).template
  if (wrong) throw new AppError('invalid', wrong, { fields: { [name]: wrong } })
}

/** Throws for a basis that the agency does not use. */
function checkBasis(basis: Basis, code: 'invalid' | 'conflict' = 'invalid'): void {
  if (isOffered(basis)) return
  throw new AppError(code, BASIS_NOT_USED, { fields: { basis: BASIS_NOT_USED } })
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
    const { prospectId, place, phone } = member
    const { opensAt, closesAt } = nextWindow(phone, env.QUIET_HOURS, startsAt ?? now)
    const due = { dueAt: opensAt, dueUntil: closesAt, waiting: opensAt > now }
    composed.texts.push({ prospectId, place, phone, ...write(member), ...due })
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
      .map(({ prospectId, body, segments }) => ({ prospectId, body, segments })),
    prices: await findSegmentPrices(context.sql, context.clock()),
  }
}

async function start(
  { name, prospectIds, template, secondText, basis, startAt }: HandlerInput<typeof firstTexts.start>,
  context: IdempotentContext,
): Promise<Campaign> {
  const { sql, actor, clock } = context
  const now = clock()
  const startsAt = readStart(startAt, now)
  checkBasis(basis)
  checkTemplate('template', template)
  if (secondText) checkTemplate('secondText.template', secondText.template)
  // Composing 100,000 texts takes longer than the idle limit of a transaction.
  await allowIdle(sql)
  const { texts, leftOut } = await compose(sql, prospectIds, template, context, { order: 'phone', startsAt })
  const none = 'Nobody in this selection can get a first text'
  if (texts.length === 0) throw new AppError('invalid', none, { fields: { prospectIds: none } })
  const queue = async (id: string) => {
    const skipped = await queueFirstTexts(sql, { id, basis, actor: actor.name, now }, texts)
    const meanwhile = skipped.map((prospectId) => ({ prospectId, reason: 'already_texted' }))
    await saveLeftOut(sql, id, [...leftOut, ...meanwhile])
    return {
      recipients: texts.length - skipped.length,
      basis,
      ...(startsAt && { startsAt: startsAt.toISOString() }),
      ...(secondText && { secondTextAfterDays: secondText.afterDays }),
    }
  }
  const second = secondText && { secondTemplate: secondText.template, secondAfterDays: secondText.afterDays }
  const campaign = { name: name ?? null, template, basis, startsAt, ...second }
  return startCampaign(agencyOf(context.env), { campaign, now, queue }, context)
}

/** Times of queued texts from a start: each in the hours of its recipient. */
async function schedule(texts: QueuedText[], from: Date, env: Env) {
  const moved: MovedText[] = []
  for (const [at, { id, phone }] of texts.entries()) {
    if (at % CHUNK === CHUNK - 1) await nextTurn()
    const { opensAt, closesAt } = nextWindow(phone, env.QUIET_HOURS, from)
    moved.push({ id, dueAt: opensAt, dueUntil: closesAt })
  }
  return { texts: moved }
}
