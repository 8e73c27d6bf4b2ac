import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { importUpload } from '@salonback/shared/imports/contract.ts'
import { ErasureRefused, erase } from '../../privacy/erase.ts'
import { exportOf } from '../../testing/upload.ts'
import { inboundParams, messageSid, receiptParams, signedWebhook } from '../../testing/webhooks.ts'
import { send } from '../client.ts'
import { shortStack } from '../suite.ts'
import type { ActionName, Answer, App, Scene, Stage } from './scene.ts'

type Action = (stage: Stage, scene: Scene, app: App) => Promise<void>

/** What may happen to a number. Each keeps what it was answered in its scene, and throws only when a suite is wrong. */
export const actions: Record<ActionName, Action> = {
  inbound: (_, scene, app) => arrives(scene, app, 'yes', scene.random.pick(['Yes please', 'Who is this?'])),
  stop: (_, scene, app) => arrives(scene, app, 'stop', scene.random.pick(['STOP', 'Stop', 'Unsubscribe'])),
  start: (_, scene, app) => arrives(scene, app, 'start', scene.random.pick(['START', 'Unstop'])),

  async reply(_, scene, app) {
    // Two clicks at the same moment are one reply in half of the cases, and two in the other.
    const body = `Reply ${scene.replies.length > 0 && scene.random.chance(0.5) ? 2 : 1} for ${scene.name}`
    const reply = { body, status: 0 }
    scene.replies.push(reply)
    const answer = await call(scene, 'reply', app, '/api/admin/send-reply-sms', {
      headers: { 'content-type': 'application/json', 'idempotency-key': body },
      body: JSON.stringify({ phoneNumber: scene.phone, message: body }),
    })
    reply.status = answer.status
  },

  async claim(_, scene, app) {
    await works(scene, 'claim', () => app.worker.round())
  },

  /** Of the earlier reply, late; or of the first text while its create call is still open. */
  async receipt(stage, scene, app) {
    if (!scene.sentReply || scene.random.chance(0.5)) {
      stage.plans.set(scene.phone, () => ({
        accept: true,
        answer: 'created',
        answerAfterMs: scene.random.between(10, 60),
        receipts: [{ status: 'delivered', afterMs: scene.random.between(0, 15) }],
      }))
      return works(scene, 'claim', () => app.worker.round())
    }
    const [status, code] = scene.random.pick([
      ['delivered'],
      ['undelivered', '30005'],
      ['failed', '21610'],
    ] as const)
    const text = { ...scene.sentReply, to: scene.phone }
    const path = `/api/webhooks/twilio/status?mid=${text.id}`
    const params = { ...receiptParams(text, status), ...(code && { ErrorCode: code }) }
    note(scene, 'receipt', app, await postWebhook(app.origin, path, params))
  },

  async cancel(_, scene, app) {
    await call(scene, 'cancel', app, `/api/admin/campaigns/${scene.campaignId}/cancel`)
  },
  async pause(_, scene, app) {
    await call(scene, 'pause', app, `/api/admin/campaigns/${scene.campaignId}/pause`)
  },

  erase: (_, scene, app) => eraseAtLast(scene, app),

  async import({ sql }, scene, app) {
    const record = {
      name: scene.name,
      country: 'GB',
      phone: `0${scene.phone.slice(3)}`,
      phone_type: 'mobile',
    }
    const form = new FormData()
    form.set(importUpload.field, new Blob([exportOf([record])]), 'export.json')
    const slotIsFree = () => sql`select 1 from import_slots where lease_until <= now()`
    // Two files at a time, all processes together: whoever is told so comes again when one of them is done.
    const upload = () => app.staffRequest(importUpload.path, { method: 'POST', body: form })
    let response = await upload()
    while (response.status === 429 && (await becomesTrue(slotIsFree))) response = await upload()
    note(scene, 'import', app, { status: response.status, text: await response.text() })
  },
}

/** Told that a text is on its way, a person waits for it and asks again. */
export async function eraseAtLast(scene: Scene, app: App): Promise<void> {
  const hasArrived = () =>
    app.sql`select 1 where not exists (select 1 from messages where phone = ${scene.phone} and status = 'sending')`
  while ((await eraseOnce(scene, app)) === 'refused' && (await becomesTrue(hasArrived)));
}

async function eraseOnce(scene: Scene, app: App): Promise<'refused' | 'over'> {
  try {
    const request = { phone: scene.phone, now: new Date() }
    scene.erasures.push(await erase(app.sql, app.env, app.deps.carrier, request))
    return 'over'
  } catch (error) {
    const refused = error instanceof ErasureRefused && /being sent/.test(error.message)
    scene.erasures.push(refused ? { refused: error.message } : { crashed: shortStack(error) })
    return refused ? 'refused' : 'over'
  }
}

const BECOMES_TRUE_WITHIN_MS = 60_000
const POLL_MS = 10

/** Polls until it is true; false after a minute. */
async function becomesTrue(ask: () => PromiseLike<{ length: number }>): Promise<boolean> {
  for (const end = performance.now() + BECOMES_TRUE_WITHIN_MS; performance.now() < end; await wait(POLL_MS)) {
    if ((await ask()).length > 0) return true
  }
  return false
}

async function arrives(scene: Scene, app: App, word: 'stop' | 'start' | 'yes', body: string) {
  const sid = messageSid()
  const params = inboundParams({ From: scene.phone, Body: body, MessageSid: sid })
  const answer = await postWebhook(app.origin, '/api/webhooks/twilio/inbound', params)
  const { at, status } = note(scene, word, app, answer)
  if (status !== 200) return
  scene.acknowledged.push({ sid, word })
  if (word === 'stop') scene.stoppedAt ??= at
}

/** A piece of work within the service that answers nobody: it must not throw. */
async function works(scene: Scene, what: string, work: () => Promise<unknown>) {
  const done = await work().then(
    () => ({ status: 200, text: '' }),
    (error) => ({ status: 500, text: shortStack(error) }),
  )
  scene.answers.push({ what, at: performance.now(), ...done })
}

/** Kept connections: they and fetch would be as much work as what is asked. */
const agent = new Agent({ keepAlive: true })

/** A webhook as the carrier would send it. */
export const postWebhook = (origin: string, path: string, params: Record<string, string>) =>
  send(origin + path, agent, { method: 'POST', ...signedWebhook({ origin, path, params }) })

/** Of a member of staff. */
async function call(scene: Scene, what: string, app: App, path: string, sent: Sent = {}): Promise<Answer> {
  const headers = { cookie: app.cookie, ...sent.headers }
  return note(scene, what, app, await send(app.origin + path, agent, { ...sent, method: 'POST', headers }))
}

interface Sent {
  headers?: Record<string, string>
  body?: string
}

function note(scene: Scene, what: string, app: App, { status, text }: Pick<Answer, 'status' | 'text'>) {
  const answer = { what, status, at: performance.now(), text }
  if (status >= 500) answer.text = app.logged.findLast((line) => /"err":/.test(line)) ?? answer.text
  scene.answers.push(answer)
  return answer
}
