import type { OpenAPIHono } from '@hono/zod-openapi'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import { clients } from '@salonback/shared/salons/clients/contract.ts'
import type { CallContext, Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { serve } from '../../platform/http/serve.ts'
import type { PhoneKeys } from '../../platform/privacy/hash.ts'
import { requireSalon } from '../salons/queries.ts'
import { findVisits } from '../visits/queries.ts'
import { findClients } from './clientFacts.ts'
import { countEligible } from './countEligible.ts'
import { createCountedClients, listClients, toClient } from './listClients.ts'
import { findConsent, findOutcomes, insertConsent } from './queries.ts'

export function clientsRoutes(app: OpenAPIHono, deps: Deps): void {
  const counted = createCountedClients()
  serve(app, deps, 'clients', clients, {
    list: (wanted, context) => listClients(wanted, context, counted),
    countEligible: async ({ id }, { sql, env, clock }) => {
      const [salon, now] = [await requireSalon(sql, id), clock()]
      const { eligible } = await countEligible(sql, salon, { keys: env, now })
      return { eligible }
    },
    get: ({ id, clientId }, { sql, env, clock }) =>
      oneClient(sql, { id, clientId }, { keys: env, now: clock() }),
    recordConsent,
  })
}

async function oneClient(
  sql: Sql,
  { id: salonId, clientId }: { id: string; clientId: string },
  { keys, now }: { keys: PhoneKeys; now: Date },
) {
  const salon = await requireSalon(sql, salonId)
  const [client] = await findClients(sql, { salonId, keys, now }, sql`and c.id = ${clientId}`)
  if (!client) throw notFound('Client')
  const { phone } = client
  const [consent, outcomes, appointments] = await Promise.all([
    findConsent(sql, salonId, phone),
    findOutcomes(sql, salonId, phone),
    findVisits(sql, { salonId, phone }),
  ])
  return { ...toClient(client, salon, now), consent, outcomes, appointments }
}

function recordConsent(
  { id, clientId, kind, source, wording, at }: HandlerInput<typeof clients.recordConsent>,
  { sql, env, clock, actor }: CallContext,
) {
  return inTransaction(sql, async (open) => {
    const now = clock()
    const judging = { keys: env, now }
    if (new Date(at) > now)
      throw new AppError('invalid', 'This is in the future', { fields: { at: 'In the future' } })
    const { phone } = await oneClient(open, { id, clientId }, judging)
    await insertConsent(open, { salonId: id, phone, at: new Date(at), kind, source, wording })
    const detail = { kind }
    await audit(open, { actor, action: 'client.consent', subject: clientId, detail })
    return oneClient(open, { id, clientId }, judging)
  })
}
