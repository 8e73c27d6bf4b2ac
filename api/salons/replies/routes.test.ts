import { expect, test } from 'vitest'
import { textsOnHandset } from '../../testing/handsetTexts.ts'
import { approvedOffer, readySalon, storeList } from '../../testing/salons.ts'
import { testSalon } from '../../testing/testSalon.ts'
import { textFrom } from '../../testing/webhooks.ts'

const PHONE = '+447700900601'

/** The agency and two salons, each with a number; Mary is a client of the first. */
async function threeSenders() {
  const { app, salon } = await testSalon()
  const other = await readySalon(app, 'Opal Spa')
  await storeList(app, salon.id, [`Mary,${PHONE},2025-09-01,Yes`])
  const textTo = (to: { sender: { address: string } }, body: string, from = PHONE) =>
    textFrom(app.origin, from, body, { To: to.sender.address })
  return { ...app, salon, other, textTo }
}

test('the desk lists the texts of all salons with their clients, waiting ones oldest first', async () => {
  const { staff, origin, salon, other, textTo } = await threeSenders()
  await textTo(salon, 'Yes please')
  await textTo(other, 'Who is this?')
  await textFrom(origin, PHONE, 'For the agency')
  expect(await staff.replies.waiting()).toEqual({ waiting: 2 })
  const { items, nextCursor } = await staff.replies.list({})
  expect(nextCursor).toBeNull()
  expect(items).toMatchObject([
    { salonId: salon.id, salonName: 'Aoife Hair', firstName: 'Mary', body: 'Yes please', intent: 'positive' },
    { salonId: other.id, salonName: 'Opal Spa', firstName: null, clientId: null, body: 'Who is this?' },
  ])
  await staff.inbox.markProcessed({ conversations: [{ number: PHONE, salonId: salon.id }] })
  expect((await staff.replies.list({})).items).toMatchObject([{ body: 'Who is this?' }])
  const all = (await staff.replies.list({ state: 'all' })).items
  expect(all.map(({ body }) => body)).toEqual(['Who is this?', 'Yes please'])
  expect(await staff.inbox.inboxCounts()).toMatchObject({ all: 1, review: 1 })
})

test('the desk is filtered by salon, and counts what waits at each', async () => {
  const { staff, clock, salon, other, textTo } = await threeSenders()
  await textTo(salon, 'Yes please')
  await textTo(salon, 'On Friday')
  await textTo(other, 'How much is it?', '+447700900602')
  const bodies = async (input: { salon: string; state?: 'all' }) =>
    (await staff.replies.list(input)).items.map(({ body }) => body)
  expect(await bodies({ salon: salon.id })).toEqual(['On Friday'])
  expect(await bodies({ salon: other.id })).toEqual(['How much is it?'])
  expect(await staff.replies.salons()).toEqual([
    { id: salon.id, name: 'Aoife Hair', waiting: 1 },
    { id: other.id, name: 'Opal Spa', waiting: 1 },
  ])
  await staff.inbox.markProcessed({ conversations: [{ number: PHONE, salonId: salon.id }] })
  const until = new Date(clock().getTime() + 3_600_000).toISOString()
  await staff.inbox.snooze({ conversations: [{ number: '+447700900602', salonId: other.id }], until })
  await staff.salons.update({ id: other.id, state: 'closed' })
  expect(await staff.replies.salons()).toEqual([{ id: salon.id, name: 'Aoife Hair', waiting: 0 }])
  expect(await bodies({ salon: salon.id })).toEqual([])
  expect(await bodies({ salon: salon.id, state: 'all' })).toEqual(['On Friday', 'Yes please'])
})

test.each([
  ['the client’s name', 'mary', ['Yes please']],
  ['a part of a number', '900602', ['Who is this?']],
  ['a number as people write it', '07700 900 601', ['Yes please']],
  ['words', 'WHO is', ['Who is this?']],
  ['a name of another salon’s client', 'Grace', []],
  ['a percent sign', '%', []],
])('a search finds texts of all salons by %s', async (_, search, found) => {
  const app = await threeSenders()
  const { staff, origin, salon, other, textTo } = app
  await storeList(app, other.id, ['Grace,+447700900609,2025-09-01,Yes'])
  await textTo(salon, 'Yes please')
  await textTo(other, 'Who is this?', '+447700900602')
  await textFrom(origin, PHONE, 'For the agency: who is Mary?')
  const { items } = await staff.replies.list({ search })
  expect(items.map(({ body }) => body)).toEqual(found)
})

