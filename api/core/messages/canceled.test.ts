import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/open.ts'
import { type App, testApp } from '../../testing/app.ts'
import { waitingForLocks } from '../../testing/database.ts'
import { makeProspect } from '../../testing/factories.ts'
import { textsOnHandset, textsPerHandset } from '../../testing/handsetTexts.ts'
import { claimOne } from '../../testing/queuedTexts.ts'
import { campaignTo, startCampaign } from '../../testing/startCampaign.ts'
import { sendClaimed } from './send.ts'
import { requeue } from './transitions/attempt.ts'

/** The claimed text of a campaign. */
async function claimedText(app: App) {
  const { id } = await campaignTo(app, 1)
  return { id, text: await claimOne(app) }
}

test('a text requeued while its campaign is canceled is canceled too', async () => {
  const app = await testApp()
  const { id, text } = await claimedText(app)
  await handsetsOf(app.origin).injectFault({ kind: 'busy' })
  let sending: Promise<unknown> = Promise.resolve()
  let canceling: Promise<unknown> = Promise.resolve()
  // Delays storing the rejection until the cancel has run.
  await inTransaction(app.sql, async (open) => {
    await open`select 1 from messages where id = ${text.id} for update`
    sending = sendClaimed(app.deps, text)
    await expect.poll(() => waitingForLocks(app.sql)).toHaveLength(1)
    let canceled = false
    canceling = app.staff.firstTexts.cancel({ id }).finally(() => {
      canceled = true
    })
    await expect.poll(async () => canceled || (await waitingForLocks(app.sql)).length === 2).toBe(true)
  })
  await Promise.all([sending, canceling])
  expect(await app.staff.firstTexts.get({ id })).toMatchObject({ state: 'canceled', queued: 0, canceled: 1 })
})

test('a text that is requeued after its campaign was canceled says so', async () => {
  const app = await testApp()
  const { text } = await claimedText(app)
  await app.sql`update campaigns set state = 'canceled'`
  await requeue(app.sql, text, { at: app.sql`now()` }, app.clock())
  const { messages } = await app.staff.inbox.conversation({ number: text.phone })
  expect(messages).toMatchObject([{ status: 'canceled', explanation: 'Canceled before it was sent' }])
})

test('cancelStrays cancels texts of a canceled campaign and reopens a finished one', async () => {
  const app = await testApp()
  const canceled = await campaignTo(app, 1)
  const other = await makeProspect(app.sql)
  const finished = await startCampaign(app, [other.id])
  await app.sql`update campaigns set state = 'canceled' where id = ${canceled.id}`
  await app.sql`update campaigns set state = 'finished' where id = ${finished.id}`
  await app.worker.round()
  await app.worker.round()
  expect(await app.staff.firstTexts.get({ id: canceled.id })).toMatchObject({
    state: 'canceled',
    canceled: 1,
  })
  expect(await app.staff.firstTexts.get({ id: finished.id })).toMatchObject({ state: 'finished', sent: 1 })
  expect(await textsPerHandset(app.sql)).toEqual([{ handset: other.phone, texts: 1 }])
})

test.each(['cancel', 'pause'] as const)('%s blocks texts that are claimed already', async (verb) => {
  const app = await testApp()
  const { id, text } = await claimedText(app)
  await app.staff.firstTexts[verb]({ id })
  await sendClaimed(app.deps, text)
  expect(await textsOnHandset(app.sql, text.phone)).toEqual([])
  const left = { queued: verb === 'pause' ? 1 : 0, canceled: verb === 'cancel' ? 1 : 0 }
  expect(await app.staff.firstTexts.get({ id })).toMatchObject(left)
})

test('a claimed text waits when quiet hours begin', async () => {
  const app = await testApp({ QUIET_HOURS: '08:00-21:00' })
  app.clock.set(new Date('2026-03-10T20:59:50Z'))
  const { id, text } = await claimedText(app)
  app.clock.advance(12_000)
  await sendClaimed(app.deps, text)
  await app.worker.round()
  expect(await textsOnHandset(app.sql, text.phone)).toEqual([])
  expect(await app.staff.firstTexts.get({ id })).toMatchObject({ queued: 1, state: 'running' })
  app.clock.set(new Date('2026-03-11T08:00:00Z'))
  await app.worker.round()
  expect(await textsOnHandset(app.sql, text.phone)).toHaveLength(1)
})
