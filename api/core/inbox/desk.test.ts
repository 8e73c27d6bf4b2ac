import { expect, test } from 'vitest'
import { exportPerson } from '../../platform/privacy/export.ts'
import { type App, testApp } from '../../testing/app.ts'
import { colleague } from '../../testing/colleague.ts'
import { postJson } from '../../testing/postJson.ts'
import { readySalon } from '../../testing/salons.ts'
import { textFrom } from '../../testing/webhooks.ts'
import { prune } from '../../worker/prune.ts'
import { erase } from '../erasure/erase.ts'

const PHONE = '+447700900611'
const OTHER = '+447700900612'
const MINUTE = 60_000

/** The service with a text of a number, and a second admin, Sam. */
async function twoAdmins() {
  const app = await testApp()
  await textFrom(app.origin, PHONE, 'How much is it?')
  return { ...app, maya: app.staff, sam: await colleague(app) }
}

async function actions({ sql }: Pick<App, 'sql'>) {
  const lines = await sql`
    select actor || ' ' || action as line from audit_log where action ~ '^(conversation|note)' order by at, id`
  return lines.map(({ line }) => line)
}

const at = (app: { clock: () => Date }, ms: number) => new Date(app.clock().getTime() + ms).toISOString()

test('a conversation is taken for ten minutes after the last activity', async () => {
  const app = await twoAdmins()
  const { maya, sam, clock } = app
  const untaken = { salonId: null, number: PHONE, assignedTo: null, snoozedUntil: null }
  const taken = { ...untaken, takenBy: 'maya', takenUntil: at(app, 10 * MINUTE) }
  expect(await maya.inbox.take({ number: PHONE })).toEqual(taken)
  expect(await sam.inbox.take({ number: PHONE })).toMatchObject({ takenBy: 'maya' })
  clock.advance(9 * MINUTE)
  await maya.inbox.take({ number: PHONE })
  clock.advance(9 * MINUTE)
  expect(await sam.inbox.desk()).toMatchObject([{ number: PHONE, takenBy: 'maya' }])
  clock.advance(MINUTE)
  expect(await sam.inbox.desk()).toEqual([])
  expect(await sam.inbox.take({ number: PHONE })).toMatchObject({ takenBy: 'sam' })
  expect(await actions(app)).toEqual(['maya conversation.take', 'sam conversation.take'])
})

test('a colleague can take a conversation over, and only the holder releases it', async () => {
  const app = await twoAdmins()
  await app.maya.inbox.take({ number: PHONE })
  expect(await app.sam.inbox.release({ number: PHONE })).toMatchObject({ takenBy: 'maya' })
  expect(await app.sam.inbox.take({ number: PHONE, over: true })).toMatchObject({ takenBy: 'sam' })
  expect(await app.sam.inbox.release({ number: PHONE })).toMatchObject({ takenBy: null, takenUntil: null })
  const lines = ['maya conversation.take', 'sam conversation.take', 'sam conversation.release']
  expect(await actions(app)).toEqual(lines)
})

test('a reply releases the conversation of its author only', async () => {
  const { maya, sam } = await twoAdmins()
  await maya.inbox.take({ number: PHONE })
  await sam.inbox.reply({ phoneNumber: PHONE, message: 'Hello' })
  expect(await maya.inbox.deskOf({ number: PHONE })).toMatchObject({ takenBy: 'maya' })
  await maya.inbox.reply({ phoneNumber: PHONE, message: 'Hello again' })
  expect(await maya.inbox.deskOf({ number: PHONE })).toMatchObject({ takenBy: null })
})

test('notes are kept with author and time, and only the author deletes one', async () => {
  const app = await twoAdmins()
  const note = await app.maya.inbox.addNote({ number: PHONE, body: '  Call her on Friday ' })
  expect(note).toMatchObject({ body: 'Call her on Friday', createdBy: 'maya', createdAt: at(app, 0) })
  expect((await app.sam.inbox.deskOf({ number: PHONE })).notes).toEqual([note])
  expect((await app.sam.inbox.inboxPage({ only: 'notes' })).texts).toHaveLength(1)
  await expect(app.sam.inbox.deleteNote({ id: note.id })).rejects.toThrow('404')
  await app.maya.inbox.deleteNote({ id: note.id })
  expect((await app.sam.inbox.deskOf({ number: PHONE })).notes).toEqual([])
  expect((await app.sam.inbox.inboxPage({ only: 'notes' })).texts).toEqual([])
  expect(await actions(app)).toEqual(['maya note.add', 'maya note.delete'])
  expect((await app.maya.inbox.conversation({ number: PHONE })).messages).toHaveLength(1)
})

