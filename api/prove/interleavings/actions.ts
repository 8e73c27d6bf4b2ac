import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { importUpload } from '@salonback/shared/imports/contract.ts'
import { queueText } from '../../messages/outbox.ts'
import type { Sender } from '../../messages/senders.ts'
import { ErasureRefused, erase } from '../../privacy/erase.ts'
import { exportOf } from '../../testing/upload.ts'
import { inboundParams, messageSid, receiptParams, signedWebhook } from '../../testing/webhooks.ts'
import { send } from '../client.ts'
import { shortStack } from '../suite.ts'
import { campaignActions } from './campaignActions.ts'
import { type ActionName, type Answer, type App, clock, type Stage, type Trial } from './trial.ts'

export type Action = (stage: Stage, trial: Trial, app: App) => Promise<void>

/**
 * What can happen to a number. Each action records its responses in the trial; an exception is a defect of the suite. The
 * order of the names is part of the seed.
 */
export const actions: Record<ActionName, Action> = {
  inbound: ({ senders }, trial, app) =>
    receiveText(trial, app, senders[0], { action: 'inbound', bodies: ['Yes please', 'Who is this?'] }),
  stop: ({ senders }, trial, app) => receiveText(trial, app, senders[0], stopOf('stop')),
  start: ({ senders }, trial, app) => receiveText(trial, app, senders[0], startOf('start')),
  reply: (_, trial, app) => sendReply(trial, app),
  claim: (_, trial, app) => runWorker(trial, app),
  receipt: postReceipt,
  async cancel(_, trial, app) {
    await staffCall(trial, 'cancel', app, `/api/admin/campaigns/${trial.campaignId}/cancel`)
  },
  async pause(_, trial, app) {
    await staffCall(trial, 'pause', app, `/api/admin/campaigns/${trial.campaignId}/pause`)
  },
  erase: (_, trial, app) => eraseWithRetry(trial, app),
  import: importProspect,
  salonText: queueSalonText,
  salonStop: (stage, trial, app) => receiveText(trial, app, salonOf(stage, trial), stopOf('salonStop')),
  salonStart: (stage, trial, app) => receiveText(trial, app, salonOf(stage, trial), startOf('salonStart')),
  salonInbound: (stage, trial, app) =>
    receiveText(trial, app, salonOf(stage, trial), { action: 'salonInbound', bodies: ['Yes please'] }),
  ...campaignActions,
}

interface TextFrom {
  action: ActionName
  /** One of them is sent. */
  bodies: string[]
  keyword?: 'stop' | 'start'
}

export const stopOf = (action: ActionName): TextFrom => ({
  action,
  bodies: ['STOP', 'Stop', 'Unsubscribe'],
  keyword: 'stop',
})

const startOf = (action: ActionName): TextFrom => ({ action, bodies: ['START', 'Unstop'], keyword: 'start' })

/** Mostly the same salon for both actions of a trial. */
const salonOf = ({ senders }: Stage, { random }: Trial) => (random.chance(0.7) ? senders[1] : senders[2])

export async function receiveText(
  trial: Trial,
  app: App,
  sender: Sender | undefined,
  { action, bodies, keyword = undefined }: TextFrom,
) {
  const sid = messageSid()
  const [body, to] = [trial.random.pick(bodies), sender?.address ?? '']
  const params = inboundParams({ From: trial.phone, To: to, Body: body, MessageSid: sid })
  const answer = await postHook(app.origin, '/api/webhooks/twilio/inbound', params)
  const { at, status } = record(trial, action, app, answer)
  if (status === 200) trial.acknowledged.push({ sid, to, body, keyword: keyword ?? null, at })
}

/** Queues a text from a salon and runs a round of the send loop. There is no call for it yet. */
async function queueSalonText(stage: Stage, trial: Trial, app: App) {
  const sender = salonOf(stage, trial)
  const kind = trial.random.pick(['reply', 'details'] as const)
  const id = randomUUID()
  const body = `Salon text ${id}`
  const text = { id, kind, phone: trial.phone, body, dedupeKey: `salon:${id}`, sender, now: clock() }
  if (await queueText(app.sql, text)) trial.salonTexts.push({ id, body, from: sender?.address ?? '' })
  await runWorker(trial, app)
}

async function sendReply(trial: Trial, app: App) {
  // Two concurrent replies have the same idempotency key in half of the trials, as after a double click.
  const body = `Reply ${trial.replies.length > 0 && trial.random.chance(0.5) ? 2 : 1} for ${trial.name}`
  const reply = { body, status: 0 }
  trial.replies.push(reply)
  const answer = await staffCall(trial, 'reply', app, '/api/admin/send-reply-sms', {
    headers: { 'content-type': 'application/json', 'idempotency-key': body },
    body: JSON.stringify({ phoneNumber: trial.phone, message: body }),
  })
  reply.status = answer.status
}

