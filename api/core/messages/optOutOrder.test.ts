import { until } from '@salonback/shared/testing/server.ts'
import { expect, test } from 'vitest'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { type App, testApp } from '../../testing/app.ts'
import { waitingForLocks } from '../../testing/database.ts'
import { fictional } from '../../testing/factories.ts'
import { textFrom } from '../../testing/webhooks.ts'
import { liftSuppression } from '../suppressions/lift.ts'
import { insertSuppression } from '../suppressions/suppress.ts'
import { isSuppressed } from '../suppressions/suppressions.ts'

const PHONE = fictional(140)

/** Posts the text while the transaction is open; returns whether it was answered before the commit. */
async function meanwhile(app: App, open: Sql, body: string) {
  let answered = false
  const answer = textFrom(app.origin, PHONE, body).then(({ status }) => {
    answered = true
    return status
  })
  const waiting = () => waitingForLocks(app.sql)
  await until(waiting, ({ length }) => answered || length > 0)
  return { answer, early: answered, open }
}

test('concurrent STOP and START are applied one after the other', async () => {
  const app = await testApp()
  const { sql, env, clock } = app
  const stop = { phone: PHONE, at: clock(), source: 'keyword', wording: 'STOP' } as const
  // Already opted out: STOP inserts nothing, START lifts the old suppression.
  await inTransaction(sql, (open) => insertSuppression(open, stop))
  const start = await inTransaction(sql, async (open) => {
    await insertSuppression(open, stop)
    return meanwhile(app, open, 'START')
  })
  expect([start.early, await start.answer]).toEqual([false, 200])
  expect(await isSuppressed(sql, env, PHONE)).toBe(false)

  // Not opted out: START lifts nothing.
  const again = await inTransaction(sql, async (open) => {
    await liftSuppression(open, env, { ...stop, wording: 'START' })
    return meanwhile(app, open, 'STOP')
  })
  expect([again.early, await again.answer]).toEqual([false, 200])
  expect(await isSuppressed(sql, env, PHONE)).toBe(true)
})
