import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { fictional, makeProspect } from '../../testing/factories.ts'
import { claimOne, stateOf } from '../../testing/queuedTexts.ts'
import { campaignTo, startCampaign } from '../../testing/startCampaign.ts'
import { textFrom } from '../../testing/webhooks.ts'
import { sendClaimed } from '../messages/send.ts'

/** A prospect with a waiting first text who asks whether we have the right number. */
async function heldProspect() {
  const app = await testApp()
  const prospect = await makeProspect(app.sql)
  await startCampaign(app, [prospect.id])
  await textFrom(app.origin, prospect.phone, 'Hello, wrong number?')
  const [asked] = await app.staff.inbox.inbound()
  const statusOfFirst = async () => {
    await app.worker.round()
    const { messages } = await app.staff.inbox.conversation({ number: prospect.phone })
    return messages.find(({ kind }) => kind === 'first_text')?.status
  }
  return { ...app, prospect, asked: asked ?? expect.fail('no text came'), statusOfFirst }
}

test('a possible opt-out blocks automatic texts until staff decide', async () => {
  const { staff, sql, prospect, asked, statusOfFirst } = await heldProspect()
  const flags = { pendingReview: true, needsReview: true, isOptOut: false }
  expect(asked).toMatchObject({ intent: 'maybe_opt_out', ...flags })
  expect(await statusOfFirst()).toBe('queued')
  const { optOut } = await staff.inbox.conversation({ number: prospect.phone })
  expect(optOut).toBeNull()
  expect((await staff.metrics.sms()).needsReview).toBe(1)
  const decided = await staff.inbox.decide({ id: asked.id, optOut: false })
  expect(decided).toMatchObject({ pendingReview: false, processed: false, isOptOut: false })
  expect(await statusOfFirst()).toBe('sent')
  const lines = await sql`select action, subject, detail from audit_log where action = 'opt-out.decide'`
  expect(lines).toMatchObject([{ subject: asked.id, detail: { optOut: false } }])
})

test('deciding for an opt-out suppresses, cancels waiting texts and records the wording', async () => {
  const { staff, sql, prospect, asked, statusOfFirst } = await heldProspect()
  const decided = await staff.inbox.decide({ id: asked.id, optOut: true })
  expect(decided).toMatchObject({ pendingReview: false, processed: true, isOptOut: true })
  expect(await statusOfFirst()).toBe('canceled')
  const { optOut } = await staff.inbox.conversation({ number: prospect.phone })
  expect(optOut).toMatchObject({ source: 'plain_language', wording: 'Hello, wrong number?' })
  const ledger = await sql`select change, actor from consent_ledger where change = 'opt_out'`
  expect(ledger).toMatchObject([{ change: 'opt_out', actor: 'maya' }])
  await expect(staff.inbox.decide({ id: asked.id, optOut: false })).rejects.toThrow(/^409: /)
})

test('STOP and START decide; a reply and marking as processed do not', async () => {
  const { origin, staff, asked, prospect } = await heldProspect()
  await staff.inbox.reply({ phoneNumber: prospect.phone, message: 'Is this Dee?' })
  await expect(staff.inbox.setProcessed({ id: asked.id, processed: true })).rejects.toThrow(/^409: /)
  const [text] = await staff.inbox.inbound()
  expect(text).toMatchObject({ pendingReview: true, processed: false })
  await textFrom(origin, prospect.phone, 'STOP')
  expect((await staff.inbox.inbound()).map(({ pendingReview }) => pendingReview)).toEqual([false, false])

  await textFrom(origin, fictional(31), 'wrong number?')
  await textFrom(origin, fictional(31), 'START')
  expect((await staff.inbox.inbound()).filter(({ pendingReview }) => pendingReview)).toEqual([])
})

test('a decision covers earlier texts; a later text stays pending', async () => {
  const { origin, staff, asked, prospect, statusOfFirst } = await heldProspect()
  await textFrom(origin, prospect.phone, 'Why are you texting me?')
  await staff.inbox.decide({ id: asked.id, optOut: false })
  expect(await statusOfFirst()).toBe('queued')
  const held = (await staff.inbox.inbound()).filter((text) => text.pendingReview)
  expect(held.map(({ body }) => body)).toEqual(['Why are you texting me?'])
})

test('a yes is followed up only after the pending text is decided', async () => {
  const { origin, staff, worker, asked, prospect } = await heldProspect()
  await textFrom(origin, prospect.phone, 'Yes please')
  await worker.round()
  const followUp = async () => {
    const { messages } = await staff.inbox.conversation({ number: prospect.phone })
    return messages.find(({ kind }) => kind === 'followup')?.status
  }
  expect(await followUp()).toBe('queued')
  await staff.inbox.decide({ id: asked.id, optOut: false })
  await worker.round()
  expect(await followUp()).toBe('sent')
})

test('numbers pending review are left out of a campaign', async () => {
  const { origin, sql, staff } = await testApp()
  const { id, phone } = await makeProspect(sql)
  await textFrom(origin, phone, 'wrong number??')
  const preview = { prospectIds: [id], template: 'Hi {name}, it is Salonback.' }
  const leftOut = [{ prospectId: id, reason: 'open_conversation' }]
  expect(await staff.firstTexts.preview(preview)).toMatchObject({ recipients: 0, leftOut })
})

test('a possible opt-out between claim and call requeues the text', async () => {
  const app = await testApp()
  await campaignTo(app, 1)
  const claimed = await claimOne(app)
  await textFrom(app.origin, claimed.phone, 'wrong number??')
  expect(await sendClaimed(app.deps, claimed)).toEqual({ kind: 'blocked', why: 'pendingReview' })
  expect((await stateOf(app, claimed.id)).status).toBe('queued')
})

test('a possible opt-out from a suppressed number needs no decision', async () => {
  const { origin, staff } = await testApp()
  await textFrom(origin, fictional(33), 'STOP')
  await textFrom(origin, fictional(33), 'wrong number?')
  const [text] = await staff.inbox.inbound()
  expect(text).toMatchObject({ body: 'wrong number?', pendingReview: false, processed: false })
  expect((await staff.inbox.conversation({ number: fictional(33) })).optOut).not.toBeNull()
})

test('only texts pending review can be decided', async () => {
  const { origin, staff } = await testApp()
  await textFrom(origin, fictional(32), 'How much is it?')
  const [text] = await staff.inbox.inbound()
  await expect(staff.inbox.decide({ id: text?.id ?? '', optOut: true })).rejects.toThrow(/^409: /)
})
