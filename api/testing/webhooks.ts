import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { ACCOUNT_SID, AUTH_TOKEN, SENDER } from './start.ts'

const { getExpectedTwilioSignature } = createRequire(import.meta.url)('twilio/lib/webhooks/webhooks') as {
  getExpectedTwilioSignature(token: string, url: string, params: Record<string, string | string[]>): string
}

export const messageSid = () => `SM${randomBytes(16).toString('hex')}`

/** The parameters of a real inbound webhook for a plain GB number, empty ones included. */
export function inboundParams(
  given: { From: string; Body: string } & Record<string, string>,
): Record<string, string> {
  const sid = given.MessageSid ?? messageSid()
  return {
    ToCountry: 'GB',
    ToState: '',
    SmsMessageSid: sid,
    NumMedia: '0',
    ToCity: '',
    FromZip: '',
    SmsSid: sid,
    FromState: '',
    SmsStatus: 'received',
    FromCity: '',
    FromCountry: 'GB',
    To: SENDER,
    ToZip: '',
    NumSegments: '1',
    MessageSid: sid,
    AccountSid: ACCOUNT_SID,
    ApiVersion: '2010-04-01',
    ...given,
  }
}

interface Hook {
  origin: string
  path: string
  params: Record<string, string | string[]>
  /** What was signed, when it is not what is sent. */
  signed?: { url?: string; params?: Record<string, string | string[]>; token?: string }
  /** Instead of a right one; null sends none. */
  signature?: string | null
}

/** A webhook as the carrier would send it: a form, signed over address and values. */
export function signedHook({ origin, path, params, signed = {}, signature }: Hook) {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    for (const one of Array.isArray(value) ? value : [value]) form.append(name, one)
  }
  const right = getExpectedTwilioSignature(
    signed.token ?? AUTH_TOKEN,
    signed.url ?? origin + path,
    signed.params ?? params,
  )
  const header = signature === undefined ? right : signature
  const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' }
  if (header !== null) headers['x-twilio-signature'] = header
  return { headers, body: form.toString() }
}

export const postHook = (hook: Hook): Promise<Response> =>
  fetch(hook.origin + hook.path, { method: 'POST', ...signedHook(hook) })

/** A text from this number arrives; answers with the webhook's response. */
export const textFrom = (origin: string, from: string, body: string, more: Record<string, string> = {}) =>
  postHook({
    origin,
    path: '/api/webhooks/twilio/inbound',
    params: inboundParams({ From: from, Body: body, ...more }),
  })

/** The parameters of a delivery receipt. */
export const receiptParams = (text: { sid: string; to: string; from?: string }, status: string) => ({
  MessageSid: text.sid,
  SmsSid: text.sid,
  AccountSid: ACCOUNT_SID,
  From: text.from ?? SENDER,
  To: text.to,
  MessageStatus: status,
  SmsStatus: status,
  ApiVersion: '2010-04-01',
})

/** A delivery receipt for one of our texts. */
export const receiptFor = (
  origin: string,
  text: { id: string; sid: string; to: string },
  status: string,
  more: Record<string, string> = {},
) =>
  postHook({
    origin,
    path: `/api/webhooks/twilio/status?mid=${text.id}`,
    params: { ...receiptParams(text, status), ...more },
  })