test('pages follow each other in both orders', async () => {
  const { staff, sql, salon, textTo } = await threeSenders()
  await textTo(salon, 'Text 0')
  await sql`
    insert into messages (direction, kind, phone, body, intent, processed, is_opt_out, sender_id, salon_id, created_at, segments, status)
    select direction, kind, phone || n, 'Text ' || n, intent, processed, is_opt_out, sender_id, salon_id,
      created_at + n * interval '1 second', segments, status from messages, generate_series(1, 59) n where body = 'Text 0'`
  for (const state of ['waiting', 'all'] as const) {
    const first = await staff.replies.list({ state })
    const second = await staff.replies.list({ state, cursor: first.nextCursor ?? '' })
    const bodies = [...first.items, ...second.items].map(({ body }) => body)
    const wanted = Array.from({ length: 60 }, (_, n) => `Text ${n}`)
    expect(bodies).toEqual(state === 'waiting' ? wanted : wanted.reverse())
    expect(second.nextCursor).toBeNull()
  }
})

test('a reply leaves from the number of its salon; conversations of three senders never mix', async () => {
  const app = await threeSenders()
  const { staff, origin, salon, other, textTo } = app
  await textTo(salon, 'Yes please')
  await textTo(other, 'Who is this?')
  await textFrom(origin, PHONE, 'For the agency')
  const mine = { phoneNumber: PHONE, message: 'Tuesday at 3?' }
  const reply = await staff.replies.reply({ id: salon.id, ...mine })
  expect(reply).toMatchObject({ status: 'sent', segments: 1 })
  const senders = await app.sql`
    select sender from simulator.texts where direction = 'out' and handset = ${PHONE} order by id`
  expect(senders).toEqual([{ sender: salon.sender.address }])
  const conversation = await staff.replies.conversation({ id: salon.id, number: PHONE })
  expect(conversation.messages.map(({ body }) => body)).toEqual(['Yes please', 'Tuesday at 3?'])
  expect(conversation.messages[1]).toMatchObject({ status: 'sent', kind: 'reply', sentBy: 'maya' })
  // It answers the text to this salon only.
  expect((await staff.replies.list({})).items).toMatchObject([{ body: 'Who is this?' }])
  const theirs = await staff.replies.conversation({ id: other.id, number: PHONE.slice(1) })
  expect(theirs.messages.map(({ body }) => body)).toEqual(['Who is this?'])
  expect(theirs.client).toBeNull()
  const agency = await staff.inbox.conversation({ number: PHONE })
  expect(agency.messages.map(({ body }) => body)).toEqual(['For the agency'])
  expect(await app.sql`select subject, detail from audit_log where action = 'reply'`).toMatchObject([
    { subject: conversation.messages[1]?.id, detail: { salon: salon.id } },
  ])
})

test('a conversation has the client and the opt-out, and no offer before one is sent', async () => {
  const app = await threeSenders()
  const { staff, salon, other, textTo } = app
  const offerId = await approvedOffer(app, salon.id)
  await staff.campaigns.start({ id: salon.id, offerId, perDay: 1 })
  await textTo(salon, 'Yes please')
  await textTo(other, 'STOP')
  const conversation = await staff.replies.conversation({ id: salon.id, number: PHONE })
  expect(conversation).toMatchObject({
    salonName: 'Aoife Hair',
    phoneNumber: PHONE,
    client: { firstName: 'Mary', lastVisit: '2025-09-01', flags: [] },
    offer: null,
    optOut: { wording: null },
  })
  const theirs = await staff.replies.conversation({ id: other.id, number: PHONE })
  expect(theirs).toMatchObject({ offer: null, optOut: { wording: 'STOP' } })
})

