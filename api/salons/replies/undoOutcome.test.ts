import type { ReplyOutcome } from '@salonback/shared/core/inbox/conversation.ts'
import { expect, test } from 'vitest'
import { storeList } from '../../testing/salons.ts'
import { testSalon } from '../../testing/testSalon.ts'
import { textFrom } from '../../testing/webhooks.ts'

const PHONE = '+447700900601'
const FRIDAY = '2026-03-13T15:00:00.000Z'
const MONDAY = '2026-03-16T09:00:00.000Z'

/** A salon that its client Mary has texted. */
async function texted(...bodies: string[]) {
  const { app, staff, sql, clock, origin, salon } = await testSalon()
  await storeList(app, salon.id, [`Mary,${PHONE},2025-09-01,Yes`])
  const say = async (body: string) => {
    clock.advance(1000)
    await textFrom(origin, PHONE, body, { To: salon.sender.address })
  }
  for (const body of bodies) await say(body)
  const [text] = (await staff.replies.list({ state: 'all' })).items
  const one = { id: salon.id, messageId: text?.id ?? '' }
  const mark = (outcome: ReplyOutcome | null, visitAt?: string) =>
    staff.replies.setOutcome({ ...one, outcome, ...(visitAt && { visitAt }) })
  const undo = (outcome: ReplyOutcome) => staff.replies.undoOutcome({ ...one, outcome })
  /** Texts with their outcome and state, visits and consents. */
  const stored = async () => ({
    texts: await sql`
      select body, outcome, processed, decided_at from messages where direction = 'inbound' order by seq`,
    visits: await sql`
      select state, visit_at, decided_by, decided_at from visits where state <> 'canceled' order by created_at`,
    withdrawn: (await sql`select 1 from consent_events where kind = 'withdrawn'`).count,
  })
  return { ...app, salon, one, say, mark, undo, stored }
}

test.each([
  ['booked', ['Yes please'], [], 'booked'],
  ['booked, with an earlier text that waited', ['Hi', 'Yes please'], [], 'booked'],
  ['not interested', ['No thanks'], [], 'not_interested'],
  ['wrong person', ['Maybe later'], [], 'wrong_person'],
  ['wrong person, which decided possible opt-outs', ['Who is this?', 'Wrong number'], [], 'wrong_person'],
  ['not interested after booked', ['Yes please'], ['booked'], 'not_interested'],
  ['booked after wrong person', ['Yes please'], ['wrong_person'], 'booked'],
  ['wrong person after booked', ['Yes please'], ['booked'], 'wrong_person'],
  ['booked on another day', ['Yes please'], ['booked'], 'booked'],
] as const)('undoing %s restores exactly what was stored', async (_, bodies, marks, outcome) => {
  const { mark, undo, stored, staff, clock } = await texted(...bodies)
  for (const one of marks) await mark(one, one === 'booked' ? MONDAY : undefined)
  const before = await stored()
  clock.advance(1000)
  await mark(outcome, outcome === 'booked' ? FRIDAY : undefined)
  expect(await stored()).not.toEqual(before)
  clock.advance(5000)
  await undo(outcome)
  expect(await stored()).toEqual(before)
  const waiting = before.texts.some(({ processed }) => !processed) ? 1 : 0
  expect(await staff.replies.waiting()).toEqual({ waiting })
})

test('undone twice, also concurrently, is undone once', async () => {
  const { mark, undo, stored, sql, one } = await texted('Yes please')
  const before = await stored()
  await mark('booked', FRIDAY)
  await Promise.all([undo('booked'), undo('booked'), undo('booked')])
  expect(await undo('booked')).toMatchObject({ outcome: null, processed: false })
  expect(await stored()).toEqual(before)
  expect(await sql`select actor, subject, detail from audit_log where action = 'reply.undo'`).toEqual([
    { actor: 'maya', subject: one.messageId, detail: { outcome: 'booked' } },
  ])
})

const changed = { status: 409, serverMessage: 'This conversation has changed since. Nothing was undone.' }

test('nothing is undone after a reply, a STOP, another outcome or ten minutes', async () => {
  const { mark, undo, stored, staff, say, salon, sql } = await texted('Yes please')
  await expect(undo('booked')).rejects.toMatchObject(changed)
  await mark('booked', FRIDAY)
  await mark('not_interested')
  await expect(undo('booked')).rejects.toMatchObject(changed)
  await undo('not_interested')
  await mark('not_interested')
  await sql`update audit_log set at = at - interval '11 minutes' where action like 'reply.%'`
  await expect(undo('not_interested')).rejects.toMatchObject(changed)
  await mark('booked', FRIDAY)
  await staff.replies.reply({ id: salon.id, phoneNumber: PHONE, message: 'See you on Friday' })
  await expect(undo('booked')).rejects.toMatchObject(changed)
  await mark('not_interested')
  await say('STOP')
  const before = await stored()
  await expect(undo('not_interested')).rejects.toMatchObject(changed)
  expect(await stored()).toEqual(before)
})

test('a new text of the client is no change; a visit that has changed since stays', async () => {
  const { mark, undo, stored, say, sql } = await texted('Yes please')
  await mark('booked', FRIDAY)
  await say('Which street?')
  await sql`update visits set amount = 4500`
  await undo('booked')
  expect(await stored()).toMatchObject({
    texts: [
      { body: 'Yes please', outcome: null, processed: false },
      { body: 'Which street?', processed: false },
    ],
    visits: [{ state: 'booked', visitAt: new Date(FRIDAY) }],
  })
})

test('staff undo only their own outcomes', async () => {
  const { mark, undo, sql } = await texted('Yes please')
  await mark('not_interested')
  await sql`update audit_log set actor_id = gen_random_uuid() where action = 'reply.outcome'`
  await expect(undo('not_interested')).rejects.toMatchObject(changed)
})

test.each(['a text of the outcome', 'an earlier text that it processed'])(
  'nothing is undone after a colleague reopened %s and marked it processed',
  async (what) => {
    const { mark, undo, stored, staff, sql, salon } = await texted('Hi', 'Yes please')
    await mark('booked', FRIDAY)
    const before = await stored()
    const body = what.startsWith('an earlier') ? 'Hi' : 'Yes please'
    const [text] = await sql<[{ id: string }]>`select id from messages where body = ${body}`
    await sql`update messages set processed = false where id = ${text.id}`
    await staff.inbox.markProcessed({ conversations: [{ salonId: salon.id, number: PHONE }] })
    expect(await stored()).toEqual(before)
    await expect(undo('booked')).rejects.toMatchObject(changed)
    expect(await stored()).toEqual(before)
  },
)
