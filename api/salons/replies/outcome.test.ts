import { expect, test } from 'vitest'
import { erase } from '../../core/erasure/erase.ts'
import { type App, copiedWorld } from '../../testing/app.ts'
import { textsOnHandset } from '../../testing/handsetTexts.ts'
import { keepSession, REMINDER, readySalon, salonWithOffer, storeList } from '../../testing/salons.ts'
import { textFrom } from '../../testing/webhooks.ts'

const PHONE = '+447700900601'
const DAY = 24 * 3_600_000

async function passIn({ clock, sql, worker }: App, ms: number) {
  clock.advance(ms)
  await keepSession({ sql, clock })
  await worker.round()
}

const offered = copiedWorld(async (app) => {
  const { salon, offerId } = await salonWithOffer(app, [PHONE], { reminder: REMINDER })
  const plan = { id: salon.id, offerId, perDay: 10, reminderAfterDays: 7 }
  const campaign = await app.staff.campaigns.start(plan)
  await passIn(app, 60_000)
  return { salon, campaign }
})

/** A salon with a client, Mary, who got the offer on a Tuesday at noon. */
async function offeredToMary() {
  const { app, salon, campaign } = await offered()
  const { staff, clock, origin } = app
  const storeMary = () => storeList(app, salon.id, [`Mary,${PHONE},2025-09-01,Yes`])
  const pass = (ms: number) => passIn(app, ms)
  const say = async (body: string) => {
    clock.advance(1000)
    await textFrom(origin, PHONE, body, { To: salon.sender.address })
    const { items } = await staff.replies.list({ state: 'all' })
    return { id: salon.id, messageId: items[0]?.id ?? '' }
  }
  const mary = async () => {
    const [client] = (await staff.clients.list({ id: salon.id })).items
    return staff.clients.get({ id: salon.id, clientId: client?.id ?? '' })
  }
  return { ...app, salon, campaign, storeMary, pass, say, mary }
}

const stateOf = async ({ sql }: App) =>
  sql`select state, campaign_id, visit_at, evidence from visits order by state desc`

test('booked is a visit of the campaign that texted last, with the reply as evidence', async () => {
  const app = await offeredToMary()
  const { staff, sql, say, mary, campaign, clock } = app
  await say('Hi')
  const text = await say('Yes, Friday please')
  expect(await staff.replies.waiting()).toEqual({ waiting: 1 })
  const visitAt = new Date(clock().getTime() + 3 * DAY).toISOString()
  const booked = await staff.replies.setOutcome({ ...text, outcome: 'booked', visitAt })
  expect(booked).toMatchObject({ outcome: 'booked', processed: true })
  expect(await staff.replies.waiting()).toEqual({ waiting: 0 })
  const evidence = [{ kind: 'reply', messageId: text.messageId, text: 'Yes, Friday please' }]
  expect(await stateOf(app)).toEqual([
    { state: 'booked', campaignId: campaign.id, visitAt: new Date(visitAt), evidence },
  ])
  expect(await mary()).toMatchObject({
    nextVisit: '2026-03-13',
    eligibility: { reason: 'future_booking' },
    outcomes: [{ outcome: 'booked' }],
    appointments: [{ state: 'booked', service: 'treatment', visitAt, amount: null, evidence }],
  })
  const shown = await staff.replies.conversation({ id: text.id, number: PHONE })
  expect(shown.messages.map(({ outcome }) => outcome)).toEqual([undefined, undefined, 'booked'])
  const lines = await sql`select subject, detail from audit_log where action = 'reply.outcome'`
  expect(lines).toMatchObject([{ subject: text.messageId, detail: { outcome: 'booked' } }])
})

test('booked twice, also concurrently or by a later text, is one visit', async () => {
  const app = await offeredToMary()
  const { staff, say } = app
  const text = await say('Yes please')
  const book = () => staff.replies.setOutcome({ ...text, outcome: 'booked' })
  await Promise.all(Array.from({ length: 4 }, book))
  const visitAt = '2026-03-20T15:00:00.000Z'
  await staff.replies.setOutcome({ ...(await say('See you Friday')), outcome: 'booked', visitAt })
  expect(await stateOf(app)).toMatchObject([
    { state: 'booked', visitAt: new Date(visitAt), evidence: [{ text: 'Yes please' }] },
  ])
})

test('a booking taken back is canceled, and the text waits again', async () => {
  const app = await offeredToMary()
  const { staff, say } = app
  const text = await say('Yes please')
  await staff.replies.setOutcome({ ...text, outcome: 'booked' })
  const undone = await staff.replies.setOutcome({ ...text, outcome: null })
  expect(undone).toMatchObject({ outcome: null, processed: false })
  expect(await stateOf(app)).toMatchObject([{ state: 'canceled' }])
  await staff.replies.setOutcome({ ...text, outcome: 'booked' })
  expect(await stateOf(app)).toMatchObject([{ state: 'canceled' }, { state: 'booked' }])
  await staff.replies.setOutcome({ ...text, outcome: 'not_interested' })
  expect(await stateOf(app)).toMatchObject([{ state: 'canceled' }, { state: 'canceled' }])
})

