import { createHmac, randomBytes } from 'node:crypto'
import { healthPath, webhookPaths } from '@salonback/shared/platform/http/wire.ts'
import type { Env } from '../env.ts'
import type { Sql } from '../platform/db/open.ts'
import { findInstance } from '../platform/health/health.ts'
import { type CheckResult, note, ok, problem, shortMessage } from './checkResult.ts'

const subject = 'Public address'
const TIMEOUT_MS = 10_000

const call = (url: string, init: RequestInit = {}) =>
  fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })

/** Checks that PUBLIC_URL is https, reaches this service, and passes webhooks unchanged. */
export async function checkAddress(sql: Sql, env: Env): Promise<CheckResult[]> {
  const { PUBLIC_URL, NODE_ENV } = env
  const https = PUBLIC_URL.startsWith('https://')
  const lines = https
    ? []
    : [
        (NODE_ENV === 'production' ? problem : note)(
          subject,
          `${PUBLIC_URL} is not https`,
          'get a domain and a certificate, put a proxy in front, and set PUBLIC_URL to https://your.domain',
        ),
      ]
  const reached = await reachLine(sql, PUBLIC_URL)
  if (reached.state !== 'ok') return [...lines, reached]
  return [...lines, reached, ...(env.TWILIO_AUTH_TOKEN ? [await signatureLine(env)] : [])]
}

async function reachLine(sql: Sql, url: string): Promise<CheckResult> {
  try {
    const health = await call(url + healthPath)
    const body = (await health.json().catch(() => null)) as { service?: unknown } | null
    if (body?.service !== 'salonback') {
      return problem(
        subject,
        `${url} answers ${health.status}, but is not this service`,
        'point the domain and its proxy to this machine and its PORT',
      )
    }
    const ready = (await (await call(`${url}/readyz`)).json()) as { instance?: unknown }
    if (ready.instance !== (await findInstance(sql)))
      return problem(
        subject,
        `${url} is another installation of the service, on another database`,
        'set PUBLIC_URL to the address of this one',
      )
    return ok(subject, `${url} reaches this service`)
  } catch (error) {
    return problem(
      subject,
      `${url} cannot be reached: ${shortMessage(error)}`,
      'start the service, then check DNS, firewall, proxy and certificate',
    )
  }
}

/** A signed delivery receipt for an unknown text: accepted without effect. */
async function signatureLine({
  PUBLIC_URL,
  TWILIO_AUTH_TOKEN = '',
  TWILIO_ACCOUNT_SID = '',
}: Env): Promise<CheckResult> {
  const url = PUBLIC_URL + webhookPaths.status
  const sid = `SM${randomBytes(16).toString('hex')}`
  const params = { AccountSid: TWILIO_ACCOUNT_SID, MessageSid: sid, MessageStatus: 'sent' }
  const signed = url + Object.entries(params).flat().join('')
  const signature = createHmac('sha1', TWILIO_AUTH_TOKEN).update(signed).digest('base64')
  const answer = await call(url, {
    method: 'POST',
    headers: { 'x-twilio-signature': signature },
    body: new URLSearchParams(params),
  })
  if (answer.status === 204) return ok('Webhooks', 'a signed test request was accepted')
  return problem(
    'Webhooks',
    `a signed test request got status ${answer.status}`,
    'restart the service with these settings; its proxy must not change path or body',
  )
}
