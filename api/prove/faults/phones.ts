import { setTimeout as wait } from 'node:timers/promises'
import { inboundParams, messageSid } from '../../testing/webhooks.ts'
import type { Meaning, OwnerText } from './journal.ts'
import { postWebhook, serversOf, type TestBed } from './testBed.ts'

const bodies: Record<Meaning, string[]> = {
  stop: ['STOP', 'Stop', 'stop.', 'Unsubscribe', 'STOPALL', 'please stop texting me'],
  start: ['START', 'Unstop'],
  yes: ['Yes please', 'Sure', 'Tell me more'],
  no: ['No thanks', 'not interested'],
  question: ['Who is this?', 'how much does it cost'],
}

/** Sends the owners' texts, one at a time per number, so that their order is known. */
export function createPhones(testBed: TestBed) {
  const random = testBed.random.fork('phones')
  const busy = new Set<string>()
  const stopped = new Set<string>()

  /** Does nothing while an earlier text of the number is being posted. */
  async function sendText(phone: string, meaning: Meaning): Promise<void> {
    if (busy.has(phone)) return
    busy.add(phone)
    const text: OwnerText = {
      sid: messageSid(),
      phone,
      meaning,
      body: random.pick(bodies[meaning]),
      receivedAt: new Date(),
      firstPostAt: performance.now(),
      acknowledgedAt: null,
    }
    testBed.journal.ownerTexts.push(text)
    const params = inboundParams({ From: phone, Body: text.body, MessageSid: text.sid })
    // Most texts are posted once, also to servers that are down: the service must fetch those from the carrier.
    const posts = Array.from({ length: random.pick([1, 1, 1, 2, 4]) }, async (_, n) => {
      if (n > 0) await wait(random.between(0, 1500), undefined, { ref: false })
      if (await postWebhook(random.pick(serversOf(testBed)), '/api/webhooks/twilio/inbound', params))
        text.acknowledgedAt ??= performance.now()
    })
    await Promise.all(posts)
    busy.delete(phone)
    // Unacknowledged texts count as well, because the service fetches them.
    if (meaning === 'stop') stopped.add(phone)
    if (meaning === 'start') stopped.delete(phone)
  }

  /** A number that was texted answers. One answer in four is STOP; some of these numbers send START later. */
  async function answerSomeText(): Promise<void> {
    const recent = [...testBed.carrier.accepted.values()].slice(-200)
    if (recent.length === 0) return
    const { to } = random.pick(recent)
    if (stopped.has(to)) {
      if (random.chance(0.3)) await sendText(to, 'start')
      return
    }
    await sendText(
      to,
      random.pick(['stop', 'stop', 'yes', 'yes', 'question', 'no', 'yes', 'question'] as const),
    )
  }

  return { sendText, answerSomeText }
}

export type Phones = ReturnType<typeof createPhones>
