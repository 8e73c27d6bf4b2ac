import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '../../platform/context.ts'
import { openDatabase } from '../../platform/db/open.ts'
import { testApp } from '../../testing/app.ts'
import { fictional } from '../../testing/factories.ts'
import { pauseInTransaction } from '../../testing/pauseInTransaction.ts'
import { claimOne, queueDetails, stateOf } from '../../testing/queuedTexts.ts'
import { createWorker } from '../../worker/worker.ts'
import type { SendOutcome } from './carrier.ts'
import { claimDue } from './claim.ts'
import { reconcileUnknown } from './reconcile.ts'
import { recordOutcome } from './send.ts'

function gate() {
  let open: () => void = () => undefined
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open: () => open() }
}

test.each<Exclude<SendOutcome, { kind: 'blocked' }>>([
  { kind: 'busy', message: 'Too many requests', retryAfterSeconds: null },
  { kind: 'refused', code: 21211, message: 'No such number' },
  { kind: 'unauthorized', message: 'Who are you?' },
  { kind: 'ambiguous', message: 'Broken' },
])('a late outcome of an earlier attempt, here %j, changes nothing', async (outcome) => {
  const app = await testApp()
  const id = await queueDetails(app, 510)
  const stale = await claimOne(app)
  await app.sql`update messages set status = 'queued' where id = ${id}`
  await claimOne(app)
  await recordOutcome(app.deps, stale, outcome)
  expect(await stateOf(app, id)).toMatchObject({ status: 'sending', attempts: 2 })
})

test('a process suspended during a look-up does not cause a third attempt', async () => {
  const app = await testApp()
  await handsetsOf(app.origin).injectFault({ kind: 'drop' })
  const id = await queueDetails(app, 511)
  await app.worker.round()
  app.clock.advance(10_000)
  await app.worker.round()
  app.clock.advance(200_000)
  const asking = gate()
  const thaw = gate()
  const frozen = reconcileUnknown({
    ...app.deps,
    carrier: {
      ...app.deps.carrier,
      find: async (text) => {
        const found = await app.deps.carrier.find(text)
        asking.open()
        await thaw.passed
        return found
      },
    },
  })
  await asking.passed
  for (let round = 0; round < 3; round++) {
    app.clock.advance(200_000)
    await app.worker.round()
  }
  expect(await stateOf(app, id)).toMatchObject({ status: 'unknown', attempts: 2 })
  thaw.open()
  await frozen
  await app.worker.round()
  expect(await stateOf(app, id)).toMatchObject({ status: 'unknown', attempts: 2 })
})

test('a wrong process clock ends no lease and uses up no rate', async () => {
  const app = await testApp({ SEND_RATE_PER_SECOND: '5' })
  const deps = { ...app.deps, clock: systemClock }
  const id = await queueDetails(app, 512)
  await claimOne({ deps })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  const worker = createWorker(deps)
  await worker.round()
  expect(await stateOf(app, id)).toMatchObject({ status: 'sending', attempts: 1 })
  for (const offset of [7_200_000, -7_200_000]) {
    vi.setSystemTime(Date.now() + offset)
    await app.sql`update send_bucket set tokens = 5`
    for (const n of [513, 514, 515, 516, 517]) await queueDetails(app, n)
    expect(await claimDue(deps, 2)).toHaveLength(2)
  }
})

test.each([1, 2, 3, 4, 5, 6])(
  'a worker suspended after statement %i of a transaction blocks no other worker',
  async (nth) => {
    const app = await testApp()
    const proxy = await pauseInTransaction(app.databaseUrl, nth)
    const sql = openDatabase(proxy.url, { max: 2 })
    onTestFinished(() => sql.end({ timeout: 1 }))
    await queueDetails(app, 518)
    // A rejection takes several statements.
    await handsetsOf(app.origin).injectFault({ kind: 'refuse', number: fictional(518), code: 21_211 })
    let done = false
    const round = createWorker({ ...app.deps, sql })
      .round()
      .finally(() => {
        done = true
      })
    await expect.poll(() => done || proxy.isPaused()).toBe(true)
    expect(proxy.isPaused() || nth > 2).toBe(true)
    const id = await queueDetails(app, 519)
    await app.worker.round()
    expect(await stateOf(app, id)).toMatchObject({ status: 'sent' })
    proxy.resume()
    await round
  },
)
