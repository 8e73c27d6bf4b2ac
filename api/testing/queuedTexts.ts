import { claimDue } from '../core/messages/claim.ts'
import { queueText } from '../core/messages/outbox.ts'
import type { App } from './app.ts'
import { fictional } from './factories.ts'

type Where = Pick<App, 'sql' | 'clock'>

/** Queues a details text to a number or the n-th fictional one; its id, empty if its dedupe key was used before. */
export async function queueDetails({ sql, clock }: Where, to: number | string, more: object = {}) {
  const phone = typeof to === 'number' ? fictional(to) : to
  const text = { kind: 'details', phone, body: 'Here are the details', dedupeKey: `details:${to}` } as const
  return (await queueText(sql, { ...text, now: clock(), ...more })) ?? ''
}

/** Claims the text that is due first. */
export async function claimOne({ deps }: Pick<App, 'deps'>) {
  const [text] = await claimDue(deps, 1)
  if (!text) throw new Error('nothing was due')
  return text
}

interface TextState {
  status: string
  attempts: number
  sid: string | null
  errorCode: number | null
  errorMessage: string | null
}

/** The state of a text, as the outbox sees it. */
export async function stateOf({ sql }: Pick<App, 'sql'>, id: string | null) {
  const [row] = await sql<[TextState]>`
    select status, attempts, sid, error_code, error_message from messages where id = ${id}`
  return row
}
