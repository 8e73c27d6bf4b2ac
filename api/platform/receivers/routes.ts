import { randomBytes, randomUUID } from 'node:crypto'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import { type Receiver, receivers } from '@salonback/shared/platform/receivers/contract.ts'
import { seal } from '../auth/sealed.ts'
import type { PlatformContext } from '../context.ts'
import { audit } from '../db/audit.ts'
import { inTransaction, type Sql } from '../db/open.ts'
import { AppError, notFound } from '../http/errors.ts'
import { type PlatformCall, serve } from '../http/serve.ts'
import { keysOf } from '../privacy/hash.ts'
import type { SalonReads } from '../salons.ts'
import {
  deleteReceiver,
  deliveryExists,
  findDeliveries,
  findReceiver,
  findReceivers,
  insertReceiver,
  queueTest,
  replayDelivery,
  setReceiverState,
} from './queries.ts'
import { secretOwner } from './sendEvents.ts'

/** Systems that get events. */
export function receiversRoutes(app: OpenAPIHono, deps: PlatformContext): void {
  serve(app, deps, 'receivers', receivers, {
    list: (_, { sql, salons }) => findReceivers(sql, salons),
    create,
    setState: ({ id, state }, context) =>
      change(context, { id, action: `receiver.${state}` }, async (open) => {
        await setReceiverState(open, id, state)
        return requireReceiver(open, context.salons, id)
      }),
    remove: ({ id }, context) =>
      change(context, { id, action: 'receiver.remove' }, async (open) => {
        await deleteReceiver(open, id)
        return { message: 'Deleted' }
      }),
    test: ({ id }, context) =>
      change(context, { id, action: 'receiver.test' }, async (open, { state }) => {
        if (state === 'off') throw new AppError('conflict', 'Turn the receiver on first')
        await queueTest(open, id)
        return { message: 'A test event is on its way' }
      }),
    async deliveries({ id }, { sql, salons }) {
      await requireReceiver(sql, salons, id)
      return findDeliveries(sql, id)
    },
    replay: ({ id, deliveryId }, context) =>
      change(context, { id, action: 'receiver.replay' }, async (open) => {
        if (!(await deliveryExists(open, id, deliveryId))) throw notFound('Event')
        if (!(await replayDelivery(open, id, deliveryId)))
          throw new AppError('conflict', 'This event still waits to be sent')
        return { message: 'The event is on its way again' }
      }),
  })
}

async function requireReceiver(sql: Sql, salons: SalonReads, id: string): Promise<Receiver> {
  const receiver = await findReceiver(sql, salons, id)
  if (!receiver) throw notFound('Receiver')
  return receiver
}

/** Prefix of a receiver's secret, as Standard Webhooks requires. */
const SECRET_PREFIX = 'whsec_'

function create(
  { url, events, salonId }: HandlerInput<typeof receivers.create>,
  { sql, env, clock, actor, post, salons }: PlatformCall,
) {
  const problem = post.problemWith(url)
  if (problem) throw new AppError('invalid', problem, { fields: { url: problem } })
  return inTransaction(sql, async (open) => {
    if (salonId) await salons.requireOpen(open, salonId)
    const id = randomUUID()
    const secret = `${SECRET_PREFIX}${randomBytes(32).toString('base64')}`
    const sealed = seal(Buffer.from(secret), secretOwner(id), keysOf(env))
    const by = actor.name
    await insertReceiver(open, {
      id,
      url,
      events: [...new Set(events)],
      salonId,
      secret: sealed,
      by,
      now: clock(),
    })
    await audit(open, { actor, action: 'receiver.create', subject: id, detail: { url, events, salonId } })
    return { ...(await requireReceiver(open, salons, id)), secret }
  })
}

/** Runs a change of one receiver with its audit line. */
function change<Reply>(
  { sql, actor, salons }: PlatformCall,
  { id, action }: { id: string; action: string },
  steps: (open: Sql, receiver: Receiver) => Promise<Reply>,
): Promise<Reply> {
  return inTransaction(sql, async (open) => {
    const receiver = await requireReceiver(open, salons, id)
    const reply = await steps(open, receiver)
    await audit(open, { actor, action, subject: id, detail: { url: receiver.url } })
    return reply
  })
}
