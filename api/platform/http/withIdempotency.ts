import { createHash } from 'node:crypto'
import type { Database, Json, Sql } from '../db/open.ts'
import { retryOnDeadlock } from '../db/retryOnDeadlock.ts'
import type { Caller } from './access.ts'
import { AppError } from './errors.ts'

interface WithIdempotency {
  sql: Database
  actor: Caller
  idempotencyKey: string | undefined
}

/**
 * Runs the steps once per admin, call and Idempotency-Key. A repeated key gets the first response, or a 422 if its input
 * differs. Steps and response share one transaction: a failure leaves the key unused, and concurrent requests with the
 * same key wait for each other. The steps may only use the database: see retryOnDeadlock.
 */
export function withIdempotency<I extends object, T extends object>(
  { sql, actor, idempotencyKey }: WithIdempotency,
  call: string,
  input: I,
  steps: (sql: Sql) => Promise<T>,
): Promise<T> {
  return retryOnDeadlock(sql, async (open) => {
    if (idempotencyKey === undefined) return steps(open)
    const requestHash = createHash('sha256').update(JSON.stringify(input)).digest()
    const [inserted] = await open`
      insert into idempotency_keys (admin_id, call, key, request_hash)
      values (${actor.id}, ${call}, ${idempotencyKey}, ${requestHash})
      on conflict do nothing returning 1`
    if (!inserted) {
      const [first] = await open<{ reply: T; requestHash: Buffer | null }[]>`
        select reply, request_hash from idempotency_keys
        where admin_id = ${actor.id} and call = ${call} and key = ${idempotencyKey}`
      // Rows from before the hash was added have none and match any input.
      if (first?.requestHash && !requestHash.equals(first.requestHash)) throw keyReused()
      if (first) return first.reply
    }
    const reply = await steps(open)
    await open`
      update idempotency_keys set reply = ${open.json(reply as unknown as Json)}
      where admin_id = ${actor.id} and call = ${call} and key = ${idempotencyKey}`
    return reply
  })
}

/** For a key reused with another input: the stored response would hide that nothing was done. */
export const keyReused = () =>
  new AppError('invalid', 'This Idempotency-Key was used for another request. Nothing was done.')