test('a wrong person withdraws consent for this salon until it is taken back', async () => {
  const { staff, sql, say, mary } = await offeredToMary()
  const text = await say('What is it about?')
  const refusals = () => sql`
    select kind, source, wording, phone from consent_events where kind = 'withdrawn'`
  await staff.replies.setOutcome({ ...text, outcome: 'wrong_person' })
  await staff.replies.setOutcome({ ...text, outcome: 'wrong_person' })
  const refusal = { kind: 'withdrawn', source: 'staff', wording: 'Wrong person', phone: PHONE }
  expect(await refusals()).toEqual([refusal])
  expect((await mary()).eligibility.reason).toBe('wrong_person')
  await staff.replies.setOutcome({ ...text, outcome: null })
  expect(await refusals()).toEqual([])
  expect((await mary()).eligibility.reason).toBe('wrote_to_us')
})

test.each(['wrong number', 'This is not Mary', 'who is this?', 'Please cancel'])(
  '%j waits as a possible opt-out, and wrong person decides it in one step',
  async (body) => {
    const { staff, sql, say, mary } = await offeredToMary()
    const text = await say(body)
    const waits = { outcome: null, pendingReview: true, processed: false }
    expect((await staff.replies.list({ state: 'all' })).items).toMatchObject([waits])
    await expect(staff.replies.setOutcome({ ...text, outcome: 'booked' })).rejects.toThrow(/^409/)
    const decided = { outcome: 'wrong_person', pendingReview: false, isOptOut: false, processed: true }
    expect(await staff.replies.setOutcome({ ...text, outcome: 'wrong_person' })).toMatchObject(decided)
    expect(await staff.replies.waiting()).toEqual({ waiting: 0 })
    expect((await mary()).eligibility.reason).toBe('wrong_person')
    expect(await sql`select kind, wording from consent_events where kind = 'withdrawn'`).toEqual([
      { kind: 'withdrawn', wording: 'Wrong person' },
    ])
    const lines = await sql`
      select action, detail from audit_log where subject = ${text.messageId} order by id`
    expect(lines).toMatchObject([
      { action: 'opt-out.decide', detail: { optOut: false } },
      { action: 'reply.outcome', detail: { outcome: 'wrong_person' } },
    ])
  },
)

test('the offer of a conversation is the text on the phone of the client, with name and link', async () => {
  const { staff, sql, say, salon } = await offeredToMary()
  await say('Yes please')
  const { offer } = await staff.replies.conversation({ id: salon.id, number: PHONE })
  const [sent] = await textsOnHandset(sql, PHONE)
  expect(offer).toEqual({ version: 1, text: sent })
  expect(sent).toContain('Mary')
  expect(sent).not.toMatch(/[{}]/)
})

test.each([
  ['in the same text', ['Wrong number, remove me'], 0],
  ['in plain words without a wrong number', ['please do not contact me'], 0],
  ['and cancels an appointment', ['cancel my appointment and do not contact me again'], 1],
  ['afterwards', ['Wrong number', 'STOP'], 0],
  ['before', ['STOP', 'Wrong number'], 0],
  ['not at all', ['Wrong number'], 1],
  ['after another text', ['Can I come on Friday?', 'STOP'], 1],
])('a wrong number that opted out %s waits nowhere', async (_, bodies, waiting) => {
  const { staff, say, salon } = await offeredToMary()
  for (const body of bodies) await say(body)
  expect(await staff.replies.waiting()).toEqual({ waiting })
  expect((await staff.replies.list({})).items).toHaveLength(waiting)
  expect((await staff.salons.get({ id: salon.id })).counts.repliesWaiting).toBe(waiting)
})

test('no reminder goes to a client who has booked, not even one that is queued', async () => {
  const { sql, salon, storeMary, pass, worker } = await offeredToMary()
  const book = (state: string) => sql`
    insert into visits (salon_id, phone, state, evidence, created_by, created_at)
    select ${salon.id}, ${PHONE}, ${state}, '[]', 'maya', max(accepted_at) + interval '1 day' from messages`
  const reminders = () => sql`select status, error_message from messages where kind = 'reminder'`
  await book('attended')
  await pass(7 * DAY)
  await storeMary()
  await pass(10_000)
  expect(await reminders()).toEqual([])
  await sql`delete from visits`
  // Queued on a Sunday, so that it waits for Tuesday.
  await pass(5 * DAY)
  await storeMary()
  await worker.round()
  expect(await reminders()).toMatchObject([{ status: 'queued' }])
  await book('booked')
  await pass(2 * DAY)
  expect(await reminders()).toEqual([
    { status: 'canceled', errorMessage: 'Answered or booked since the offer' },
  ])
  expect(await textsOnHandset(sql, PHONE)).toHaveLength(1)
})

test('another salon’s text, one pending review and an erased one take no outcome', async () => {
  const app = await offeredToMary()
  const { staff, sql, say, env, clock } = app
  const text = await say('please do not contact me')
  const other = await readySalon(app, 'Opal Spa')
  const outcome = 'booked' as const
  await expect(staff.replies.setOutcome({ ...text, id: other.id, outcome })).rejects.toThrow(/^404/)
  await sql`
    update messages set intent = 'maybe_opt_out', is_opt_out = false, processed = false, decided_at = null
    where id = ${text.messageId}`
  await expect(staff.replies.setOutcome({ ...text, outcome })).rejects.toMatchObject({ status: 409 })
  expect(await stateOf(app)).toEqual([])
  await sql`update messages set intent = 'positive' where id = ${text.messageId}`
  await staff.replies.setOutcome({ ...text, outcome })
  await erase(sql, env, null, { phone: PHONE, now: clock() })
  expect(await stateOf(app)).toEqual([])
  await expect(staff.replies.setOutcome({ ...text, outcome })).rejects.toMatchObject({ status: 404 })
})
