import type { OpenAPIHono } from '@hono/zod-openapi'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import { clients, listUpload } from '@salonback/shared/salons/clients/contract.ts'
import type { CallContext, Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { requireActor, requireStill } from '../../platform/http/access.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { checkOrigin } from '../../platform/http/origin.ts'
import { serve } from '../../platform/http/serve.ts'
import type { PhoneKeys } from '../../platform/privacy/hash.ts'
import { requireSalon } from '../salons/queries.ts'
import { findVisits } from '../visits/queries.ts'
import { findClients } from './clientFacts.ts'
import { countEligible } from './countEligible.ts'
import { createCountedClients, listClients, toClient } from './listClients.ts'
import { listRows, listWaterfall } from './listRows.ts'
import { commitList, readForCommit, remapList, uploadList } from './lists.ts'
import { findConsent, findOutcomes, insertConsent } from './queries.ts'
import { receiveFile } from './receiveFile.ts'
import { findRejectedRows } from './rejectedRows.ts'
import { currentLists, removeList } from './undo.ts'
import { decideAnswer, findUnreadAnswers } from './unreadAnswers.ts'

export function clientsRoutes(app: OpenAPIHono, deps: Deps): void {
  const counted = createCountedClients()
  serve(app, deps, 'clients', clients, {
    currentLists: async ({ id }, context) =>
      currentLists(context, await requireSalon(context.sql, id), context.clock()),
    remapList: async ({ id, listId, mapping, ...options }, context) => {
      const salon = await requireSalon(context.sql, id)
      return remapList(context, salon, { id: listId, mapping, options, now: context.clock() })
    },
    listWaterfall: async ({ id, listId, ...answers }, context) => {
      const salon = await requireSalon(context.sql, id)
      return listWaterfall(context, salon, { listId, answers, now: context.clock() })
    },
    listRows: async ({ id, listId, part, cursor, ...answers }, context) => {
      const salon = await requireSalon(context.sql, id)
      return listRows(context, salon, { listId, part, cursor, answers, now: context.clock() })
    },
    commitList: commit,
    rejectedRows: ({ id, listId }, { sql }) => findRejectedRows(sql, id, listId),
    undoList: ({ id, listId }, { sql, actor }) =>
      inTransaction(sql, async (open) => {
        const message = await removeList(open, id, listId)
        await audit(open, { actor, action: 'list.undo', subject: listId })
        return { message }
      }),
    unreadAnswers: async ({ id }, { sql }) => findUnreadAnswers(sql, (await requireSalon(sql, id)).id),
    decideAnswer: decide,
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
  upload(app, deps)
}

/** Not in the contract table, because the body is a file; makes the same access checks. */
function upload(app: OpenAPIHono, deps: Deps): void {
  const { sql, clock } = deps
  app.post(listUpload.path.replace('{id}', ':id'), async (c) => {
    checkOrigin(c, deps)
    const actor = await requireActor(c, deps, listUpload)
    const id = c.req.param('id') ?? ''
    if (!/^[0-9a-f-]{36}$/i.test(id)) throw notFound('Salon')
    const salon = await requireSalon(sql, id)
    const file = await receiveFile(c)
    const check = (open: Sql) => requireStill(open, actor, listUpload)
    return c.json(await uploadList(deps, salon, { ...file, uploadedBy: actor.name, now: clock(), check }))
  })
}

async function commit(
  { id, listId, asOf, declaration }: HandlerInput<typeof clients.commitList>,
  context: CallContext,
) {
  const { sql, clock, actor } = context
  const now = clock()
  const salon = await requireSalon(sql, id)
  const read = await readForCommit(context, salon, { id: listId, now })
  return retryOnDeadlock(sql, async (open) => {
    const counts = await commitList(open, salon, read, { asOf, declaration, by: actor.name, now })
    const { textUnknownVisits } = declaration
    const detail = { ...counts, ...(textUnknownVisits && { textUnknownVisits }) }
    await audit(open, { actor, action: 'list.commit', subject: listId, detail })
    return counts
  })
}

function decide(
  { id, value, answer }: HandlerInput<typeof clients.decideAnswer>,
  { sql, clock, actor }: CallContext,
) {
  return inTransaction(sql, async (open) => {
    await requireSalon(open, id)
    const decision = { salonId: id, value, answer, by: actor.name, now: clock() }
    const decided = await decideAnswer(open, decision)
    const detail = { value, answer, decided }
    await audit(open, { actor, action: 'list.decide-answer', subject: id, detail })
    return { decided }
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
