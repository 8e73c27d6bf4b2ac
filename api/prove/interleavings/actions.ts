import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { importUpload } from '@salonback/shared/sales/imports/contract.ts'
import { queueLaterTexts } from '../../core/campaigns/laterTexts.ts'
import { ErasureRefused, erase } from '../../core/erasure/erase.ts'
import { queueText } from '../../core/messages/outbox.ts'
import { secondTexts } from '../../sales/firstTexts/secondTexts.ts'
import { exportOf } from '../../testing/upload.ts'
import { receiptParams } from '../../testing/webhooks.ts'
import { shortStack } from '../suite.ts'
import { type Action, receiveText, record, runWorker, staffCall, stopOf, type TextFrom } from './calls.ts'
import { campaignActions } from './campaignActions.ts'
import { postHook } from './hooks.ts'
import { type ActionName, type App, clock, type Stage, type Trial } from './trial.ts'

/**
 * What can happen to a number. Each action records its responses in the trial; an exception is a defect of the suite. The
 * order of the names is part of the seed.
 */
export const actions: Record<ActionName, Action> = {
  inbound: ({ senders }, trial, app) =>
    receiveText(trial, app, senders[0], { action: 'inbound', bodies: ['Yes please', 'What is it about?'] }),
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
  /** Queues the second texts that are due, and runs a round of the send loop. */
  async secondSend(_, trial, app) {
    await queueLaterTexts(app.deps, secondTexts)
    await runWorker(trial, app, 'secondSend')
  },
}

const startOf = (action: ActionName): TextFrom => ({ action, bodies: ['START', 'Unstop'], keyword: 'start' })

/** Mostly the same salon for both actions of a trial. */
const salonOf = ({ senders }: Stage, { random }: Trial) => (random.chance(0.7) ? senders[1] : senders[2])

/** Queues a text from a salon, outside of a campaign, and runs a round of the send loop. */
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
    const ms = trial.random.between(10, 60)
    stage.plans.set(trial.phone, () => ({ response: { kind: 'delay', ms }, receipts: [] }))
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
