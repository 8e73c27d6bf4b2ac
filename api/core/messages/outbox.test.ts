import { filledQuestionnaire } from '@salonback/shared/sales/waitlist/testing.ts'
import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { expect, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'
import { fictional, makeProspect } from '../../testing/factories.ts'
import { textsOnHandset, textsPerHandset } from '../../testing/handsetTexts.ts'
import { claimOne, queueDetails, stateOf } from '../../testing/queuedTexts.ts'
import { campaignTo, startCampaign } from '../../testing/startCampaign.ts'
import { textFrom } from '../../testing/webhooks.ts'
import { claimDue } from './claim.ts'
import { sendClaimed } from './send.ts'

const minutes = (n: number) => n * 60_000

async function rounds({ worker, clock }: App, count: number, pauseMs: number) {
  for (let n = 0; n < count; n++) {
    await worker.round()
    clock.advance(pauseMs)
  }
}

test('a queued text is sent once and receipts set it to delivered', async () => {
  const app = await testApp()
  const id = await queueDetails(app, 20)
  await app.worker.round()
  await app.simulator.drain()
  expect(await stateOf(app, id)).toMatchObject({ status: 'delivered', attempts: 1 })
  expect(await textsOnHandset(app.sql, fictional(20))).toEqual(['Here are the details'])
  expect(await app.worker.round()).toBe(0)
})

test('the same dedupe key never creates a second text', async () => {
  const app = await testApp()
  expect(await queueDetails(app, 20)).not.toBe('')
  expect(await queueDetails(app, 20)).toBe('')
})

test('all processes share the rate', async () => {
  const app = await testApp({ SEND_RATE_PER_SECOND: '5' })
  for (let n = 0; n < 20; n++) await queueDetails(app, 600 + n)
  const claims = await Promise.all([1, 2, 3].map(() => claimDue(app.deps, 50)))
  expect(claims.flat()).toHaveLength(5)
  expect(await claimDue(app.deps, 50)).toHaveLength(0)
  app.clock.advance(1000)
  expect(await claimDue(app.deps, 50)).toHaveLength(5)
})

test('replies and details are sent before first texts', async () => {
  const app = await testApp({ SEND_RATE_PER_SECOND: '1' })
  await campaignTo(app, 1)
  app.clock.advance(1000)
  await queueDetails(app, 21)
  expect(await claimDue(app.deps, 50)).toMatchObject([{ kind: 'details' }])
})

test.each([
  [21211, true, false],
  [21614, true, false],
  [21610, false, true],
  [21408, false, false],
  [39001, false, false],
])(
  'rejected with %i: the text fails; undeliverable %s, opted out %s; the next text is sent',
  async (code, dead, optedOut) => {
    const app = await testApp()
    await handsetsOf(app.origin).injectFault({ kind: 'refuse', number: fictional(22), code })
    const id = await queueDetails(app, 22)
    const other = await queueDetails(app, 23)
    await app.worker.round()
    expect(await stateOf(app, id)).toMatchObject({ status: 'failed', errorCode: code })
    expect((await stateOf(app, other)).status).toBe('sent')
    const [known] = await app.sql`
    select exists (select 1 from undeliverable where phone = ${fictional(22)}) as dead, suppressed(${fictional(22)}) as opted_out`
    expect(known).toEqual({ dead, optedOut })
  },
)

test('a text answered with 429 is sent later, once', async () => {
  const app = await testApp()
  await handsetsOf(app.origin).injectFault({ kind: 'busy', count: 2 })
  const id = await queueDetails(app, 24)
  await rounds(app, 3, minutes(15))
  expect(await stateOf(app, id)).toMatchObject({ status: 'sent', attempts: 3 })
  expect(await textsOnHandset(app.sql, fictional(24))).toHaveLength(1)
})

test('a later campaign can include a number after its first text was rejected', async () => {
  const app = await testApp()
  const { id: prospectId, phone } = await makeProspect(app.sql)
  const start = () => startCampaign(app, [prospectId])
  await handsetsOf(app.origin).injectFault({ kind: 'refuse', code: 21408, count: 1 })
  await start()
  await app.worker.round()
  expect(await textsOnHandset(app.sql, phone)).toEqual([])
  await start()
  await app.worker.round()
  expect(await textsOnHandset(app.sql, phone)).toHaveLength(1)
  await expect(start()).rejects.toMatchObject({ status: 422 })
})

test('401 stops sending, loses nothing, and staff can resume', async () => {
  const app = await testApp()
  await handsetsOf(app.origin).injectFault({ kind: 'unauthorized' })
  const id = await queueDetails(app, 25)
  await app.worker.round()
  expect((await app.staff.settings.service()).sendingStopped).toBe('The carrier refused our credentials')
  await handsetsOf(app.origin).clearFaults()
  await app.worker.round()
  expect((await stateOf(app, id)).status).toBe('queued')
  expect((await app.staff.settings.resumeSending()).sendingStopped).toBeNull()
  await app.worker.round()
  expect((await stateOf(app, id)).status).toBe('sent')
})

test.each(['error', 'drop', 'accept_drop', 'accept_error'])(
  '%s is ambiguous: unknown, under Needs Review, not sent again',
  async (kind) => {
    const app = await testApp()
    await handsetsOf(app.origin).injectFault({ kind, count: 1 })
    await handsetsOf(app.origin).injectFault({ kind: 'withhold' })
    const id = await queueDetails(app, 26)
    await app.worker.round()
    await app.worker.round()
    expect((await stateOf(app, id)).status).toBe('unknown')
    expect((await app.staff.metrics.sms()).needsReview).toBe(1)
    expect(await app.staff.inbox.unknown()).toMatchObject([{ id, to: fictional(26) }])
  },
)

test('an unknown text found at the carrier gets its sid and is not sent again', async () => {
  const app = await testApp()
  await handsetsOf(app.origin).injectFault({ kind: 'accept_drop', count: 1 })
  await handsetsOf(app.origin).injectFault({ kind: 'withhold' })
  const id = await queueDetails(app, 27)
  await app.worker.round()
  app.clock.advance(10_000)
  await app.worker.round()
  expect((await stateOf(app, id)).status).toMatch(/sent|delivered/)
  expect(await textsOnHandset(app.sql, fictional(27))).toHaveLength(1)
})

test('a details text not found twice is retried once', async () => {
  const app = await testApp()
  await handsetsOf(app.origin).injectFault({ kind: 'drop' })
  const id = await queueDetails(app, 28)
  await rounds(app, 8, minutes(4))
  expect(await stateOf(app, id)).toMatchObject({ status: 'unknown', attempts: 2 })
  expect(await textsOnHandset(app.sql, fictional(28))).toEqual([])
})

test('a first text not found stays unknown until staff decide', async () => {
  const app = await testApp()
  const { firstTexts, inbox } = app.staff
  await handsetsOf(app.origin).injectFault({ kind: 'drop', count: 1 })
  const campaign = await campaignTo(app, 1)
  await rounds(app, 5, minutes(4))
  expect(await firstTexts.get({ id: campaign.id })).toMatchObject({ state: 'finished', unknown: 1, total: 1 })
  const id = (await inbox.unknown())[0]?.id ?? ''
  await inbox.resolveUnknown({ id, outcome: 'failed' })
  await app.worker.round()
  expect(await textsPerHandset(app.sql)).toEqual([])
  expect(await firstTexts.get({ id: campaign.id })).toMatchObject({ unknown: 0, failed: 1 })
  await expect(inbox.resolveUnknown({ id, outcome: 'sent' })).rejects.toThrow(/^409: /)
})

test('no path sends to a suppressed number', async () => {
  const app = await testApp({ ALERT_SMS_NUMBER: fictional(30) })
  const { id: prospectId } = await makeProspect(app.sql, { phone: fictional(30) })
  await queueDetails(app, 30)
  await startCampaign(app, [(await makeProspect(app.sql, { phone: fictional(31) })).id])
  await textFrom(app.origin, fictional(30), 'STOP')
  await textFrom(app.origin, fictional(31), 'STOP')
  // Details, alert, follow-up, reply and first text, each by its own path.
  await app.visitor.leads.submit({ mobileNumber: fictional(30) })
  await app.visitor.waitlist.submit({ ...filledQuestionnaire, mobileNumber: fictional(99) })
  await textFrom(app.origin, fictional(30), 'Yes please')
  const reply = app.staff.inbox.reply({ phoneNumber: fictional(30), message: 'Hello?' })
  await expect(reply).rejects.toThrow(/^409: /)
  await expect(startCampaign(app, [prospectId])).rejects.toThrow(/^422: /)
  await app.worker.round()
  expect(await textsPerHandset(app.sql)).toEqual([])
})

test('a STOP between claim and call blocks the text', async () => {
  const app = await testApp()
  const id = await queueDetails(app, 32)
  const claimed = await claimOne(app)
  await textFrom(app.origin, fictional(32), 'STOP')
  expect(await sendClaimed(app.deps, claimed)).toEqual({ kind: 'blocked', why: 'suppressed' })
  expect((await stateOf(app, id)).status).toBe('canceled')
  expect(await textsPerHandset(app.sql)).toEqual([])
})
