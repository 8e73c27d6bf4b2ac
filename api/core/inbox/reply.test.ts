import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { fictional, makeProspect, makeProspects } from '../../testing/factories.ts'
import { textsOnHandset } from '../../testing/handsetTexts.ts'
import { readySalon } from '../../testing/salons.ts'
import { textFrom } from '../../testing/webhooks.ts'

/** A text of the number to this owner, and a reply to it. */
async function answered(owner: 'agency' | 'salon') {
  const app = await testApp()
  const salon = owner === 'salon' ? await readySalon(app) : null
  const phone = fictional(40)
  await textFrom(app.origin, phone, 'how much is it?', salon ? { To: salon.sender.address } : {})
  const reply = { phoneNumber: phone, message: 'Hi' }
  const options = { idempotencyKey: 'enter-was-held' }
  const send = () =>
    salon
      ? app.staff.replies.reply({ id: salon.id, ...reply }, options)
      : app.staff.inbox.reply(reply, options)
  return { ...app, phone, send, arrived: () => textsOnHandset(app.sql, phone) }
}

describe.each(['agency', 'salon'] as const)('a reply of the %s', (owner) => {
  test('is sent once by twenty concurrent requests with one Idempotency-Key', async () => {
    const { send, arrived } = await answered(owner)
    const answers = await Promise.all(Array.from({ length: 20 }, send))
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1)
    expect(await arrived()).toEqual(['Hi'])
    expect((await send()).id).toBe(answers[0]?.id)
    expect(await arrived()).toEqual(['Hi'])
  })

  test('with unknown outcome is reported, and the same key never sends twice', async () => {
    const { origin, worker, clock, send, arrived } = await answered(owner)
    await handsetsOf(origin).injectFault({ kind: 'accept_drop', count: 1 })
    await handsetsOf(origin).injectFault({ kind: 'withhold' })
    await expect(send()).rejects.toMatchObject({ status: 502, fields: { status: 'unknown' } })
    await expect(send()).rejects.toMatchObject({ status: 502, fields: { status: 'unknown' } })
    clock.advance(10_000)
    await worker.round()
    expect((await send()).status).toMatch(/sent|delivered/)
    expect(await arrived()).toEqual(['Hi'])
  })

  test('to an opted-out number is a 409 and stores nothing', async () => {
    const { origin, sql, phone, send } = await answered(owner)
    await textFrom(origin, phone, 'STOP')
    await expect(send()).rejects.toMatchObject({ status: 409, serverMessage: /opted out/ })
    expect(await sql`select 1 from messages where kind = 'reply'`).toHaveLength(0)
  })
})

test('an accepted reply marks the answered texts and sets the chosen status', async () => {
  const { origin, sql, staff } = await testApp()
  const { phone } = await makeProspect(sql)
  await textFrom(origin, phone, 'how much is it?')
  const answer = { message: 'Nothing up front.', updateProspectStatus: 'Responded' } as const
  const reply = await staff.inbox.reply({ phoneNumber: phone, ...answer })
  expect(reply).toMatchObject({ status: 'sent', segments: 1 })
  expect(await textsOnHandset(sql, phone)).toEqual(['Nothing up front.'])
  expect(await staff.inbox.inbound()).toMatchObject([{ processed: true, contactStatus: 'Responded' }])
  const { messages } = await staff.inbox.conversation({ number: phone })
  expect(messages.map((message) => message.direction)).toEqual(['inbound', 'outbound'])
  expect(messages[1]).toMatchObject({ status: 'sent', kind: 'reply', sentBy: 'maya' })
})

test('with the box ticked the reply has the landing link and counts as a follow-up', async () => {
  const { sql, staff, env } = await testApp()
  const { phone } = await makeProspect(sql)
  await staff.inbox.reply({ phoneNumber: phone, message: 'Have a look', includeLandingPage: true })
  const [body] = await textsOnHandset(sql, phone)
  expect(body).toContain('Have a look')
  expect(body).toContain(`${env.PUBLIC_URL}/uksalon?mobile=${phone.slice(1)}`)
  expect((await staff.metrics.sms()).followupSent).toBe(1)
})