test('a snoozed conversation leaves review and its count until its time', async () => {
  const app = await twoAdmins()
  const { maya, clock } = app
  const until = at(app, 60 * MINUTE)
  const conversations = [{ number: PHONE }]
  expect(await maya.inbox.snooze({ conversations, until })).toEqual({ changed: 1, skipped: 0 })
  expect((await maya.inbox.inboxPage({ filter: 'review' })).texts).toEqual([])
  expect((await maya.inbox.inboxPage({})).texts).toHaveLength(1)
  expect(await maya.inbox.inboxCounts()).toEqual({ all: 1, review: 0, optout: 0, processed: 0 })
  expect(await maya.metrics.sms()).toMatchObject({ needsReview: 0 })
  expect(await maya.inbox.desk()).toMatchObject([{ number: PHONE, snoozedUntil: until }])
  clock.advance(60 * MINUTE)
  expect((await maya.inbox.inboxPage({ filter: 'review' })).texts).toHaveLength(1)
  expect(await maya.inbox.inboxCounts()).toMatchObject({ review: 1 })
  expect(await maya.metrics.sms()).toMatchObject({ needsReview: 1 })
  await maya.inbox.snooze({ conversations, until: at(app, 60 * MINUTE) })
  await maya.inbox.snooze({ conversations, until: null })
  expect((await maya.inbox.inboxPage({ filter: 'review' })).texts).toHaveLength(1)
  expect((await actions(app)).length).toBe(3)
})

test('snoozing a conversation releases it, unless a colleague has it', async () => {
  const app = await twoAdmins()
  const snooze = () => app.maya.inbox.snooze({ conversations: [{ number: PHONE }], until: at(app, MINUTE) })
  await app.maya.inbox.take({ number: PHONE })
  await snooze()
  expect(await app.sam.inbox.desk()).toMatchObject([{ takenBy: null, snoozedUntil: at(app, MINUTE) }])
  await app.sam.inbox.take({ number: PHONE })
  await snooze()
  expect(await app.sam.inbox.desk()).toMatchObject([{ takenBy: 'sam', snoozedUntil: at(app, MINUTE) }])
})

test('a new text ends the snooze', async () => {
  const app = await twoAdmins()
  await app.maya.inbox.snooze({ conversations: [{ number: PHONE }], until: at(app, 60 * MINUTE) })
  for (const body of ['Hello?', 'YES']) {
    await textFrom(app.origin, PHONE, body)
    expect(await app.maya.inbox.deskOf({ number: PHONE })).toMatchObject({ snoozedUntil: null })
    await app.maya.inbox.snooze({ conversations: [{ number: PHONE }], until: at(app, 60 * MINUTE) })
  }
})

test('an automatic reply does not end the snooze', async () => {
  const app = await twoAdmins()
  const until = at(app, 60 * MINUTE)
  await app.maya.inbox.snooze({ conversations: [{ number: PHONE }], until })
  await textFrom(app.origin, PHONE, 'I am driving with Do Not Disturb turned on.')
  expect(await app.maya.inbox.deskOf({ number: PHONE })).toMatchObject({ snoozedUntil: until })
})

test('a possible opt-out stays in review', async () => {
  const app = await twoAdmins()
  await textFrom(app.origin, OTHER, 'Hello, wrong number?')
  const conversations = [{ number: OTHER }, { number: PHONE }]
  const [text] = (await app.maya.inbox.inboxPage({ filter: 'review', limit: 1 })).texts
  expect(text).toMatchObject({ from: OTHER, pendingReview: true })
  const half = { changed: 1, skipped: 1 }
  expect(await app.maya.inbox.snooze({ conversations, until: at(app, MINUTE) })).toEqual(half)
  expect(await app.maya.inbox.markProcessed({ conversations })).toEqual(half)
  const { texts } = await app.maya.inbox.inboxPage({ filter: 'review' })
  expect(texts).toMatchObject([{ from: OTHER }])
})

test('filters find one’s own conversations and those that wait for over an hour', async () => {
  const app = await twoAdmins()
  const { maya, sam, clock } = app
  await maya.inbox.take({ number: PHONE })
  expect((await maya.inbox.inboxPage({ only: 'mine', search: 'much' })).texts).toHaveLength(1)
  expect((await sam.inbox.inboxPage({ only: 'mine' })).texts).toEqual([])
  expect((await maya.inbox.inboxPage({ only: 'hour' })).texts).toEqual([])
  clock.advance(61 * MINUTE)
  expect((await maya.inbox.inboxPage({ only: 'hour' })).texts).toHaveLength(1)
  await maya.inbox.markProcessed({ conversations: [{ number: PHONE }] })
  expect((await maya.inbox.inboxPage({ only: 'hour' })).texts).toEqual([])
})

