import { Webhook } from 'standardwebhooks'
import type { Deps } from '../../deps.ts'
import { unseal } from '../auth/sealed.ts'
import { databaseNow } from '../db/now.ts'
import { inTransaction } from '../db/open.ts'
import { keysOf } from '../privacy/hash.ts'
import { notifyStaff } from '../staff/notices.ts'
import { type ClaimedDelivery, claimDeliveries, expireDeliveries, recordAnswer } from './deliveryStates.ts'
import type { Answer } from './post.ts'
import { turnOff } from './queries.ts'

/** Events sent at the same time. A receiver that hangs delays its own events and the rest of the batch. */
const BATCH = { most: 20, perReceiver: 5 }
/** Batches per round. Further ones wait for the next round, so that a shutdown need not wait for all of them. */
const PER_ROUND = 10

type SendEvents = Pick<Deps, 'sql' | 'post' | 'mailer' | 'clock' | 'env' | 'log'>

/** The owner under which a receiver's secret is sealed. */
export const secretOwner = (receiverId: string) => `receiver ${receiverId}`

/** Sends due events at least once each, and those about one subject in order. Any number of processes share the work. */
export async function sendEvents(deps: SendEvents): Promise<number> {
  const { sql, clock } = deps
  await expireDeliveries(sql, databaseNow(sql, clock))
  let sent = 0
  for (let round = 0; round < PER_ROUND; round++) {
    const claimed = await claimDeliveries(sql, databaseNow(sql, clock), BATCH)
    if (claimed.length === 0) return sent
    await Promise.all(claimed.map((delivery) => attempt(deps, delivery)))
    sent += claimed.length
  }
  return sent
}

/** One that fails is sent again after its lease; the other events of the round leave. */
async function attempt(deps: SendEvents, delivery: ClaimedDelivery): Promise<void> {
  try {
    await sendOne(deps, delivery)
  } catch (error) {
    const { id, receiverId } = delivery
    deps.log.error({ err: error, delivery: id, receiver: receiverId }, 'an event could not be sent or kept')
  }
}

async function sendOne(deps: SendEvents, delivery: ClaimedDelivery): Promise<void> {
  const { sql, clock, log } = deps
  const answer = await post(deps, delivery)
  const now = databaseNow(sql, clock)
  const outcome = await inTransaction(sql, async (open) => {
    const recorded = await recordAnswer(open, delivery, answer, now)
    if (recorded === 'givenUp') await stopReceiver(deps, open, delivery, answer)
    return recorded
  })
  if (outcome !== 'delivered')
    log.warn(
      { delivery: delivery.id, receiver: delivery.receiverId, status: answer.status },
      'event not delivered',
    )
}

async function post({ post: door, env, clock }: SendEvents, delivery: ClaimedDelivery): Promise<Answer> {
  const { id, receiverId, url, kind, data, createdAt } = delivery
  const secret = unseal(delivery.secret, secretOwner(receiverId), keysOf(env))
  if (!secret) return { status: null, text: 'Its secret cannot be read: it was encrypted with another key' }
  const body = JSON.stringify({ type: kind, timestamp: createdAt.toISOString(), data })
  const at = clock()
  return door.send(url, body, {
    'content-type': 'application/json',
    'user-agent': 'Salonback',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret.toString()).sign(id, at, body),
  })
}

/** Turns the receiver off and tells staff. */
async function stopReceiver(
  deps: SendEvents,
  open: SendEvents['sql'] | Parameters<typeof turnOff>[0],
  { id, receiverId, url }: ClaimedDelivery,
  { status, text }: Answer,
): Promise<void> {
  const gone = status === 410
  const reason = gone
    ? 'It answered that it wants no more events (410)'
    : `Every attempt of a day failed: ${status ?? text}`
  if (!(await turnOff(open, receiverId, reason))) return
  const { host } = new URL(url)
  await notifyStaff(open, deps, 'summary', {
    subject: `Events to ${host} are turned off`,
    content: {
      paragraphs: [
        `${host} gets no more events. ${reason}. When it works again, turn it on on the page Connect.`,
      ],
    },
    dedupeKey: `receiver:${id}`,
  })
}
