import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { postJson } from '../../testing/postJson.ts'

const query = {
  name: ' Ana Byrne ',
  email: 'ana@example.com ',
  subject: 'Prices',
  message: 'How does the 30% work exactly?',
}

test('a contact message reaches the console, newest first', async () => {
  const { visitor, staff, clock } = await testApp()
  expect(await visitor.contact.submit(query)).toEqual({ message: expect.any(String) })
  clock.advance(60_000)
  await visitor.contact.submit({ ...query, subject: 'Once more' })
  const { queries } = await staff.contact.list()
  expect(queries.map(({ subject }) => subject)).toEqual(['Once more', 'Prices'])
  const trimmed = { name: 'Ana Byrne', email: 'ana@example.com' }
  const state = { createdAt: '2026-03-10T12:00:00.000Z', doneAt: null, doneBy: null }
  expect(queries[1]).toEqual({ ...query, ...trimmed, ...state, id: expect.any(String) })
})

test.each([
  ['message', '  too short ', 'Message must be at least 10 characters long'],
  ['name', undefined, 'Name is required'],
  ['message', 7, 'Message must be at least 10 characters long'],
])('refuses %s %o with the message of the form', async (field, value, sentence) => {
  const { request, sql } = await testApp()
  const response = await request('/api/contact', postJson({ ...query, [field]: value }))
  expect(response.status).toBe(422)
  expect(await response.json()).toEqual({ message: sentence, fields: { [field]: sentence } })
  expect(await sql`select 1 from contact_queries`).toHaveLength(0)
})

test('a filled honeypot field gets the usual answer and stores nothing', async () => {
  const { visitor, staff } = await testApp()
  const answer = await visitor.contact.submit({ ...query, website: 'https://spam.example' })
  expect(answer).toEqual(await visitor.contact.submit(query))
  expect((await staff.contact.list()).queries).toHaveLength(1)
})

test('deleting all messages returns their number and is audited', async () => {
  const { visitor, staff, sql } = await testApp()
  await visitor.contact.submit(query)
  await visitor.contact.submit(query)
  const message = 'All contact form leads deleted successfully'
  expect(await staff.contact.removeAll()).toEqual({ message, deleted: 2 })
  expect(await staff.contact.list()).toEqual({ queries: [] })
  expect(await staff.contact.removeAll()).toMatchObject({ deleted: 0 })
  const log = await sql`select actor, detail from audit_log where action = 'contact.delete_all' order by id`
  expect(log[0]).toEqual({ actor: 'maya', detail: { deleted: 2 } })
})

test('a message is done by the first one who says so, and can be opened again', async () => {
  const { visitor, staff, sql, clock } = await testApp()
  await visitor.contact.submit(query)
  const [message] = (await staff.contact.list()).queries
  const id = message?.id ?? ''
  const done = { doneAt: '2026-03-10T12:00:00.000Z', doneBy: 'maya' }
  expect(await staff.contact.setDone({ id, done: true })).toEqual({ ...message, ...done })
  clock.advance(60_000)
  expect(await staff.contact.setDone({ id, done: true })).toMatchObject(done)
  expect((await staff.contact.list()).queries).toMatchObject([done])
  expect(await staff.contact.setDone({ id, done: false })).toEqual(message)
  const audited = await sql`select subject, detail from audit_log where action = 'contact.done' order by id`
  expect(audited.map(({ detail }) => detail)).toEqual([{ done: true }, { done: true }, { done: false }])
  expect(audited[0]?.subject).toBe(id)
})
