import { setTimeout as wait } from 'node:timers/promises'
import { inboundParams, messageSid } from '../../testing/webhooks.ts'
import type { Meaning, OwnerText } from './journal.ts'
import { postWebhook, type Surroundings, serversOf } from './surroundings.ts'

const bodies: Record<Meaning, string[]> = {
  stop: ['STOP', 'Stop', 'stop.', 'Unsubscribe', 'STOPALL', 'please stop texting me'],
  start: ['START', 'Unstop'],
  yes: ['Yes please', 'Sure', 'Tell me more'],
  no: ['No thanks', 'not interested'],
  question: ['Who is this?', 'how much does it cost'],
}

/** The owners' texts; one at a time per phone, so that their order is known. */
export function createPhones(surroundings: Surroundings) {
  const random = surroundings.random.fork('phones')
  const busy = new Set<string>()
  const stopped = new Set<string>()

  async function say(phone: string, meaning: Meaning): Promise<void> {
    if (busy.has(phone)) return
    busy.add(phone)
    const sid = messageSid()
    const body = random.pick(bodies[meaning])
    const text: OwnerText = {
      sid,
      phone,
      meaning,
      body,
      receivedAt: new Date(),
      firstPostAt: performance.now(),
      acknowledgedAt: null,
    }
    surroundings.journal.ownerTexts.push(text)
    const params = inboundParams({ From: phone, Body: body, MessageSid: sid })
    // The carrier posts once as a rule, also to a server that is down: what nobody took has to be fetched.
    const posts = Array.from({ length: random.pick([1, 1, 1, 2, 4]) }, async (_, n) => {
      if (n > 0) await wait(random.between(0, 1500), undefined, { ref: false })
      if (await postWebhook(random.pick(serversOf(surroundings)), '/api/webhooks/twilio/inbound', params))
        text.acknowledgedAt ??= performance.now()
    })
    await Promise.all(posts)
    busy.delete(phone)
    // Whether or not that was acknowledged: what no webhook told is fetched.
    if (meaning === 'stop') stopped.add(phone)
    if (meaning === 'start') stopped.delete(phone)
  }

  /** A number that was texted answers; one answer in four is STOP, and some of these numbers send START later. */
  async function answerSomeText(): Promise<void> {
    const texted = [...surroundings.carrier.taken.values()].slice(-200)
    if (texted.length === 0) return
    const { to } = random.pick(texted)
    if (stopped.has(to)) {
      if (random.chance(0.3)) await say(to, 'start')
      return
    }
    await say(to, random.pick(['stop', 'stop', 'yes', 'yes', 'question', 'no', 'yes', 'question'] as const))
  }

  return { say, answerSomeText, stopped }
}

export type Phones = ReturnType<typeof createPhones>