/** A late receipt of the earlier reply, or a receipt of the first text before its create call has returned. */
async function postReceipt(stage: Stage, trial: Trial, app: App) {
  if (!trial.earlierReply || trial.random.chance(0.5)) {
    stage.plans.set(trial.phone, () => ({
      accept: true,
      answer: 'created',
      answerAfterMs: trial.random.between(10, 60),
      receipts: [{ status: 'delivered', afterMs: trial.random.between(0, 15) }],
    }))
    return runWorker(trial, app)
  }
  const [status, code] = trial.random.pick([
    ['delivered'],
    ['undelivered', '30005'],
    ['failed', '21610'],
  ] as const)
  const text = { ...trial.earlierReply, to: trial.phone }
  const path = `/api/webhooks/twilio/status?mid=${text.id}`
  const params = { ...receiptParams(text, status), ...(code && { ErrorCode: code }) }
  record(trial, 'receipt', app, await postHook(app.origin, path, params))
}

async function importProspect({ sql }: Stage, trial: Trial, app: App) {
  const prospect = {
    name: trial.name,
    country: 'GB',
    phone: `0${trial.phone.slice(3)}`,
    phone_type: 'mobile',
  }
  const form = new FormData()
  form.set(importUpload.field, new Blob([exportOf([prospect])]), 'export.json')
  const upload = () => app.staffRequest(importUpload.path, { method: 'POST', body: form })
  const slotIsFree = () => sql`select 1 from import_slots where lease_until <= now()`
  let response = await upload()
  // 429: two imports are running, the maximum over all processes.
  while (response.status === 429 && (await pollUntil(slotIsFree))) response = await upload()
  record(trial, 'import', app, { status: response.status, text: await response.text() })
}

/** Erases the number. An erasure is refused while a text is being sent, and repeated when it has been sent. */
export async function eraseWithRetry(trial: Trial, app: App): Promise<void> {
  const isSent = () =>
    app.sql`select 1 where not exists (select 1 from messages where phone = ${trial.phone} and status = 'sending')`
  while ((await eraseOnce(trial, app)) === 'refused' && (await pollUntil(isSent)));
}

async function eraseOnce(trial: Trial, app: App): Promise<'refused' | 'done'> {
  try {
    const request = { phone: trial.phone, now: clock() }
    trial.erasures.push(await erase(app.sql, app.env, app.deps.carrier, request))
    return 'done'
  } catch (error) {
    const isRefused = error instanceof ErasureRefused && /being sent/.test(error.message)
    trial.erasures.push(isRefused ? { refused: error.message } : { crashed: shortStack(error) })
    return isRefused ? 'refused' : 'done'
  }
}

const POLL_TIMEOUT_MS = 60_000
const POLL_MS = 10

/** Polls until the query returns a row; false after a minute. */
async function pollUntil(query: () => PromiseLike<{ length: number }>): Promise<boolean> {
  for (const end = performance.now() + POLL_TIMEOUT_MS; performance.now() < end; await wait(POLL_MS)) {
    if ((await query()).length > 0) return true
  }
  return false
}

/** One round of the send loop. It has no response; a rejection counts as a 500. */
export async function runWorker(trial: Trial, app: App, action: ActionName = 'claim') {
  const answer = await app.worker.round().then(
    () => ({ status: 200, text: '' }),
    (error) => ({ status: 500, text: shortStack(error) }),
  )
  trial.answers.push({ action, at: performance.now(), ...answer })
}

const agent = new Agent({ keepAlive: true })

/** Posts a signed webhook, as the carrier does. */
export const postHook = (origin: string, path: string, params: Record<string, string>) =>
  send(origin + path, agent, { method: 'POST', ...signedWebhook({ origin, path, params }) })

export async function staffCall(
  trial: Trial,
  action: ActionName,
  app: App,
  path: string,
  more: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const headers = { cookie: app.cookie, ...more.headers }
  return record(
    trial,
    action,
    app,
    await send(app.origin + path, agent, { method: 'POST', ...more, headers }),
  )
}

/** Records a response; for a 5xx with the logged error, because the response has none. */
function record(
  trial: Trial,
  action: ActionName,
  app: App,
  { status, text }: Pick<Answer, 'status' | 'text'>,
) {
  const answer = { action, status, at: performance.now(), text }
  if (status >= 500) answer.text = app.logged.findLast((line) => /"err":/.test(line)) ?? answer.text
  trial.answers.push(answer)
  return answer
}
