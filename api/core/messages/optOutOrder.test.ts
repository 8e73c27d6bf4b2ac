import { expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/open.ts'
import { testApp } from '../../testing/app.ts'
import { fictional } from '../../testing/factories.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { textFrom } from '../../testing/webhooks.ts'
import { liftSuppression } from '../suppressions/lift.ts'
import { insertSuppression } from '../suppressions/suppress.ts'
import { isSuppressed } from '../suppressions/suppressions.ts'

const PHONE = fictional(140)

test('concurrent STOP and START are applied one after the other', async () => {
  const app = await testApp()
  const { sql, env, clock } = app
  const stop = { phone: PHONE, at: clock(), source: 'keyword', wording: 'STOP' } as const
  // Already opted out: STOP inserts nothing, START lifts the old suppression.
  await inTransaction(sql, (open) => insertSuppression(open, stop))
  const start = await inTransaction(sql, async (open) => {
    await insertSuppression(open, stop)
    return meanwhile(app, () => textFrom(app.origin, PHONE, 'START'))
  })
  expect([start.early, (await start.end).status]).toEqual([false, 200])
  expect(await isSuppressed(sql, env, PHONE)).toBe(false)

  // Not opted out: START lifts nothing.
  const again = await inTransaction(sql, async (open) => {
    await liftSuppression(open, env, { ...stop, wording: 'START' })
    return meanwhile(app, () => textFrom(app.origin, PHONE, 'STOP'))
  })
  expect([again.early, (await again.end).status]).toEqual([false, 200])
  expect(await isSuppressed(sql, env, PHONE)).toBe(true)
})
