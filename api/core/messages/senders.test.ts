import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { expect, test } from 'vitest'
import { databaseNow } from '../../platform/db/now.ts'
import type { Sql } from '../../platform/db/open.ts'
import { type App, testApp } from '../../testing/app.ts'
import { fictional, makeProspect, makeSender } from '../../testing/factories.ts'
import { queueDetails } from '../../testing/queuedTexts.ts'
import { separateCarrier } from '../../testing/separateCarrier.ts'
import { SENDER, startApp } from '../../testing/start.ts'
import { startCampaign } from '../../testing/startCampaign.ts'
import { textFrom } from '../../testing/webhooks.ts'
import { claimDue } from './claim.ts'
import { recordReceipt } from './receipts.ts'
import { recordOutcome } from './send.ts'
import { chooseAgencySender, findAgencySender, type Sender } from './senders.ts'
import { requeue, retry } from './transitions/attempt.ts'
import { reclaim } from './transitions/queued.ts'

const PHONE = fictional(501)
const AOIFE = '+447700900811'
const BETH = '+447700900812'

/** The service with the agency's sender and those of two salons. */
async function threeSenders(settings: Record<string, string> = {}) {
  const app = await testApp(settings)
  const agency = await findAgencySender(app.sql)
  const [aoife, beth] = [await makeSender(app.sql, AOIFE), await makeSender(app.sql, BETH)]
  return { ...app, agency, aoife, beth, all: [agency, aoife, beth] }
}

let keys = 0
const queue = (app: Pick<App, 'sql' | 'clock'>, sender: Sender, phone = PHONE, body = 'Hello') =>
  queueDetails(app, phone, { body, dedupeKey: `details:${keys++}`, sender })

/** Texts on a handset with the number they came from. */
async function onHandset(sql: Sql, phone: string) {
  const texts = await sql`
    select sender, shown from simulator.texts where handset = ${phone} and direction = 'out' and listed order by id`
  return texts.map(({ sender, shown }) => `${sender} ${shown}`)
}

async function received(sql: Sql) {
  const texts = await sql`
    select m.body, s.address from messages m left join senders s on s.id = m.sender_id
    where m.direction = 'inbound' order by m.seq`
  return texts.map(({ body, address }) => `${address} ${body}`)
}

const statusOf = async (sql: Sql, id: string | null) =>
  (await sql<{ status: string }[]>`select status from messages where id = ${id}`)[0]?.status

test('after a change of the number old texts keep theirs, replies leave from the new one', async () => {
  const old = await testApp()
  await textFrom(old.origin, PHONE, 'How much is it?')
  await old.staff.inbox.reply({ phoneNumber: PHONE, message: 'Nothing up front.' })
  const campaign = await startCampaign(old, [(await makeProspect(old.sql, { phone: fictional(502) })).id])
  await old.stop()

  const NEW = '+447700900555'
  const now = await startApp({ sql: old.sql, clock: old.clock, settings: { TWILIO_FROM_NUMBER: NEW } })
  try {
    await textFrom(now.origin, PHONE, 'Still there?', { To: SENDER })
    await now.staff.inbox.reply({ phoneNumber: PHONE, message: 'Yes!' })
    const { messages } = await now.staff.inbox.conversation({ number: PHONE })
    expect(messages.map(({ from, ourNumber, body }) => [from, ourNumber, body])).toEqual([
      [PHONE, SENDER, 'How much is it?'],
      [SENDER, undefined, 'Nothing up front.'],
      [PHONE, SENDER, 'Still there?'],
      [NEW, undefined, 'Yes!'],
    ])
    expect(await received(now.sql)).toEqual([`${SENDER} How much is it?`, `${SENDER} Still there?`])
    await now.worker.round()
    const shown = expect.stringMatching(/^\+447700900555 Hi Glow/)
    expect(await onHandset(now.sql, fictional(502))).toEqual([shown])
    expect(await now.staff.firstTexts.get({ id: campaign.id })).toMatchObject({ sent: 1 })
    expect((await now.staff.settings.service()).sender).toBe(NEW)
  } finally {
    await now.stop()
  }
})

