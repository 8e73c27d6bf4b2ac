import { expect, test } from 'vitest'
import { exportPerson } from '../../platform/privacy/export.ts'
import { testApp } from '../../testing/app.ts'
import { colleague } from '../../testing/colleague.ts'
import { makeProspect } from '../../testing/factories.ts'
import { keepSession, readySalon } from '../../testing/salons.ts'
import { textFrom } from '../../testing/webhooks.ts'
import { prune } from '../../worker/prune.ts'
import { erase } from '../erasure/erase.ts'

const PHONE = '+447700900611'
const given = { number: PHONE }
const DAY = 24 * 3_600_000

/** The service with a waiting text of a number, and a second account, Sam, who is an agent. */
async function withSam() {
  const app = await testApp()
  await textFrom(app.origin, PHONE, 'How much is it?')
  const sam = await colleague(app, 'agent')
  const [{ id: mayaId }, { id: samId }] = await Promise.all([app.staff.auth.me(), sam.auth.me()])
  return { ...app, maya: app.staff, mayaId, sam, samId }
}

test('an assigned conversation is in the list of the colleague, and everyone sees the name of the colleague', async () => {
  const { maya, sam, samId, clock, sql } = await withSam()
  await makeProspect(sql, { phone: PHONE, name: 'Glow' })
  expect(await sam.inbox.colleagues()).toMatchObject([{ username: expect.any(String) }, { username: 'sam' }])
  expect(await maya.inbox.assign({ ...given, to: samId })).toMatchObject({ assignedTo: 'sam' })
  expect(await maya.inbox.mine()).toEqual([])
  const about = { salonId: null, salonName: null, number: PHONE, name: 'Glow' }
  const text = { words: 'How much is it?', isNote: false, seen: false, waiting: true }
  const entry = { ...about, assigned: true, by: 'maya', at: clock().toISOString(), ...text }
  expect(await sam.inbox.mine()).toEqual([entry])
  expect(await maya.inbox.desk()).toMatchObject([{ number: PHONE, assignedTo: 'sam' }])
  expect((await maya.inbox.inboxPage({ filter: 'review' })).texts).toHaveLength(1)
  expect((await sam.inbox.inboxPage({ only: 'mine' })).texts).toHaveLength(1)
  await sam.inbox.seen(given)
  await sam.inbox.markProcessed({ conversations: [given] })
  expect(await sam.inbox.mine()).toEqual([{ ...entry, seen: true, waiting: false }])
  await prune(sql, clock())
  expect(await sam.inbox.assign({ ...given, to: null })).toMatchObject({ assignedTo: null })
  expect(await sam.inbox.mine()).toEqual([])
  const lines =
    await sql`select actor, detail from audit_log where action = 'conversation.assign' order by id`
  expect(lines).toEqual([
    { actor: 'maya', detail: { to: samId } },
    { actor: 'sam', detail: { to: null } },
  ])
})

test('when two people assign at the same time, both see the last assignment', async () => {
  const { maya, sam, mayaId, samId, sql } = await withSam()
  await Promise.all([maya.inbox.assign({ ...given, to: samId }), sam.inbox.assign({ ...given, to: mayaId })])
  const [last] = await sql<[{ to: string }]>`
    select detail->>'to' as to from audit_log where action = 'conversation.assign' order by id desc limit 1`
  const expected = last.to === samId ? 'sam' : 'maya'
  for (const one of [maya, sam]) expect(await one.inbox.deskOf(given)).toMatchObject({ assignedTo: expected })
})

test('a person who assigns a conversation to themselves has seen it', async () => {
  const { sam, samId } = await withSam()
  await sam.inbox.assign({ ...given, to: samId })
  expect(await sam.inbox.mine()).toMatchObject([{ assigned: true, by: 'sam', seen: true }])
})

test('disabling an account ends its assignments, and it gets no new ones', async () => {
  const { maya, samId } = await withSam()
  await maya.inbox.assign({ ...given, to: samId })
  await maya.staff.disable({ id: samId })
  expect(await maya.inbox.deskOf(given)).toMatchObject({ assignedTo: null })
  expect(await maya.inbox.desk()).toEqual([])
  expect(await maya.inbox.colleagues()).toMatchObject([{ username: 'maya' }])
  await expect(maya.inbox.assign({ ...given, to: samId })).rejects.toThrow(/^409: /)
})

test('a note that names a colleague is listed until a week after it was seen', async () => {
  const { maya, sam, clock, sql } = await withSam()
  await maya.inbox.addNote({ ...given, body: '@maya I will ask' })
  await maya.inbox.addNote({ ...given, body: '@Sam she prefers mornings' })
  clock.advance(1000)
  await maya.inbox.addNote({ ...given, body: 'and you, @sam?' })
  expect(await maya.inbox.mine()).toEqual([])
  const note = { words: 'and you, @sam?', isNote: true, at: clock().toISOString() }
  const entry = { ...note, assigned: false, by: 'maya' }
  expect(await sam.inbox.mine()).toMatchObject([{ ...entry, seen: false }])
  await sam.inbox.seen(given)
  expect(await sam.inbox.mine()).toMatchObject([{ ...entry, seen: true }])
  clock.advance(7 * DAY)
  await keepSession({ sql, clock })
  expect(await sam.inbox.mine()).toEqual([])
})

test('an assigned conversation with a note is listed once, with the later of both', async () => {
  const { maya, sam, samId, clock } = await withSam()
  await maya.inbox.addNote({ ...given, body: '@sam please' })
  await sam.inbox.seen(given)
  clock.advance(1000)
  await maya.inbox.assign({ ...given, to: samId })
  const entry = { assigned: true, seen: false, words: '@sam please', isNote: true }
  expect(await sam.inbox.mine()).toMatchObject([entry])
})

test('a conversation of a salon is assigned separately from that of the agency with the same number', async () => {
  const app = await withSam()
  const { maya, sam, samId } = app
  const salon = await readySalon(app)
  await textFrom(app.origin, PHONE, 'Is Tuesday free?', { To: salon.sender.address })
  const inSalon = { ...given, salonId: salon.id }
  await maya.inbox.assign({ ...inSalon, to: samId })
  app.clock.advance(1000)
  await maya.inbox.addNote({ ...given, body: '@sam and this one' })
  expect(await sam.inbox.mine()).toMatchObject([
    { salonId: null, assigned: false },
    { salonId: salon.id, salonName: expect.any(String), assigned: true, words: 'Is Tuesday free?' },
  ])
  await sam.inbox.seen(inSalon)
  expect(await sam.inbox.mine()).toMatchObject([{ seen: false }, { seen: true }])
  await expect(maya.inbox.assign({ number: '+447700900699', to: samId })).rejects.toThrow('404')
})

test('an erasure deletes assignments and the notes that name a colleague', async () => {
  const { maya, sql, env, deps, clock, samId } = await withSam()
  await maya.inbox.assign({ ...given, to: samId })
  await maya.inbox.addNote({ ...given, body: '@sam call her' })
  const { held } = await exportPerson(sql, { phone: PHONE, now: clock() })
  expect(held.conversation_desk).toMatchObject([{ assigned_to: samId }])
  await erase(sql, env, deps.carrier, { phone: PHONE, now: clock() })
  for (const table of ['conversation_desk', 'conversation_notes', 'note_mentions'])
    expect(await sql`select 1 from ${sql(table)}`, table).toEqual([])
})
