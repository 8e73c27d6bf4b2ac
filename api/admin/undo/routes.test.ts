import { randomUUID } from 'node:crypto'
import type { ContactStatus } from '@salonback/shared/core/inbox/contactStatus.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { colleague } from '../../testing/colleague.ts'
import { makeProspects } from '../../testing/factories.ts'
import { textFrom } from '../../testing/webhooks.ts'
import { prune } from '../../worker/prune.ts'

const PHONE = '+447700900611'

/** Four prospects with different statuses, all marked Submitted by maya; `key` undoes it. */
async function allSubmitted() {
  const app = await testApp()
  const { staff, sql, clock } = app
  const made = await makeProspects(sql, 4)
  const before = ['Selected', 'Responded', null, 'Submitted'] as const
  for (const [n, contactStatus] of before.entries())
    await staff.prospects.setStatus({ id: made[n]?.id ?? '', contactStatus })
  clock.advance(60_000)
  const ids = made.map(({ id }) => id)
  const undoKey = randomUUID()
  await staff.prospects.setStatuses({ ids, contactStatus: 'Submitted' }, { undoKey })
  clock.advance(1000)
  const statuses = async () => {
    const known = new Map((await staff.prospects.list()).map(({ id, contactStatus }) => [id, contactStatus]))
    return ids.map((id) => known.get(id))
  }
  return { ...app, ids, before, undoKey, statuses }
}

test('each prospect returns to its own status, once', async () => {
  const { staff, sql, before, undoKey, statuses } = await allSubmitted()
  expect(await staff.undo.run({ key: undoKey })).toEqual({ undone: 3, kept: 0 })
  expect(await statuses()).toEqual(before)
  expect(await staff.undo.run({ key: undoKey })).toEqual({ undone: 0, kept: 0 })
  const lines = await sql`select actor, subject, detail from audit_log where action = 'undo'`
  expect(lines).toEqual([{ actor: 'maya', subject: undoKey, detail: { undone: 3, kept: 0 } }])
})

test.each<[what: string, then: ContactStatus[]]>([
  ['to another status', ['Contacted']],
  ['and back', ['Contacted', 'Submitted']],
  ['to the status that it had', ['Selected']],
])('a prospect that was changed since %s stays', async (_, then) => {
  const { staff, clock, ids, before, undoKey, statuses } = await allSubmitted()
  for (const contactStatus of then) {
    await staff.prospects.setStatus({ id: ids[0] ?? '', contactStatus })
    clock.advance(1)
  }
  expect(await staff.undo.run({ key: undoKey })).toEqual({ undone: 2, kept: 1 })
  expect(await statuses()).toEqual([then.at(-1), ...before.slice(1)])
})

test('a deleted prospect is not undone, and the others are', async () => {
  const { staff, sql, ids, undoKey } = await allSubmitted()
  await sql`delete from prospects where id = ${ids[1] ?? ''}`
  expect(await staff.undo.run({ key: undoKey })).toEqual({ undone: 2, kept: 1 })
})

test('an undo is possible for a minute, since a toast stays while it is hovered', async () => {
  const { staff, clock, undoKey, statuses } = await allSubmitted()
  clock.advance(59_001)
  const late = 'It is too late to undo this. Please change it back by hand.'
  await expect(staff.undo.run({ key: undoKey })).rejects.toMatchObject({ status: 409, serverMessage: late })
  expect(await statuses()).toEqual(Array(4).fill('Submitted'))
})

test('only the person who made a change can undo it', async () => {
  const app = await allSubmitted()
  const sam = await colleague(app)
  await expect(sam.undo.run({ key: app.undoKey })).rejects.toMatchObject({ status: 404 })
  const again = sam.prospects.setStatuses({ ids: app.ids, contactStatus: null }, { undoKey: app.undoKey })
  await expect(again).rejects.toMatchObject({ status: 409 })
  expect(await app.statuses()).toEqual(Array(4).fill('Submitted'))
})

test('four undos at the same moment undo once', async () => {
  const { staff, before, undoKey, statuses } = await allSubmitted()
  const all = await Promise.all(Array.from({ length: 4 }, () => staff.undo.run({ key: undoKey })))
  expect(all.map(({ undone }) => undone).sort()).toEqual([0, 0, 0, 3])
  expect(await statuses()).toEqual(before)
})

