import { Webhook } from 'standardwebhooks'
import { unseal } from '../auth/sealed.ts'
import type { PlatformContext } from '../context.ts'
import { databaseNow } from '../db/now.ts'
import { inTransaction, type Sql } from '../db/open.ts'
import { keysOf } from '../privacy/hash.ts'
import { notifyAdmins } from '../staff/notices.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  expireDeliveries,
  findDueReceivers,
  recordAnswer,
} from './deliveryStates.ts'
import type { Answer } from './post.ts'
import { turnOff } from './queries.ts'
import { retryAfterMs } from './retryAfter.ts'

/** Events sent to one receiver at the same time. */
const PER_RECEIVER = 5
/** Receivers served at the same time. */
const RECEIVERS = 50
/** Batches of one receiver in a row. Further ones wait for the next round, so that a shutdown need not wait for all of them. */
const BATCHES = 10

type SendEvents = Pick<PlatformContext, 'sql' | 'post' | 'mailer' | 'clock' | 'env' | 'log'>

/** The owner under which a receiver's secret is sealed. */
export const secretOwner = (receiverId: string) => `receiver ${receiverId}`

/** Sends events to each receiver in its own lane, so that a hanging one delays no other. */
export interface EventSender {
  /** Starts the lanes of receivers that have due events and no lane. */
  start(): Promise<void>
  /** Waits for the running lanes. Returns how many events they sent. */
  finish(): Promise<number>
}

export function createEventSender(deps: SendEvents): EventSender {
  const { sql, clock } = deps
  const lanes = new Map<string, Promise<number>>()
  return {
    async start() {
      await expireDeliveries(sql, databaseNow(sql, clock))
      const free = RECEIVERS - lanes.size
      for (const { id } of await findDueReceivers(sql, databaseNow(sql, clock), [...lanes.keys()], free)) {
        const lane = sendTo(deps, id).finally(() => lanes.delete(id))
        lanes.set(id, lane)
        // `finish` may not be waiting when it fails.
        lane.catch((error) => deps.log.error({ err: error, receiver: id }, 'events could not be sent'))
      }
    },
    async finish() {
      const sent = await Promise.allSettled(lanes.values())
      return sent.reduce((sum, lane) => sum + (lane.status === 'fulfilled' ? lane.value : 0), 0)
    },
  }
}

/** Sends due events at least once each, and those about one subject in order. Any number of processes share the work. */
export async function sendEvents(deps: SendEvents): Promise<number> {
  const sender = createEventSender(deps)
  await sender.start()
  return sender.finish()
}

/** Sends due events of one receiver. Ends when it does not answer: the next round tries its other events. */
async function sendTo(deps: SendEvents, receiverId: string): Promise<number> {
  const { sql, clock } = deps
  let sent = 0
  for (let batch = 0; batch < BATCHES; batch++) {
    const most = { most: PER_RECEIVER, perReceiver: PER_RECEIVER, receiverId }
    const claimed = await claimDeliveries(sql, databaseNow(sql, clock), most)
    if (claimed.length === 0) return sent
    const answered = await Promise.all(claimed.map((delivery) => attempt(deps, delivery)))
    sent += claimed.length
    if (!answered.includes(true)) return sent
  }
  return sent
}

/** One that fails is sent again after its lease; the other events of the round leave. */
async function attempt(deps: SendEvents, delivery: ClaimedDelivery): Promise<boolean> {
  try {
    return await sendOne(deps, delivery)
  } catch (error) {
    const { id, receiverId } = delivery
    deps.log.error({ err: error, delivery: id, receiver: receiverId }, 'an event could not be sent or kept')
    return false
  }
}

/** Returns whether the receiver answered. */
async function sendOne(deps: SendEvents, delivery: ClaimedDelivery): Promise<boolean> {
  const { sql, clock, log } = deps
  const answer = await post(deps, delivery)
  const { status } = answer
  const now = databaseNow(sql, clock)
  const waitMs = retryAfterMs(answer.retryAfter, clock())
  const outcome = await inTransaction(sql, async (open) => {
    const recorded = await recordAnswer(open, delivery, answer, { now, waitMs })
    if (recorded === 'off') await stopReceiver(deps, open, delivery, answer)
    return recorded
  })
  if (outcome !== 'delivered')
    log.warn({ delivery: delivery.id, receiver: delivery.receiverId, status }, 'event not delivered')
  return status !== null
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

/** Turns the receiver off and mails the admins. */
async function stopReceiver(
  deps: SendEvents,
  open: Sql,
  { receiverId, url }: ClaimedDelivery,
  { status, text }: Answer,
): Promise<void> {
  const now = deps.clock()
  const gone = status === 410
  const reason = gone
    ? 'It answered that it wants no more events (410)'
    : `Every attempt of a day failed: ${status ?? text}`
  if (!(await turnOff(open, receiverId, reason, now))) return
  const { host } = new URL(url)
  await notifyAdmins(open, deps, {
    kind: 'receiver_off',
    subject: `Events to ${host} are turned off`,
    content: {
      paragraphs: [
        `${host} gets no more events. ${reason}. When it works again, turn it on on the page Connect. Opt-outs are kept for it until then.`,
      ],
    },
    dedupeKey: `receiver:${receiverId}:${now.toISOString()}`,
  })
}
