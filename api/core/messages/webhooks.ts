import type { OpenAPIHono } from '@hono/zod-openapi'
import { webhookPaths } from '@salonback/shared/platform/http/wire.ts'
import type { Context } from 'hono'
import type { Deps } from '../../deps.ts'
import { readBody } from '../../platform/http/body.ts'
import { isClientGone } from '../../platform/http/connection.ts'
import { AppError } from '../../platform/http/errors.ts'
import { limitConcurrency } from '../../platform/http/limitConcurrency.ts'
import { receiveText, type WebhookParams } from './inbound.ts'
import { recordReceipt } from './receipts.ts'
import { toErrorCode } from './sendOutcome.ts'

const EMPTY_TWIML = '<?xml version="1.0" encoding="UTF-8"?><Response/>'
const SID = /^[A-Z]{2}[0-9a-fA-F]{32}$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Twice the reserved connections. A burst waits here instead of delaying all other requests. */
const MAX_AT_ONCE = 12

/** Webhooks of the carrier. Nothing is written before the signature is verified. */
export function webhookRoutes(app: OpenAPIHono, deps: Deps): void {
  const { clock, ingestFailures } = deps
  const inTurn = limitConcurrency({ atOnce: MAX_AT_ONCE })

  app.post(webhookPaths.inbound, async (c) => {
    const form = await signedForm(c, deps)
    await inTurn(async () => {
      const params = verified(c, deps, form)
      if (!SID.test(one(params.MessageSid)) || one(params.From) === '') {
        throw new AppError('malformed', 'MessageSid and From are needed')
      }
      try {
        // A suspended process reads old requests late: a STOP or START must not count as the latest text.
        if (await isClientGone(c)) throw new AppError('unavailable', 'The carrier has closed the request')
        await receiveText(deps, params, clock())
      } catch (error) {
        // The carrier does not retry: the catch-up fetches the text with its original time.
        ingestFailures.record()
        throw error
      }
    })
    return c.body(EMPTY_TWIML, 200, { 'Content-Type': 'text/xml; charset=utf-8' })
  })

  app.post(webhookPaths.status, async (c) => {
    const form = await signedForm(c, deps)
    await inTurn(() => {
      const params = verified(c, deps, form)
      const sid = one(params.MessageSid)
      const status = one(params.MessageStatus) || one(params.SmsStatus)
      if (!SID.test(sid) || status === '')
        throw new AppError('malformed', 'MessageSid and MessageStatus are needed')
      const mid = c.req.query('mid') ?? ''
      const receipt = {
        sid,
        messageId: UUID.test(mid) ? mid : null,
        status: status.toLowerCase().slice(0, MAX_STATUS_LENGTH),
        errorCode: toErrorCode(one(params.ErrorCode)),
        raw: params,
      }
      return recordReceipt(deps, receipt, clock())
    })
    return c.body(null, 204)
  })
}

// The status is part of an index key, which has a maximum size.
const MAX_STATUS_LENGTH = 40

const one = (value: string | string[] | undefined) =>
  Array.isArray(value) ? (value[0] ?? '') : (value ?? '')

interface SignedForm {
  signature: string
  text: string
}

/** Body and signature. A request without signature is refused before its body is read. */
async function signedForm(c: Context, { rejections }: Deps): Promise<SignedForm> {
  const signature = c.req.header('x-twilio-signature')
  if (!signature) {
    rejections.record(c, 'signature')
    throw new AppError('forbidden', 'The signature is missing')
  }
  return { signature, text: await readBody(c) }
}

/** Parameters of the form after verifying the signature over the public URL and all values. */
function verified(
  c: Context,
  { env, carrier, rejections }: Deps,
  { signature, text }: SignedForm,
): WebhookParams {
  const params = formParams(text)
  // The signature covers our configured URL; the Host header can differ or be forged.
  const url = env.PUBLIC_URL + c.req.url.replace(/^[a-z]+:\/\/[^/]+/i, '')
  if (!carrier.verify(signature, url, params) || one(params.AccountSid) !== carrier.accountSid) {
    rejections.record(c, 'signature')
    throw new AppError('forbidden', 'The signature is invalid')
  }
  return withoutNul(params)
}

/** Removes NUL, which Postgres rejects. */
function withoutNul(params: WebhookParams): WebhookParams {
  const clean = (text: string) => text.replaceAll('\0', '')
  const cleanAll = (value: string | string[]) => (Array.isArray(value) ? value.map(clean) : clean(value))
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [clean(name), cleanAll(value)]))
}

const oneOrAll = ([first = '', ...more]: string[]) => (more.length > 0 ? [first, ...more] : first)

/** Twilio sends about 20, plus two for each of up to ten pictures. */
const MAX_PARAMS = 200

/** Parsed as signed: untrimmed, with empty values, repeated names as arrays. Safe for names such as `__proto__`. */
function formParams(text: string): WebhookParams {
  if (text.split('&', MAX_PARAMS + 1).length > MAX_PARAMS) {
    throw new AppError('malformed', `The form has more than ${MAX_PARAMS} parameters`)
  }
  const form = new URLSearchParams(text)
  return Object.fromEntries([...form.keys()].map((name) => [name, oneOrAll(form.getAll(name))]))
}