test('conversations of a salon have their own state', async () => {
  const app = await twoAdmins()
  const { maya, sam } = app
  const salon = await readySalon(app)
  const other = await readySalon(app, 'Opal Spa')
  await textFrom(app.origin, PHONE, 'Is Tuesday free?', { To: salon.sender.address })
  const given = { number: PHONE, salonId: salon.id }
  await maya.inbox.take(given)
  await maya.inbox.addNote({ ...given, body: 'Regular' })
  expect(await sam.inbox.deskOf({ number: PHONE })).toMatchObject({ takenBy: null, notes: [] })
  expect(await sam.inbox.deskOf(given)).toMatchObject({ takenBy: 'maya', notes: [{ body: 'Regular' }] })
  for (const only of ['mine', 'notes'] as const)
    expect((await maya.replies.list({ state: 'all', only })).items).toHaveLength(1)
  expect((await sam.replies.list({ only: 'mine' })).items).toEqual([])
  await maya.inbox.snooze({ conversations: [given], until: at(app, MINUTE) })
  expect(await maya.replies.waiting()).toEqual({ waiting: 0 })
  expect((await maya.replies.list({})).items).toEqual([])
  expect(await maya.inbox.inboxCounts()).toMatchObject({ review: 1 })
  await maya.inbox.snooze({ conversations: [given], until: null })
  await maya.replies.reply({ id: salon.id, phoneNumber: PHONE, message: 'Yes' })
  expect(await sam.inbox.deskOf(given)).toMatchObject({ takenBy: null })
  const foreign = { number: PHONE, salonId: other.id }
  for (const call of [
    () => maya.inbox.deskOf(foreign),
    () => maya.inbox.take(foreign),
    () => maya.inbox.release(foreign),
    () => maya.inbox.addNote({ ...foreign, body: 'x' }),
    () => maya.inbox.markProcessed({ conversations: [foreign] }),
    () => maya.inbox.snooze({ conversations: [foreign], until: null }),
  ])
    await expect(call()).rejects.toThrow('404')
})

test('an unknown number has no state to change, and a time must be within a year', async () => {
  const app = await twoAdmins()
  await expect(app.maya.inbox.take({ number: OTHER })).rejects.toThrow('404')
  await expect(app.maya.inbox.addNote({ number: OTHER, body: 'x' })).rejects.toThrow('404')
  const conversations = [{ number: PHONE }]
  for (const ms of [0, -MINUTE, 400 * 24 * 60 * MINUTE])
    await expect(app.maya.inbox.snooze({ conversations, until: at(app, ms) })).rejects.toThrow('422')
})

test('an erasure deletes notes and state, and an export shows them', async () => {
  const app = await twoAdmins()
  const { maya, sql, env, deps, clock } = app
  await maya.inbox.take({ number: PHONE })
  await maya.inbox.addNote({ number: PHONE, body: 'Prefers mornings' })
  await textFrom(app.origin, OTHER, 'Hi')
  await maya.inbox.addNote({ number: OTHER, body: `Sister of ${PHONE}` })
  const { held, named } = await exportPerson(sql, { phone: PHONE, now: clock() })
  expect(held.conversation_notes).toMatchObject([{ body: 'Prefers mornings' }])
  expect(held.conversation_desk).toHaveLength(1)
  expect(named).toMatchObject({ 'conversation_notes.body': 1 })
  await erase(sql, env, deps.carrier, { phone: PHONE, now: clock() })
  expect(await sql`select 1 from conversation_desk`).toEqual([])
  expect(await sql`select body from conversation_notes`).toEqual([{ body: 'Sister of [erased]' }])
})

test('the worker deletes outdated rows of the desk', async () => {
  const app = await twoAdmins()
  await app.maya.inbox.take({ number: PHONE })
  app.clock.advance(10 * MINUTE)

  await prune(app.sql, app.clock())
  expect(await app.sql`select 1 from conversation_desk`).toEqual([])
})

/** Notes of Maya, each a minute after the one before. */
const storeNotes = (sql: App['sql'], count: number, until: Date) => sql`
  insert into conversation_notes (phone, body, created_by, created_at)
  select ${PHONE}, 'Note ' || n, (select id from admins where username = 'maya'),
    ${until}::timestamptz - (${count}::int - n) * interval '1 minute' from generate_series(1, ${count}) n`

test('notes come by pages of 100, the newest first', async () => {
  const { maya, sql, clock } = await twoAdmins()
  await storeNotes(sql, 250, clock())
  const bodies: string[] = []
  let notesBefore: string | undefined
  for (const count of [100, 100, 50]) {
    const page = await maya.inbox.deskOf({ number: PHONE, ...(notesBefore && { notesBefore }) })
    expect(page.notes).toHaveLength(count)
    expect(page.earlierNotes).toBe(count === 100)
    bodies.unshift(...page.notes.map(({ body }) => body))
    notesBefore = page.notes[0]?.id
  }
  expect(bodies).toEqual(Array.from({ length: 250 }, (_, n) => `Note ${n + 1}`))
})

test.each([
  ['199 in a day', 199, 0, 201],
  ['200 in a day', 200, 0, 409],
  ['1,999 in all', 1999, 5, 201],
  ['2,000 in all', 2000, 5, 409],
])('after %s notes another one is answered with %i', async (_, count, daysAgo, status) => {
  const { sql, clock, staffRequest, origin } = await twoAdmins()
  await storeNotes(sql, count, new Date(clock().getTime() - daysAgo * 86_400_000))
  const one = { number: PHONE, salonId: null, body: 'Another' }
  const answer = await staffRequest('/api/admin/desk/notes', postJson(one, { origin }))
  expect(answer.status).toBe(status)
})
