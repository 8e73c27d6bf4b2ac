import type { OpenAPIHono } from '@hono/zod-openapi'
import { webhookPaths } from '@salonback/shared/http/wire.ts'
import type { Context } from 'hono'
import type { Deps } from '../deps.ts'
import { readBody } from '../http/body.ts'
import { isClientGone } from '../http/connection.ts'
import { AppError } from '../http/errors.ts'
import { limitConcurrency } from '../http/limitConcurrency.ts'
import { receiveText, type WebhookParams } from './inbound.ts'
import { recordReceipt } from './receipts.ts'
import { toErrorCode } from './sendOutcome.ts'

const EMPTY_TWIML = '<?xml version="1.0" encoding="UTF-8"?><Response/>'
const SID = /^[A-Z]{2}[0-9a-fA-F]{32}$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Twice the connections there are for them. A burst waits here, in its order, and not in front of everybody else: the
 * work on a hundred texts at once held every other answer for seconds. Bodies are read before: a slow one takes no turn.
 */
const MAX_AT_ONCE = 12

/** The carrier's webhooks. Nothing is parsed or written before the signature is verified. */
export function webhookRoutes(app: OpenAPIHono, deps: Deps): void {
  const { sql, clock, lapses } = deps
  const inTurn = limitConcurrency({ atOnce: MAX_AT_ONCE })

  app.post(webhookPaths.inbound, async (c) => {
    const form = await signedForm(c, deps)
    await inTurn(async () => {
      const params = verified(c, deps, form)
      if (!SID.test(one(params.MessageSid)) || one(params.From) === '') {
        throw new AppError('malformed', 'MessageSid and From are needed')
      }
      try {
        // It may be from before others that are stored: a STOP or START would count as the last word.
        if (await isClientGone(c)) throw new AppError('unavailable', 'The carrier does not wait any more')
        await receiveText(sql, deps, params, clock())
      } catch (error) {
        // The carrier does not deliver it again: it is asked for it, and tells when it came.
        lapses.note()
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
      return recordReceipt(sql, receipt, clock())
    })
    return c.body(null, 204)
  })
}

// Real statuses are far shorter; the status is part of a key, and an index row has a maximum size.
const MAX_STATUS_LENGTH = 40

const one = (value: string | string[] | undefined) =>
  Array.isArray(value) ? (value[0] ?? '') : (value ?? '')

interface SignedForm {
  signature: string
  text: string
}

/** What arrived with a signature. A stranger has none to show and is answered before a byte of the body is read. */
async function signedForm(c: Context, { rejections }: Deps): Promise<SignedForm> {
  const signature = c.req.header('x-twilio-signature')
  if (!signature) {
    rejections.record(c, 'signature')
    throw new AppError('forbidden', 'The signature is missing')
  }
  return { signature, text: await readBody(c) }
}

/** The form's parameters, once the signature over the public address and these very values holds. */
function verified(
  c: Context,
  { env, carrier, rejections }: Deps,
  { signature, text }: SignedForm,
): WebhookParams {
  const params = formParams(text)
  // Signed is the address we gave the carrier; the Host header may differ behind a proxy, or be forged.
  const url = env.PUBLIC_URL + c.req.url.replace(/^[a-z]+:\/\/[^/]+/i, '')
  if (!carrier.verify(signature, url, params) || one(params.AccountSid) !== carrier.accountSid) {
    rejections.record(c, 'signature')
    throw new AppError('forbidden', 'The signature does not fit')
  }
  return withoutNul(params)
}

/** Postgres keeps no NUL in a text, and a text must not be lost for one. */
function withoutNul(params: WebhookParams): WebhookParams {
  const clean = (text: string) => text.replaceAll('\0', '')
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      clean(name),
      Array.isArray(value) ? value.map(clean) : clean(value),
    ]),
  )
}

/** Far above what the carrier sends: about 20, and two for each of ten pictures. */
const MAX_PARAMS = 200

/** Never trimmed, empty values kept, repeated names as arrays: what the signature covers. Any name, `__proto__` too. */
function formParams(text: string): WebhookParams {
  if (text.split('&', MAX_PARAMS + 1).length > MAX_PARAMS) {
    throw new AppError('malformed', `The form has more than ${MAX_PARAMS} parameters`)
  }
  const params = new Map<string, string | string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    const known = params.get(name)
    if (known === undefined) params.set(name, value)
    else if (Array.isArray(known)) known.push(value)
    else params.set(name, [known, value])
  }
  return Object.fromEntries(params)
}