test('an undo that fails in between changes nothing, and can be repeated', async () => {
  const { staff, sql, before, undoKey, statuses } = await allSubmitted()
  await sql`alter table audit_log add constraint broken check (action <> 'undo')`
  await expect(staff.undo.run({ key: undoKey })).rejects.toMatchObject({ status: 500 })
  expect(await statuses()).toEqual(Array(4).fill('Submitted'))
  await sql`alter table audit_log drop constraint broken`
  expect(await staff.undo.run({ key: undoKey })).toEqual({ undone: 3, kept: 0 })
  expect(await statuses()).toEqual(before)
})

test('a change without a key is not recorded, and records are deleted after an hour', async () => {
  const { staff, sql, clock, ids } = await allSubmitted()
  const count = () => sql`
    select (select count(*)::int from undos) as undos, (select count(*)::int from undo_rows) as rows`
  await staff.prospects.setStatuses({ ids, contactStatus: null })
  expect(await count()).toEqual([{ undos: 1, rows: 3 }])
  clock.advance(3_600_000)
  await prune(sql, clock())
  expect(await count()).toEqual([{ undos: 0, rows: 0 }])
})

test('a key that is no UUID is rejected', async () => {
  const { staff, ids } = await allSubmitted()
  const change = staff.prospects.setStatuses({ ids, contactStatus: null }, { undoKey: 'now' })
  await expect(change).rejects.toMatchObject({ status: 422 })
})

/** A text that waits, and the state of its conversation. */
async function withText(body = 'How much is it?') {
  const app = await testApp()
  const { staff, origin } = app
  await textFrom(origin, PHONE, body)
  const [text] = await staff.inbox.inbound({})
  const undoKey = randomUUID()
  const now = async () => {
    const [row] = await staff.inbox.inbound({})
    const { takenBy, snoozedUntil } = await staff.inbox.deskOf({ number: PHONE })
    return { processed: row?.processed, pending: row?.pendingReview, takenBy, snoozedUntil }
  }
  const undo = () => staff.undo.run({ key: undoKey })
  const id = text?.id ?? ''
  return { ...app, id, conversations: [{ number: PHONE }], options: { undoKey }, now, undo }
}

const free = { processed: false, pending: false, takenBy: null, snoozedUntil: null }

test('a processed text waits again, and one back in review is processed again', async () => {
  const { staff, id, options, now, undo } = await withText()
  await staff.inbox.setProcessed({ id, processed: true }, options)
  expect(await undo()).toEqual({ undone: 1, kept: 0 })
  expect(await now()).toEqual(free)
  await staff.inbox.setProcessed({ id, processed: true })
  const undoKey = randomUUID()
  await staff.inbox.setProcessed({ id, processed: false }, { undoKey })
  expect(await staff.undo.run({ key: undoKey })).toEqual({ undone: 1, kept: 0 })
  expect(await now()).toEqual({ ...free, processed: true })
})

test('a text that a colleague has answered since does not wait again', async () => {
  const { staff, clock, id, options, now, undo } = await withText()
  await staff.inbox.setProcessed({ id, processed: true }, options)
  clock.advance(1000)
  await staff.inbox.reply({ phoneNumber: PHONE, message: 'It is free.' })
  expect(await undo()).toEqual({ undone: 0, kept: 1 })
  expect(await now()).toMatchObject({ processed: true })
})

test('conversations that were marked processed wait again', async () => {
  const { staff, origin, conversations, options, now, undo } = await withText()
  await textFrom(origin, PHONE, 'Hello?')
  await staff.inbox.markProcessed({ conversations }, options)
  expect(await now()).toEqual({ ...free, processed: true })
  expect(await undo()).toEqual({ undone: 2, kept: 0 })
  expect(await now()).toEqual(free)
})

test('a snooze is taken back, with the one who had the conversation and the earlier time', async () => {
  const { staff, clock, conversations, options, now, undo } = await withText()
  const day = (n: number) => new Date(clock().getTime() + n * 86_400_000).toISOString()
  await staff.inbox.snooze({ conversations, until: day(1) })
  await staff.inbox.take({ number: PHONE })
  await staff.inbox.snooze({ conversations, until: day(2) }, options)
  expect(await now()).toMatchObject({ takenBy: null, snoozedUntil: day(2) })
  expect(await undo()).toEqual({ undone: 1, kept: 0 })
  expect(await now()).toMatchObject({ takenBy: 'maya', snoozedUntil: day(1) })
})

