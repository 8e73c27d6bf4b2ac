import { setTimeout as wait } from 'node:timers/promises'
import { inboundParams, messageSid } from '../../testing/webhooks.ts'
import type { Spoken, Word } from './book.ts'
import { anyServer, postWebhook, type World } from './world.ts'

const bodies: Record<Word, string[]> = {
  stop: ['STOP', 'Stop', 'stop.', 'Unsubscribe', 'STOPALL', 'please stop texting me'],
  start: ['START', 'Unstop'],
  yes: ['Yes please', 'Sure', 'Tell me more'],
  no: ['No thanks', 'not interested'],
  question: ['Who is this?', 'how much does it cost'],
}

/** What the owners of the phones do; one at a time per phone, so that its words have an order. */
export function createPhones(world: World) {
  const random = world.random.fork('phones')
  const busy = new Set<string>()
  const stopped = new Set<string>()
  /** Said something whose arrival nobody can tell: no further word, or nobody could say what holds. */
  const unsure = new Set<string>()

  async function say(phone: string, word: Word): Promise<void> {
    if (busy.has(phone) || unsure.has(phone)) return
    busy.add(phone)
    const sid = messageSid()
    const body = random.pick(bodies[word])
    const text: Spoken = { sid, phone, word, body, firstPostAt: performance.now(), acknowledgedAt: null }
    world.book.spoken.push(text)
    const params = inboundParams({ From: phone, Body: body, MessageSid: sid })
    const posts = Array.from({ length: random.between(1, 4) }, async (_, n) => {
      if (n > 0) await wait(random.between(0, 1500), undefined, { ref: false })
      if (await postWebhook(anyServer(world), '/api/webhooks/twilio/inbound', params))
        text.acknowledgedAt ??= performance.now()
    })
    await Promise.all(posts)
    busy.delete(phone)
    if (word !== 'stop' && word !== 'start') return
    if (text.acknowledgedAt === null) unsure.add(phone)
    else if (word === 'stop') stopped.add(phone)
    else stopped.delete(phone)
  }

  /** Somebody who was texted answers; one in four wants no more, and some of these change their mind. */
  async function speakNow(): Promise<void> {
    const texted = [...world.carrier.taken.values()].slice(-200)
    if (texted.length === 0) return
    const { to } = random.pick(texted)
    if (stopped.has(to)) {
      if (random.chance(0.3)) await say(to, 'start')
      return
    }
    await say(to, random.pick(['stop', 'stop', 'yes', 'yes', 'question', 'no', 'yes', 'question'] as const))
  }

  return { say, speakNow, stopped, unsure }
}

export type Phones = ReturnType<typeof createPhones>