test('a start with the same setting writes nothing; going back reuses the first row', async () => {
  const { sql, env } = await testApp()
  const first = await findAgencySender(sql)
  // xmin changes with every write of a row.
  const rows = () => sql`select *, xmin::text from senders`
  const before = await rows()
  await chooseAgencySender(sql, env)
  expect(await rows()).toEqual(before)
  await chooseAgencySender(sql, { ...env, TWILIO_FROM_NUMBER: '+447700900555' })
  expect((await findAgencySender(sql)).address).toBe('+447700900555')
  await chooseAgencySender(sql, env)
  expect(await findAgencySender(sql)).toEqual(first)
  expect(await sql`select 1 from senders`).toHaveLength(2)
})

test('a text queued again after a change of the number leaves from the new one', async () => {
  const app = await testApp()
  const { sql, env, deps, clock } = app
  const sender = await findAgencySender(sql)
  for (const phone of [fictional(631), fictional(632)]) await queue(app, sender, phone)
  const texts = await claimDue(deps, 2)
  const [busy, lost] = texts
  if (!busy || !lost) throw new Error('Nothing was claimed')
  await chooseAgencySender(sql, { ...env, TWILIO_FROM_NUMBER: '+447700900555' })

  const now = databaseNow(sql, clock)
  await requeue(sql, busy, { at: now }, clock())
  // The process that claimed it would send it from the old number.
  expect(await reclaim(sql, busy, now)).toBeNull()
  await sql`update messages set status = 'unknown', attempted_at = 'epoch', reconcile_count = 1 where id = ${lost.id}`
  await retry(sql, { ...lost, reconcileCount: 0 }, now)
  await app.worker.round()
  const sent = await sql`select sender from simulator.texts where direction = 'out' and listed`
  expect(sent).toEqual([{ sender: '+447700900555' }, { sender: '+447700900555' }])
})

test('a refused number is no longer shown as stopped when the agency has another', async () => {
  const { sql, env, staff, clock, aoife, agency } = await threeSenders()
  await sql`update senders set stopped_at = ${clock()}, stopped_reason = 'refused' where id in ${sql([agency.id, aoife.id])}`
  expect((await staff.settings.service()).stoppedSenders).toHaveLength(2)
  await chooseAgencySender(sql, { ...env, TWILIO_FROM_NUMBER: '+447700900555' })
  expect((await staff.settings.service()).stoppedSenders).toEqual([{ address: AOIFE, reason: 'refused' }])
})

test('after a change of the number only campaigns that are not over leave from the new one', async () => {
  const { sql, env } = await testApp()
  await sql`
    insert into campaigns (state, template, basis, created_by, created_at, watched_from)
    select state, 'Hi', 'consent', id, now(), now()
    from admins, unnest(array['running', 'paused', 'finished', 'canceled']) as state`
  await chooseAgencySender(sql, { ...env, TWILIO_FROM_NUMBER: '+447700900555' })
  const moved = await sql`
    select c.state from campaigns c join senders s on s.id = c.sender_id
    where s.address = '+447700900555' order by c.state`
  expect(moved).toEqual([{ state: 'paused' }, { state: 'running' }])
})

const SERVICE = `MG${'a'.repeat(32)}`

test.each([
  ['number', AOIFE, 'TWILIO_FROM_NUMBER'],
  ['messaging_service', SERVICE, 'TWILIO_MESSAGING_SERVICE_SID'],
])('a %s that a salon has is refused with the name of the setting', async (kind, address, setting) => {
  const { sql, env } = await testApp()
  await makeSender(sql, address, { kind })
  const ofAgency = () => sql`select address from senders where salon_id is null`
  for (const first of [SENDER, '']) {
    await sql`update senders set address = ${first} where salon_id is null`
    const choosing = chooseAgencySender(sql, { ...env, [setting]: address })
    await expect(choosing).rejects.toThrow(`${setting}: a salon has the sender ${address}`)
    expect(await ofAgency()).toEqual([{ address: first }])
  }
})