test('a landing link that was typed or inserted counts as a follow-up too', async () => {
  const { sql, staff, env } = await testApp()
  const { phone } = await makeProspect(sql)
  await staff.inbox.reply({ phoneNumber: phone, message: `See ${env.PUBLIC_URL}/uksalon?mobile=1` })
  expect((await staff.metrics.sms()).followupSent).toBe(1)
})

test('an Idempotency-Key reused for another reply is refused', async () => {
  const { sql, staff } = await testApp()
  const first = { phoneNumber: fictional(40), message: 'Hi' }
  const send = (reply: Parameters<typeof staff.inbox.reply>[0]) =>
    staff.inbox.reply(reply, { idempotencyKey: 'k' })
  const { id } = await send(first)
  const others = [
    { ...first, message: 'Bye' },
    { ...first, phoneNumber: fictional(41) },
    { ...first, includeLandingPage: true },
    { ...first, updateProspectStatus: 'Responded' as const },
  ]
  for (const other of others) await expect(send(other)).rejects.toMatchObject({ status: 422 })
  expect(await textsOnHandset(sql, fictional(40))).toEqual(['Hi'])
  expect(await textsOnHandset(sql, fictional(41))).toEqual([])
  expect((await send(first)).id).toBe(id)
})

test('a rejection is a 502 with its reason, also when repeated', async () => {
  const { origin, sql, staff } = await testApp()
  await handsetsOf(origin).injectFault({ kind: 'refuse', number: fictional(41), code: 21408 })
  const send = () => staff.inbox.reply({ phoneNumber: fictional(41), message: 'Hi' }, { idempotencyKey: 'k' })
  await expect(send()).rejects.toMatchObject({
    status: 502,
    serverMessage: 'Texts to this country are switched off at the carrier. Nothing was sent.',
    fields: { status: 'failed' },
  })
  await handsetsOf(origin).clearFaults()
  await expect(send()).rejects.toMatchObject({ status: 502 })
  expect(await textsOnHandset(sql, fictional(41))).toEqual([])
})

test('the chosen status is set on acceptance unless it has changed since', async () => {
  const { origin, sql, staff, worker, clock } = await testApp()
  const [slow, moved] = await makeProspects(sql, 2)
  if (!slow || !moved) throw new Error('two were made')
  const statuses = async () =>
    new Map((await staff.prospects.list()).map(({ id, contactStatus }) => [id, contactStatus]))
  await handsetsOf(origin).injectFault({ kind: 'accept_drop', count: 2 })
  await handsetsOf(origin).injectFault({ kind: 'withhold' })
  for (const { phone } of [slow, moved]) {
    const answer = { message: 'Hi', updateProspectStatus: 'Submitted' } as const
    const reply = staff.inbox.reply({ phoneNumber: phone, ...answer })
    await expect(reply).rejects.toMatchObject({ fields: { status: 'unknown' } })
  }
  expect((await statuses()).get(slow.id)).toBe(null)
  clock.advance(10_000)
  await staff.prospects.setStatus({ id: moved.id, contactStatus: 'Responded' })
  await worker.round()
  const after = await statuses()
  expect([after.get(slow.id), after.get(moved.id)]).toEqual(['Submitted', 'Responded'])
})

test('a busy carrier is retried while staff wait', async () => {
  const { origin, sql, staff } = await testApp()
  await handsetsOf(origin).injectFault({ kind: 'busy', count: 1 })
  expect((await staff.inbox.reply({ phoneNumber: fictional(43), message: 'Hi' })).status).toBe('sent')
  expect(await textsOnHandset(sql, fictional(43))).toEqual(['Hi'])
})

