import { inTransaction, type Json, type Sql } from '../db/open.ts'
import type { CallContext } from './serve.ts'

/**
 * Does the steps once for this admin, call and Idempotency-Key; the same key again gets the first answer.
 * Steps and answer are one transaction, so a failure leaves the key free and twins wait for each other.
 */
export function once<T extends object>(
  { sql, actor, idempotencyKey }: Pick<CallContext, 'sql' | 'actor' | 'idempotencyKey'>,
  call: string,
  steps: (sql: Sql) => Promise<T>,
): Promise<T> {
  return inTransaction(sql, async (open) => {
    if (idempotencyKey === undefined) return steps(open)
    const [fresh] = await open`
      insert into idempotency_keys (admin_id, call, key) values (${actor.id}, ${call}, ${idempotencyKey})
      on conflict do nothing returning 1`
    if (!fresh) {
      const [first] = await open<{ reply: T }[]>`
        select reply from idempotency_keys
        where admin_id = ${actor.id} and call = ${call} and key = ${idempotencyKey}`
      if (first) return first.reply
    }
    const reply = await steps(open)
    await open`
      update idempotency_keys set reply = ${open.json(reply as unknown as Json)}
      where admin_id = ${actor.id} and call = ${call} and key = ${idempotencyKey}`
    return reply
  })
}