test('each text leaves from its own sender', async () => {
  const app = await threeSenders()
  for (const sender of app.all) await queue(app, sender, PHONE, `from ${sender.address}`)
  await app.worker.round()
  const texts = app.all.map(({ address }) => `${address} from ${address}`)
  expect((await onHandset(app.sql, PHONE)).sort()).toEqual(texts.sort())
})

test('conversations with different owners do not mix', async () => {
  const app = await threeSenders()
  const { origin, sql, staff, aoife, beth } = app
  await makeProspect(sql, { phone: PHONE })
  const before = await staff.metrics.sms()
  await textFrom(origin, PHONE, 'Are you open on Friday?')
  await textFrom(origin, PHONE, 'YES', { To: AOIFE })
  await textFrom(origin, PHONE, 'Hello, wrong number?', { To: BETH })
  const outbound = await queue(app, aoife)

  expect((await staff.inbox.inbound()).map(({ body }) => body)).toEqual(['Are you open on Friday?'])
  const page = await staff.inbox.inboxPage({})
  expect(page.texts.map(({ body }) => body)).toEqual(['Are you open on Friday?'])
  const { messages } = await staff.inbox.conversation({ number: PHONE })
  expect(messages.map(({ body }) => body)).toEqual(['Are you open on Friday?'])
  expect(await staff.inbox.inboxCounts()).toMatchObject({ all: 1, review: 1, optout: 0 })
  expect(await staff.metrics.sms()).toEqual({ ...before, needsReview: 1 })
  const [prospect] = await staff.prospects.list()
  expect(prospect?.contactStatus).toBeNull()

  // A reply answers only its own conversation.
  await staff.inbox.reply({ phoneNumber: PHONE, message: 'Hi' })
  const open = await sql`select body from messages where direction = 'inbound' and not processed order by seq`
  expect(open.map(({ body }) => body)).toEqual(['YES', 'Hello, wrong number?'])

  // Calls by id do not find texts of a salon.
  const ids = await sql<{ id: string; senderId: string }[]>`
    select id, sender_id from messages where salon_id is not null`
  for (const { id } of ids) {
    await expect(staff.inbox.setProcessed({ id, processed: true })).rejects.toThrow(/^404/)
    await expect(staff.inbox.decide({ id, optOut: true })).rejects.toThrow(/^404/)
    await expect(staff.inbox.resolveUnknown({ id, outcome: 'sent' })).rejects.toThrow(/^404/)
  }
  expect(ids.map(({ id }) => id)).toContain(outbound)
  expect(new Set(ids.map(({ senderId }) => senderId))).toEqual(new Set([aoife.id, beth.id]))
})

test('a text pending review at one sender blocks automatic texts of all', async () => {
  const app = await threeSenders()
  await textFrom(app.origin, PHONE, 'Hello, wrong number?', { To: AOIFE })
  const ids = await Promise.all(app.all.map((sender) => queue(app, sender)))
  await app.worker.round()
  for (const id of ids) expect(await statusOf(app.sql, id)).toBe('queued')
})

test('a text to an unknown number is stored, shown and logged', async () => {
  const app = await threeSenders({ LOG_LEVEL: 'warn' })
  await textFrom(app.origin, PHONE, 'Hello?', { To: '+447700900999' })
  expect(await app.staff.inbox.inbound()).toMatchObject([{ body: 'Hello?', to: '+447700900999' }])
  expect(app.logged.join('')).toContain('a text arrived at an unknown sender')
  expect(app.logged.join('')).not.toContain('7700900999')
})

test('a Messaging Service is found by its id, a number of ours by itself', async () => {
  const app = await threeSenders()
  const service = await makeSender(app.sql, `MG${'a'.repeat(32)}`, { kind: 'messaging_service' })
  await textFrom(app.origin, PHONE, 'one', { To: '+447700900998', MessagingServiceSid: service.address })
  await textFrom(app.origin, PHONE, 'two', { To: BETH, MessagingServiceSid: service.address })
  expect(await received(app.sql)).toEqual([`${service.address} one`, `${BETH} two`])
})