test('nothing is sent from a closed salon or one without a number', async () => {
  const app = await threeSenders()
  const { staff, sql, salon, other, textTo } = app
  const send = (id: string) => staff.replies.reply({ id, phoneNumber: PHONE, message: 'Hi' })
  await expect(send(salon.id)).rejects.toMatchObject({ status: 409, serverMessage: /has not texted/ })
  await textTo(salon, 'Hello')
  await textTo(other, 'Hello')
  await staff.salons.update({ id: salon.id, state: 'closed' })
  await expect(send(salon.id)).rejects.toMatchObject({ status: 409, serverMessage: /closed/ })
  await sql`update senders set salon_id = ${salon.id} where salon_id = ${other.id}`
  await expect(send(other.id)).rejects.toMatchObject({ status: 409, serverMessage: /no number/ })
  expect(await sql`select 1 from messages where kind = 'reply'`).toHaveLength(0)
})

test('an Idempotency-Key of one salon is refused for another and for the agency', async () => {
  const { staff, sql, salon, other, textTo } = await threeSenders()
  await textTo(salon, 'Hello')
  await textTo(other, 'Hello')
  const reply = { phoneNumber: PHONE, message: 'Once' }
  const send = (id: string) => staff.replies.reply({ id, ...reply }, { idempotencyKey: 'k' })
  await send(salon.id)
  await expect(send(other.id)).rejects.toMatchObject({ status: 422 })
  await expect(staff.inbox.reply(reply, { idempotencyKey: 'k' })).rejects.toMatchObject({ status: 422 })
  expect(await textsOnHandset(sql, PHONE)).toEqual(['Once'])
})

test('staff decide about a possible opt-out of a salon; marking it first is refused', async () => {
  const { staff, sql, salon, textTo } = await threeSenders()
  await textTo(salon, 'please do not contact me')
  await sql`update messages set intent = 'maybe_opt_out', is_opt_out = false, processed = false, decided_at = null`
  await sql`delete from suppressions`
  const [item] = (await staff.replies.list({})).items
  const one = { id: salon.id, messageId: item?.id ?? '' }
  expect(item?.pendingReview).toBe(true)
  const conversations = [{ number: PHONE, salonId: salon.id }]
  expect(await staff.inbox.markProcessed({ conversations })).toEqual({ changed: 0, skipped: 1 })
  expect((await staff.replies.list({})).items).toMatchObject([{ processed: false }])
  const decided = { isOptOut: true, pendingReview: false, processed: true }
  expect(await staff.replies.decide({ ...one, optOut: true })).toMatchObject(decided)
  await expect(staff.replies.decide({ ...one, optOut: true })).rejects.toMatchObject({ status: 409 })
  expect(await sql`select salon_id from suppressions`).toEqual([{ salonId: salon.id }])
})

test('texts and numbers of one salon answer 404 for another and for the agency', async () => {
  const { staff, salon, other, textTo } = await threeSenders()
  await textTo(salon, 'Hello')
  const messageId = (await staff.replies.list({})).items[0]?.id ?? ''
  const theirs = { id: other.id, messageId }
  const calls = [
    () => staff.replies.conversation({ id: other.id, number: PHONE }),
    () => staff.replies.setOutcome({ ...theirs, outcome: 'booked' }),
    () => staff.replies.decide({ ...theirs, optOut: true }),
    () => staff.inbox.setProcessed({ id: messageId, processed: true }),
    () => staff.inbox.decide({ id: messageId, optOut: true }),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 404 })
  expect((await staff.replies.list({})).items).toMatchObject([{ processed: false }])
})

test('a received text and a reply publish the id of the salon and nothing else', async () => {
  const { staff, sql, salon, textTo } = await threeSenders()
  const events: string[] = []
  const { unlisten } = await sql.listen('events', (event) => events.push(event))
  await textTo(salon, 'Yes please')
  await staff.replies.reply({ id: salon.id, phoneNumber: PHONE, message: 'Tuesday?' })
  const seen = JSON.stringify({ name: 'salon', id: salon.id })
  await expect.poll(() => events.length).toBeGreaterThan(1)
  expect(new Set(events.map((event) => JSON.stringify(JSON.parse(event))))).toEqual(new Set([seen]))
  await unlisten()
})
