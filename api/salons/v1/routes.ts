import type { OpenAPIHono } from '@hono/zod-openapi'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import { v1 } from '@salonback/shared/salons/v1/contract.ts'
import { toE164 } from '@salonback/shared/sms/phone.ts'
import { optOut } from '../../core/messages/optOut.ts'
import { lockNumber } from '../../core/suppressions/suppressions.ts'
import type { Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import type { KeyInForce } from '../../platform/http/apiKeys.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { limitConcurrency } from '../../platform/http/limitConcurrency.ts'
import { type CallContext, serve } from '../../platform/http/serve.ts'
import { findErased } from '../../platform/privacy/hash.ts'
import { storeAppointments } from '../appointments/storeAppointments.ts'
import { recordFeed } from '../salons/bookingsFeed.ts'
import { findSalonRules } from '../salons/queries.ts'
import {
  findCampaignPage,
  findClientsWith,
  findSalonPage,
  findStatementPage,
  findVisitPage,
  requireCursor,
} from './queries.ts'

/** Calls of other systems, with an API key. */
export function v1Routes(app: OpenAPIHono, deps: Deps): void {
  // A booking system must leave most database connections to screens and owners.
  const runLimited = limitConcurrency({ atOnce: 2, waiting: 100 })
  serve(app, deps, 'v1', v1, {
    salons: async ({ cursor }, { sql, key }) => {
      await requireCursor(sql, 'salons', cursor)
      return findSalonPage(sql, { salonId: key.salonId, cursor })
    },
    client: async ({ phone: typed }, { sql, key, env }) => {
      const phone = toE164(typed, await countryOf(sql, key, env.DEFAULT_COUNTRY))
      const items = phone ? await findClientsWith(sql, { salonId: key.salonId, phone }) : []
      if (items.length === 0) throw notFound('Client')
      return { items }
    },
    campaigns: async ({ salonId, cursor }, { sql, key }) => {
      await requireCursor(sql, 'campaigns', cursor)
      return findCampaignPage(sql, { salonId: await salonOf(sql, key, salonId), cursor })
    },
    visits: async ({ salonId, cursor }, { sql, key }) => {
      await requireCursor(sql, 'visits', cursor)
      return findVisitPage(sql, { salonId: await salonOf(sql, key, salonId), cursor })
    },
    statements: async ({ salonId, cursor }, { sql, key }) => {
      await requireCursor(sql, 'statements', cursor)
      return findStatementPage(sql, { salonId: await salonOf(sql, key, salonId), cursor })
    },
    recordVisits: async ({ salonId: given, visits }, context) => {
      const { sql, key } = context
      const salonId = await salonOf(sql, key, given)
      const missing = 'Please send the id of the salon, because this key is for all'
      if (!salonId) throw new AppError('invalid', missing, { fields: { salonId: missing } })
      const work = { salonId, source: key.name, appointments: visits }
      const results = await runLimited(() => storeAppointments(context, work))
      if (results.some(({ result }) => result !== 'invalid')) await recordFeed(sql, salonId, context.clock())
      return { results }
    },
    recordOptOut,
  })
}

/** The salon that a call is about; null: all salons. Throws the same 404 for unknown salons and those of other keys. */
async function salonOf(sql: Sql, key: KeyInForce, salonId: string | undefined): Promise<string | null> {
  if (salonId === undefined) return key.salonId
  const isForeign = key.salonId !== null && key.salonId !== salonId
  if (isForeign || !(await findSalonRules(sql, salonId))) throw notFound('Salon')
  return salonId
}

/** The country of numbers without a country code. */
async function countryOf(sql: Sql, { salonId }: KeyInForce, usual: string): Promise<string> {
  return (salonId && (await findSalonRules(sql, salonId))?.country) || usual
}

function recordOptOut(
  { phone: typed, reason }: HandlerInput<typeof v1.recordOptOut>,
  { sql, subscribers, clock, actor, key, env }: CallContext,
) {
  return inTransaction(sql, async (open) => {
    const phone = toE164(typed, await countryOf(open, key, env.DEFAULT_COUNTRY))
    const wrong = 'Please send a phone number like +447700900123'
    if (!phone) throw new AppError('invalid', wrong, { fields: { phone: wrong } })
    await lockNumber(open, phone)
    // An erased number is suppressed already; recording it would store it again.
    if ((await findErased(open, env, [phone])).size === 0) {
      await optOut(open, subscribers, {
        ...{ phone, at: clock(), wording: reason, recordedBy: actor.username },
        source: 'staff',
      })
      await audit(open, { actor: actor.username, action: 'opt-out.record', detail: { reason } })
    }
    return { phone, optedOut: true as const }
  })
}