test.each([21_606, 21_212, 21_659, 30_034])(
  'a sender refused with %i stops, keeps its texts and leaves the others sending',
  async (code) => {
    const app = await threeSenders()
    const { sql, staff, worker, aoife, beth, agency } = app
    const handsets = handsetsOf(app.origin)
    await handsets.injectFault({ kind: 'refuse', code, number: fictional(601) })
    const refused = await queue(app, aoife, fictional(601))
    await worker.round()
    expect(await statusOf(sql, refused)).toBe('queued')
    const waiting = await queue(app, aoife, fictional(602))
    const others = [await queue(app, beth, fictional(603)), await queue(app, agency, fictional(604))]
    await worker.round()
    expect(await statusOf(sql, waiting)).toBe('queued')
    for (const id of others) expect(await statusOf(sql, id)).toBe('sent')
    const service = await staff.settings.service()
    expect(service).toMatchObject({ sendingStopped: null, stoppedSenders: [{ address: AOIFE }] })

    await handsets.clearFaults()
    expect(await staff.settings.resumeSending()).toMatchObject({ stoppedSenders: [] })
    await worker.round()
    expect([await statusOf(sql, refused), await statusOf(sql, waiting)]).toEqual(['sent', 'sent'])
  },
)

test.each([30_032, 30_034])(
  'a sender that the carrier refuses for the US (%i) still texts other countries',
  async (code) => {
    const app = await threeSenders()
    const { sql, staff, worker, aoife, beth } = app
    const [us, again] = ['+12025550142', '+12025550143']
    const refused = await queue(app, aoife, us)
    await worker.round()
    const [sent] = await sql<[{ sid: string }]>`select sid from messages where id = ${refused}`
    const receipt = { sid: sent.sid, messageId: refused, status: 'undelivered', errorCode: code, raw: {} }
    await recordReceipt({ sql, subscribers: app.deps.subscribers }, receipt, app.clock())
    const british = [await queue(app, aoife, fictional(602)), await queue(app, aoife, '+353871234567')]
    const waiting = await queue(app, aoife, again)
    const other = await queue(app, beth, again)
    await worker.round()
    for (const id of [...british, other]) expect(await statusOf(sql, id)).toBe('sent')
    expect(await statusOf(sql, waiting)).toBe('queued')
    const { stoppedSenders } = await staff.settings.service()
    expect(stoppedSenders).toMatchObject([{ address: AOIFE, prefix: '+1' }])
    expect(await staff.settings.resumeSending()).toMatchObject({ stoppedSenders: [] })
    await worker.round()
    expect(await statusOf(sql, waiting)).toBe('sent')
    // A late receipt of the text from before the resume.
    const late = { ...receipt, status: 'failed' }
    await recordReceipt({ sql, subscribers: app.deps.subscribers }, late, app.clock())
    expect((await staff.settings.service()).stoppedSenders).toEqual([])
  },
)

test.each([
  ['a refused sender', { kind: 'senderRefused', code: 21_606, message: 'refused' }],
  ['all sending after refused credentials', { kind: 'unauthorized', message: 'refused' }],
] as const)('an attempt from before the resume does not stop %s again', async (_, outcome) => {
  const { sql, staff, deps, clock, aoife, ...app } = await threeSenders()
  for (const phone of [fictional(641), fictional(642)]) await queue({ sql, clock }, aoife, phone)
  const [first, late] = await claimDue(deps, 2)
  if (!first || !late) throw new Error('Nothing was claimed')
  const recording = { sql, subscribers: deps.subscribers, clock }
  await recordOutcome(recording, first, outcome)
  clock.advance(1000)
  await staff.settings.resumeSending()
  await recordOutcome(recording, late, outcome)
  expect(await staff.settings.service()).toMatchObject({ sendingStopped: null, stoppedSenders: [] })
  await app.worker.round()
  expect([await statusOf(sql, first.id), await statusOf(sql, late.id)]).toEqual(['sent', 'sent'])
})

test('a reply from a refused sender is answered with the reason and is not sent later', async () => {
  const { origin, sql, staff, worker } = await testApp()
  await handsetsOf(origin).injectFault({ kind: 'refuse', code: 21_606, count: 1 })
  const reply = staff.inbox.reply({ phoneNumber: PHONE, message: 'Hi' })
  await expect(reply).rejects.toThrow(/does not let us text from our sender/)
  await staff.settings.resumeSending()
  await worker.round()
  expect(await onHandset(sql, PHONE)).toEqual([])
})

