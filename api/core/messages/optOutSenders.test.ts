import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { fictional, makeSender, makeText } from '../../testing/factories.ts'
import { SENDER } from '../../testing/start.ts'
import { messageSid, receiptFor, textFrom } from '../../testing/webhooks.ts'
import { isSuppressed } from '../suppressions/suppressions.ts'
import { receiveText } from './inbound.ts'

const PHONE = fictional(140)
const SALON = fictional(150)

/** The service with the sender of a salon; `send` delivers a text a second after the one before. */
async function appWithSalon() {
  const app = await testApp()
  const { sql, env, clock, origin } = app
  const salon = await makeSender(sql, SALON)
  return {
    ...app,
    salon,
    async send(body: string, to: string) {
      clock.advance(1000)
      expect((await textFrom(origin, PHONE, body, { To: to })).status).toBe(200)
    },
    isSuppressed: () => isSuppressed(sql, env, PHONE),
  }
}

test('a STOP to each sender stands until a START to the same one, and counts for its owner', async () => {
  const { send, staff, isSuppressed } = await appWithSalon()
  const optOuts = async () => [(await staff.metrics.sms()).optOuts, (await staff.inbox.optOuts()).length]
  await send('STOP', SENDER)
  await send('STOP please', SALON)
  await send('START', SALON)
  expect([await isSuppressed(), await optOuts()]).toEqual([true, [1, 1]])
  await send('Stop', SALON)
  await send('START', SENDER)
  expect([await isSuppressed(), await optOuts()]).toEqual([true, [0, 0]])
  await send('START', SALON)
  expect([await isSuppressed(), await optOuts()]).toEqual([false, [0, 0]])
})

test("an opt-out known from the carrier's error code is lifted by a START to the agency", async () => {
  const { sql, origin, clock, salon, send, staff, isSuppressed } = await appWithSalon()
  const refuse = async (sender?: typeof salon) => {
    const sid = messageSid()
    const { id } = await makeText(sql, { phone: PHONE, sid, acceptedAt: clock() })
    if (sender)
      await sql`update messages set sender_id = ${sender.id}, salon_id = ${sender.salonId} where id = ${id}`
    await receiptFor(origin, { id, sid, to: PHONE }, 'failed', { ErrorCode: '21610' })
  }
  await send('STOP', SALON)
  await refuse()
  await send('START', SALON)
  expect(await isSuppressed()).toBe(true)
  await send('START', SENDER)
  expect(await isSuppressed()).toBe(false)

  await refuse(salon)
  expect(await staff.inbox.optOuts()).toEqual([])
  await send('START', SALON)
  expect(await isSuppressed()).toBe(true)
  await send('START', SENDER)
  expect(await isSuppressed()).toBe(false)
})

test('a backfilled START counts although another sender has got a STOP since', async () => {
  const { deps, clock, send, isSuppressed } = await appWithSalon()
  await send('STOP', SENDER)
  clock.advance(1000)
  const missedAt = clock()
  await send('STOP', SALON)
  const missed = { MessageSid: messageSid(), From: PHONE, To: SENDER, Body: 'START' }
  await receiveText(deps, missed, missedAt, { earlier: [] })
  expect(await isSuppressed()).toBe(true)
  await send('START', SALON)
  expect(await isSuppressed()).toBe(false)
})

test('staff see that a number opted out with a salon but not its text, and their own opt-out stands', async () => {
  const { send, staff, isSuppressed } = await appWithSalon()
  const state = async () => (await staff.inbox.conversation({ number: PHONE })).optOut
  await send('please stop texting me', SALON)
  expect(await state()).toMatchObject({ source: 'keyword', wording: '', recordedBy: null })
  const recorded = await staff.inbox.recordOptOut({ phoneNumber: PHONE, reason: 'rang us' })
  expect(recorded).toMatchObject({ source: 'staff', wording: 'rang us' })
  expect(await staff.inbox.optOuts()).toHaveLength(1)
  await send('START', SALON)
  expect([await isSuppressed(), await state()]).toMatchObject([true, { wording: 'rang us' }])
  await send('START', SENDER)
  expect(await isSuppressed()).toBe(false)
})
