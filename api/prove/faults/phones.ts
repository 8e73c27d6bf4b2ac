import { setTimeout as wait } from 'node:timers/promises'
import { inboundParams, messageSid } from '../../testing/webhooks.ts'
import type { Meaning, OwnerText } from './journal.ts'
import { postWebhook, serversOf, type TestBed } from './testBed.ts'

const bodies: Record<Meaning, string[]> = {
  stop: ['STOP', 'Stop', 'stop.', 'Unsubscribe', 'STOPALL', 'please stop texting me'],
  start: ['START', 'Unstop'],
  yes: ['Yes please', 'Sure', 'Tell me more'],
  no: ['No thanks', 'not interested'],
  question: ['What is it about?', 'how much does it cost'],
}

/** Sends the owners' texts, one at a time per number, so that their order is known. */
export function createPhones(testBed: TestBed) {
  const random = testBed.random.fork('phones')
  const busy = new Set<string>()
  /** The senders that a number has sent STOP to, by number. */
  const stopped = new Map<string, Set<string>>()

  async function addText(phone: string, to: string, meaning: Meaning): Promise<OwnerText> {
    const body = random.pick(bodies[meaning])
    const text = { sid: messageSid(), phone, to, meaning, body, firstPostAt: performance.now() }
    const entry = { ...text, acknowledgedAt: null }
    testBed.journal.ownerTexts.push(entry)
    await testBed.network.receive(text)
    return entry
  }

  /** Sends a text to the sender with this address. Does nothing while an earlier text of the number is being posted. */
  async function sendText(phone: string, to: string, meaning: Meaning): Promise<void> {
    if (busy.has(phone)) return
    busy.add(phone)
    const text = await addText(phone, to, meaning)
    const params = inboundParams({ From: phone, To: to, Body: text.body, MessageSid: text.sid })
    // Most texts are posted once, also to servers that are down: the service must fetch those from the carrier.
    const posts = Array.from({ length: random.pick([1, 1, 1, 2, 4]) }, async (_, n) => {
      if (n > 0) await wait(random.between(0, 1500), undefined, { ref: false })
      if (await postWebhook(random.pick(serversOf(testBed)), '/api/webhooks/twilio/inbound', params))
        text.acknowledgedAt ??= performance.now()
    })
    await Promise.all(posts)
    busy.delete(phone)
    // Unacknowledged texts count as well, because the service fetches them.
    const theirs = stopped.get(phone) ?? new Set()
    stopped.set(phone, theirs)
    if (meaning === 'stop') theirs.add(to)
    if (meaning === 'start') theirs.delete(to)
  }

  /** A STOP mostly to the sender that texted the number, sometimes to another one. */
  const sendStop = (phone: string, from: string): Promise<void> =>
    sendText(phone, random.chance(0.7) ? from : random.pick(testBed.senders).address, 'stop')

  /**
   * A number that was texted answers. One answer in four is STOP; some of these numbers send START later, mostly to a sender
   * that they sent STOP to.
   */
  async function answerSomeText(): Promise<void> {
    const recent = testBed.network.calls.slice(-200).filter(({ accepted }) => accepted)
    if (recent.length === 0) return
    const { from, to: phone } = random.pick(recent)
    const senders = [...(stopped.get(phone) ?? [])]
    if (senders.length > 0) {
      const isSameSender = random.chance(0.8)
      if (random.chance(0.4)) await sendText(phone, isSameSender ? random.pick(senders) : from, 'start')
      else if (random.chance(0.2)) await sendStop(phone, from)
      return
    }
    const meaning = random.pick(['stop', 'stop', 'yes', 'yes', 'question', 'no', 'yes', 'question'] as const)
    await (meaning === 'stop' ? sendStop(phone, from) : sendText(phone, from, meaning))
  }

  /** A STOP to this sender from a new number while no server can be reached: only the carrier has it. */
  const loseStop = (to: string) => addText(testBed.newNumber(), to, 'stop')

  return { sendText, sendStop, answerSomeText, loseStop }
}

export type Phones = ReturnType<typeof createPhones>
