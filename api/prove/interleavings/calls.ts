import type { Sender } from '../../core/messages/senders.ts'
import { inboundParams, messageSid } from '../../testing/webhooks.ts'
import { shortStack } from '../suite.ts'
import { postHook } from './hooks.ts'
import type { ActionName, Answer, App, Stage, Trial } from './trial.ts'

export type Action = (stage: Stage, trial: Trial, app: App) => Promise<void>

export interface TextFrom {
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

/** One round of the send loop. It has no response; a rejection counts as a 500. */
export async function runWorker(trial: Trial, app: App, action: ActionName = 'claim') {
  const answer = await app.worker.round().then(
    () => ({ status: 200, text: '' }),
    (error) => ({ status: 500, text: shortStack(error) }),
  )
  trial.answers.push({ action, at: performance.now(), ...answer })
}

export async function staffCall(
  trial: Trial,
  action: ActionName,
  app: App,
  path: string,
  more: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const headers = { cookie: app.cookie, ...more.headers }
  const response = await fetch(app.origin + path, { method: 'POST', ...more, headers })
  return record(trial, action, app, { status: response.status, text: await response.text() })
}

/** Records a response; for a 5xx with the logged error, because the response has none. */
export function record(
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