test('taking a conversation over from a colleague and releasing it are taken back', async () => {
  const app = await withText()
  const sam = await colleague(app)
  await sam.inbox.take({ number: PHONE })
  await app.staff.inbox.take({ number: PHONE, over: true }, app.options)
  expect(await app.now()).toMatchObject({ takenBy: 'maya' })
  expect(await app.undo()).toEqual({ undone: 1, kept: 0 })
  expect(await app.now()).toMatchObject({ takenBy: 'sam' })
  const undoKey = randomUUID()
  await sam.inbox.release({ number: PHONE }, { undoKey })
  expect(await sam.undo.run({ key: undoKey })).toEqual({ undone: 1, kept: 0 })
  expect(await app.now()).toMatchObject({ takenBy: 'sam' })
})

test('a conversation that came back by a new text since stays in review', async () => {
  const { staff, origin, clock, conversations, options, now, undo } = await withText()
  const until = new Date(clock().getTime() + 86_400_000).toISOString()
  await staff.inbox.snooze({ conversations, until }, options)
  await textFrom(origin, PHONE, 'Still there?')
  expect(await undo()).toEqual({ undone: 0, kept: 1 })
  expect(await now()).toEqual(free)
})

test('a decision that a text is no opt-out is taken back', async () => {
  const { staff, id, options, now, undo } = await withText('Hello, wrong number?')
  expect(await now()).toMatchObject({ pending: true })
  await staff.inbox.decide({ id, optOut: false }, options)
  expect(await now()).toMatchObject({ pending: false })
  expect(await undo()).toEqual({ undone: 1, kept: 0 })
  expect(await now()).toMatchObject({ pending: true })
})

test('a conversation goes back to the one it was assigned to, who has not seen it', async () => {
  const app = await withText()
  const sam = await colleague(app)
  const { id: samId } = await sam.auth.me()
  const { id: mayaId } = await app.staff.auth.me()
  await app.staff.inbox.assign({ number: PHONE, to: samId })
  app.clock.advance(60_000)
  await app.staff.inbox.assign({ number: PHONE, to: mayaId }, app.options)
  expect(await app.undo()).toEqual({ undone: 1, kept: 0 })
  expect(await sam.inbox.mine()).toMatchObject([{ number: PHONE, seen: false }])
  const undoKey = randomUUID()
  await app.staff.inbox.assign({ number: PHONE, to: null }, { undoKey })
  await sam.inbox.assign({ number: PHONE, to: mayaId })
  expect(await app.staff.undo.run({ key: undoKey })).toEqual({ undone: 0, kept: 1 })
  expect(await app.staff.inbox.mine()).toMatchObject([{ number: PHONE }])
})

test('a first assignment is taken back, and what the colleague has taken meanwhile stays', async () => {
  const app = await withText()
  const sam = await colleague(app)
  await app.staff.inbox.assign({ number: PHONE, to: (await sam.auth.me()).id }, app.options)
  await sam.inbox.take({ number: PHONE })
  expect(await app.undo()).toEqual({ undone: 1, kept: 0 })
  expect(await sam.inbox.mine()).toEqual([])
  expect(await app.now()).toMatchObject({ takenBy: 'sam' })
})

/** A campaign in this state since an hour, and what is stored about its state. */
async function withCampaign(state: 'running' | 'paused') {
  const app = await testApp()
  const { sql, clock } = app
  const reason = state === 'paused' ? '7 of the last 200 opted out' : null
  const [{ id }] = await sql<[{ id: string }]>`
    insert into campaigns (state, paused_reason, template, basis, created_by, created_at, watched_from)
    select ${state}, ${reason}, 'Hi', 'consent', id, ${clock()}, ${clock()} from admins returning id`
  const stored = () =>
    sql`select state, paused_reason, paused_by, watched_from from campaigns where id = ${id}`
  clock.advance(3_600_000)
  return { ...app, id, stored, undoKey: randomUUID() }
}

test.each([
  ['pause', 'running'],
  ['resume', 'paused'],
] as const)('a %s of a campaign is taken back exactly', async (verb, state) => {
  const { staff, id, stored, undoKey } = await withCampaign(state)
  const before = [...(await stored())]
  await staff.firstTexts[verb]({ id }, { undoKey })
  expect([...(await stored())]).not.toEqual(before)
  expect(await staff.undo.run({ key: undoKey })).toEqual({ undone: 1, kept: 0 })
  expect([...(await stored())]).toEqual(before)
})

test.each(['cancel', 'resume'] as const)('after a pause and a %s there is nothing to undo', async (then) => {
  const { staff, id, stored, undoKey } = await withCampaign('running')
  await staff.firstTexts.pause({ id }, { undoKey })
  await staff.firstTexts[then]({ id })
  const before = [...(await stored())]
  expect(await staff.undo.run({ key: undoKey })).toEqual({ undone: 0, kept: 1 })
  expect([...(await stored())]).toEqual(before)
})