test.each([
  ['+266696687', /withheld/],
  ['60777', /short code/],
  ['VODAFONE', /name instead of a number/],
  ['+449098765432', /premium/],
])('the sender %s gets no reply, and the error says why', async (phoneNumber, why) => {
  const { origin, sql, staff } = await testApp()
  await textFrom(origin, phoneNumber, 'how much is it?')
  const reply = staff.inbox.reply({ phoneNumber, message: 'Nothing up front.' })
  await expect(reply).rejects.toMatchObject({ status: 422, message: expect.stringMatching(why) })
  expect(await textsOnHandset(sql, phoneNumber)).toEqual([])
})

test.each([
  [{ phoneNumber: fictional(45), message: '   ' }, 'Please enter a message'],
  [{ phoneNumber: 'nobody', message: 'Hi' }, 'Please enter a valid mobile number'],
  [
    { phoneNumber: fictional(45), message: 'x'.repeat(1600), includeLandingPage: true },
    'A text may have 1600 characters',
  ],
])('a reply that breaks a rule is a 422: %j', async (input, message) => {
  const { staff } = await testApp()
  const refused = { status: 422, serverMessage: expect.stringContaining(message) }
  await expect(staff.inbox.reply(input)).rejects.toMatchObject(refused)
})

test('a conversation with an unknown number is empty', async () => {
  const { staff } = await testApp()
  const empty = { businessName: '', phoneNumber: '+447700900999', contactStatus: null, messages: [] }
  expect(await staff.inbox.conversation({ number: '447700900999' })).toMatchObject(empty)
})

test('staff record and undo opt-outs with a reason, in ledger and audit log', async () => {
  const { sql, staff } = await testApp()
  const { phone } = await makeProspect(sql)
  const refused = { status: 422, serverMessage: 'Please give a reason' }
  const unreasoned = staff.inbox.recordOptOut({ phoneNumber: phone, reason: ' ' })
  await expect(unreasoned).rejects.toMatchObject(refused)
  await staff.inbox.recordOptOut({ phoneNumber: phone, reason: 'Asked on the phone' })
  const optOut = { phoneNumber: phone, source: 'staff', recordedBy: 'maya' }
  expect(await staff.inbox.optOuts()).toMatchObject([optOut])
  await staff.inbox.undoOptOut({ number: phone, reason: 'Called back, it was a mix-up' })
  const again = staff.inbox.undoOptOut({ number: phone, reason: 'Again' })
  await expect(again).rejects.toMatchObject({ status: 404 })
  expect(await sql`select change, wording from consent_ledger order by id`).toEqual([
    { change: 'opt_out', wording: 'Asked on the phone' },
    { change: 'opt_in', wording: 'Called back, it was a mix-up' },
  ])
  const audited = await sql`select 1 from audit_log where action in ('opt-out.record', 'opt-out.undo')`
  expect(audited).toHaveLength(2)
})

test.each([
  { faults: [], ends: { status: 'sent', segments: 1 } },
  { faults: [21408], ends: { status: 409, serverMessage: expect.stringContaining('was just erased') } },
])('a reply whose number is erased during the call reports its outcome: %j', async ({ faults, ends }) => {
  const { origin, sql, staff } = await testApp()
  for (const code of faults)
    await handsetsOf(origin).injectFault({ kind: 'refuse', number: fictional(47), code })
  // Simulates an erasure between the carrier's answer and ours.
  await sql.unsafe(`
    create function erase_at_once() returns trigger language plpgsql as
      $$ begin delete from messages where id = new.id; return null; end $$;
    create trigger erased after update of status on messages for each row
      when (new.status in ('sent', 'failed')) execute function erase_at_once()`)
  const reply = staff.inbox.reply({ phoneNumber: fictional(47), message: 'Hi' })
  expect(await reply.catch((error: unknown) => error)).toMatchObject(ends)
  expect(await textsOnHandset(sql, fictional(47))).toEqual(faults.length === 0 ? ['Hi'] : [])
})