test('refused credentials stop all senders', async () => {
  const app = await threeSenders()
  await handsetsOf(app.origin).injectFault({ kind: 'refuse', code: 20_003, count: 1 })
  const id = await queue(app, app.aoife)
  await app.worker.round()
  expect(await statusOf(app.sql, id)).toBe('queued')
  const other = await queue(app, app.beth)
  await app.worker.round()
  expect(await statusOf(app.sql, other)).toBe('queued')
  expect((await app.staff.settings.service()).sendingStopped).toBe('The carrier refused our credentials')
})

test('each sender has its own rate under the one of the account', async () => {
  const app = await threeSenders({ SEND_RATE_PER_SECOND: '6' })
  await app.sql`update senders set rate_per_second = 2 where id = ${app.aoife.id}`
  for (let n = 0; n < 10; n++) for (const sender of app.all) await queue(app, sender, fictional(610 + n))
  const claimed = async () => {
    const texts = await claimDue(app.deps, 50)
    return app.all.map(({ id }) => texts.filter(({ senderId }) => senderId === id).length)
  }
  // The first pause fills both buckets.
  for (const pause of [10_000, 1000]) {
    app.clock.advance(pause)
    const [agency = 0, aoife, beth = 0] = await claimed()
    expect([aoife, agency + beth]).toEqual([2, 4])
  }
})

test('a STOP to any sender stops all', async () => {
  for (const stopped of [SENDER, AOIFE, BETH]) {
    const app = await threeSenders()
    const ids = await Promise.all(app.all.map((sender) => queue(app, sender)))
    await textFrom(app.origin, PHONE, 'STOP', { To: stopped })
    for (const id of ids) expect(await statusOf(app.sql, id)).toBe('canceled')
    for (const sender of app.all) expect(await queue(app, sender)).toBe('')
    await expect(app.staff.inbox.reply({ phoneNumber: PHONE, message: 'Hi' })).rejects.toThrow(/^409/)
    await app.worker.round()
    expect(await onHandset(app.sql, PHONE)).toEqual([])
  }
})

/** A carrier that keeps receiving texts, and a service on three senders that was killed. */
async function killed() {
  const setup = await separateCarrier()
  const app = await setup.start()
  const [aoife, beth] = [await makeSender(setup.sql, AOIFE), await makeSender(setup.sql, BETH)]
  const agency = await findAgencySender(setup.sql)
  await app.worker.round()
  await app.stop()
  return { ...setup, senders: [agency, aoife, beth] }
}

test('the catch-up finds a STOP to each sender after a kill, before anything is sent', async () => {
  const { sql, clock, senders, missed, start, arrived, advance } = await killed()
  const phones = senders.map((_, n) => fictional(620 + n))
  for (const [n, sender] of senders.entries()) await queue({ sql, clock }, sender, phones[n])
  for (const [n, { address }] of senders.entries()) await missed(phones[n] ?? '', 'STOP', address)
  advance(60_000)
  const app = await start()
  await app.worker.round()
  for (const phone of phones) expect(await arrived(phone)).toEqual([])
  expect((await received(sql)).sort()).toEqual(senders.map(({ address }) => `${address} STOP`).sort())
})

test('reconciling does not adopt an equal text of another sender', async () => {
  const app = await threeSenders()
  const { sql, worker, clock } = app
  await queue(app, app.aoife)
  await worker.round()
  // The carrier does not get this one, so its outcome stays unknown.
  await handsetsOf(app.origin).injectFault({ kind: 'error', count: 1 })
  const lost = await queue(app, app.beth)
  await worker.round()
  expect(await statusOf(sql, lost)).toBe('unknown')
  for (let n = 0; n < 30; n++) {
    clock.advance(10_000)
    await worker.round()
  }
  // Details are sent once more after two look-ups without a match.
  expect(await onHandset(sql, PHONE)).toEqual([`${AOIFE} Hello`, `${BETH} Hello`])
})
