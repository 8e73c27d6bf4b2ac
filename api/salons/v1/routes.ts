import type { OpenAPIHono } from '@hono/zod-openapi'
import { v1 } from '@salonback/shared/salons/v1/contract.ts'
import { toE164 } from '@salonback/shared/sms/phone.ts'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../env.ts'
import type { Sql } from '../../platform/db/open.ts'
import type { KeyInForce } from '../../platform/http/apiKeys.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { fairQueue } from '../../platform/http/fairQueue.ts'
import { serve } from '../../platform/http/serve.ts'
import { storeAppointments } from '../appointments/storeAppointments.ts'
import { recordFeed } from '../salons/bookingsFeed.ts'
import { requireSalon, type SalonRow } from '../salons/queries.ts'
import {
  findCampaignPage,
  findClientsWith,
  findSalonPage,
  findStatementPage,
  findVisitPage,
  requireCursor,
} from './queries.ts'
import { recordOptOut } from './recordOptOut.ts'

/** Calls of other systems, with an API key. */
export function v1Routes(app: OpenAPIHono, deps: Deps): void {
  // A booking system must leave most database connections to screens and owners.
  const queue = fairQueue({ atOnce: 2, waiting: 100 })
  serve(app, deps, 'v1', v1, {
    salons: async ({ cursor }, { sql, key }) => {
      await requireCursor(sql, 'salons', { salonId: key.salonId, cursor })
      return findSalonPage(sql, { salonId: key.salonId, cursor })
    },
    client: async ({ phone: typed }, { sql, key, env }) => {
      const phone = toE164(typed, await countryOf(sql, key, env))
      const items = phone ? await findClientsWith(sql, { salonId: key.salonId, phone }) : []
      if (items.length === 0) throw notFound('Client')
      return { items }
    },
    campaigns: async ({ salonId, cursor }, { sql, key }) => {
      const page = { salonId: (await salonOf(sql, key, salonId))?.id ?? null, cursor }
      await requireCursor(sql, 'campaigns', page)
      return findCampaignPage(sql, page)
    },
    visits: async ({ salonId, cursor }, { sql, key }) => {
      const page = { salonId: (await salonOf(sql, key, salonId))?.id ?? null, cursor }
      await requireCursor(sql, 'visits', page)
      return findVisitPage(sql, page)
    },
    statements: async ({ salonId, cursor }, { sql, key }) => {
      const page = { salonId: (await salonOf(sql, key, salonId))?.id ?? null, cursor }
      await requireCursor(sql, 'statements', page)
      return findStatementPage(sql, page)
    },
    recordVisits: async ({ salonId: given, visits }, context) => {
      const { sql, key } = context
      const salon = await salonOf(sql, key, given)
      const missing = 'Please send the id of the salon, because this key is for all'
      if (!salon) throw new AppError('invalid', missing, { fields: { salonId: missing } })
      const results = await storeAppointments(context, {
        ...{ salon, source: key.name, sourceId: `key:${key.id}`, appointments: visits },
        inTurn: (work) => queue(key.id, work),
      })
      if (results.some(({ result }) => result !== 'invalid')) await recordFeed(sql, salon.id, context.clock())
      return { results }
    },
    recordOptOut: async (given, context) => {
      const country = await countryOf(context.sql, context.key, context.env)
      return recordOptOut(given, { ...context, country })
    },
  })
}

/** The salon that a call or its key names; null: all salons. Throws the same 404 for unknown salons and those of other keys. */
async function salonOf(sql: Sql, key: KeyInForce, salonId = key.salonId): Promise<SalonRow | null> {
  if (salonId === null) return null
  if (key.salonId !== null && key.salonId !== salonId) throw notFound('Salon')
  return requireSalon(sql, salonId)
}

/** The country of numbers without a country code. */
const countryOf = async (sql: Sql, key: KeyInForce, { DEFAULT_COUNTRY }: Env): Promise<string> =>
  (await salonOf(sql, key))?.country ?? DEFAULT_COUNTRY
