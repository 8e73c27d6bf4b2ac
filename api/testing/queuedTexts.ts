import { claimDue } from '../core/messages/claim.ts'
import { queueText } from '../core/messages/outbox.ts'
import type { App } from './app.ts'
import { fictional } from './factories.ts'

/** Queues a details text to the n-th fictional number, and returns its id; empty if its dedupe key was used before. */
export async function queueDetails({ sql, clock }: Pick<App, 'sql' | 'clock'>, n: number, more: object = {}) {
  const phone = fictional(n)
  const text = { kind: 'details', phone, body: 'Here are the details', dedupeKey: `details:${n}` } as const
  return (await queueText(sql, { ...text, now: clock(), ...more })) ?? ''
}

/** Claims the text that is due first. */
export async function claimOne({ deps }: Pick<App, 'deps'>) {
  const [text] = await claimDue(deps, 1)
  if (!text) throw new Error('nothing was due')
  return text
}

/** The state of a text, as the outbox sees it. */
export async function stateOf({ sql }: Pick<App, 'sql'>, id: string | null) {
  const [row] = await sql<
    [
      {
        status: string
        attempts: number
        sid: string | null
        errorCode: number | null
        errorMessage: string | null
      },
    ]
  >`
    select status, attempts, sid, error_code, error_message from messages where id = ${id}`
  return row
}
