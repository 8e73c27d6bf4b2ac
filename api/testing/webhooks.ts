import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { ACCOUNT_SID, AUTH_TOKEN, SENDER } from './start.ts'

const { getExpectedTwilioSignature } = createRequire(import.meta.url)('twilio/lib/webhooks/webhooks') as {
  getExpectedTwilioSignature(token: string, url: string, params: Record<string, string | string[]>): string
}

export const messageSid = () => `SM${randomBytes(16).toString('hex')}`

/** The parameters of a real inbound webhook for a British number, including empty ones. */
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

interface Webhook {
  origin: string
  path: string
  params: Record<string, string | string[]>
  /** Signs these values instead of the ones that are sent. */
  signed?: { url?: string; params?: Record<string, string | string[]>; token?: string }
  /** Replaces the valid signature; null omits it. */
  signature?: string | null
}

/** A webhook as the carrier sends it: a form with a signature over URL and parameters. */
export function signedWebhook({ origin, path, params, signed = {}, signature }: Webhook) {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    for (const item of Array.isArray(value) ? value : [value]) form.append(name, item)
  }
  const valid = getExpectedTwilioSignature(
    signed.token ?? AUTH_TOKEN,
    signed.url ?? origin + path,
    signed.params ?? params,
  )
  const header = signature === undefined ? valid : signature
  const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' }
  if (header !== null) headers['x-twilio-signature'] = header
  return { headers, body: form.toString() }
}

export const postWebhook = (webhook: Webhook): Promise<Response> =>
  fetch(webhook.origin + webhook.path, { method: 'POST', ...signedWebhook(webhook) })

/** Posts the inbound webhook for a text from this number. */
export const textFrom = (origin: string, from: string, body: string, more: Record<string, string> = {}) =>
  postWebhook({
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

/** Posts a delivery receipt for an outbound text. */
export const receiptFor = (
  origin: string,
  text: { id: string; sid: string; to: string },
  status: string,
  more: Record<string, string> = {},
) =>
  postWebhook({
    origin,
    path: `/api/webhooks/twilio/status?mid=${text.id}`,
    params: { ...receiptParams(text, status), ...more },
  })
