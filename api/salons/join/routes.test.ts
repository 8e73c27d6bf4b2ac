import { joinWording, keywordWording, WORDING_VERSION } from '@salonback/shared/salons/join/wording.ts'
import { segments } from '@salonback/shared/sms/segments.ts'
import { expect, test } from 'vitest'
import { erase } from '../../core/erasure/erase.ts'
import { joinApp } from '../../testing/joins.ts'
import { approvedOffer, keepSession, storeList } from '../../testing/salons.ts'
import { prune } from '../../worker/prune.ts'

const PHONE = '+447400100123'
const HOUR = 3_600_000
const glow = { name: 'Glow & Co.', country: 'GB' } as const

test('the form asks for a confirmation by text, from the number of the salon', async () => {
  const { ask, received, salon, sql, origin } = await joinApp()
  const response = await ask('07400 100123', { firstName: 'Orla' })
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('Please check your phone')
  const [text] = await received(PHONE)
  const words = `reply YES or open ${origin}/j/[\\w-]{16} to get our offers by text, at most 4 a year`
  expect(text).toMatch(new RegExp(`^Glow & Co\\.: ${words}\\.`))
  expect(segments(text ?? '').segments).toBe(1)
  expect(await sql`select kind, sender_id, salon_id from messages`).toEqual([
    { kind: 'confirmation', senderId: salon.sender.id, salonId: salon.id },
  ])
})

test('the link confirms with its button, not by being opened, and stores the wording with its evidence', async () => {
  const { ask, confirmPathFor, linkFor, request, post, consents, sql, staff, salon, clock } = await joinApp()
  await ask('07400 100123', { firstName: ' Orla ' })
  const asked = clock().toISOString()
  const path = await confirmPathFor(PHONE)
  expect(path).toMatch(/^\/join\/glow-co\/confirm\/[\w-]{16}$/)
  clock.advance(HOUR)
  for (const method of ['GET', 'HEAD', 'GET']) await request(path, { method })
  await request(await linkFor(PHONE))
  expect(await consents()).toEqual([])
  expect(await sql`select 1 from clients`).toHaveLength(0)
  const done = await post(path)
  expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('You are in')])
  const [text] = await sql<[{ id: string }]>`select id from messages`
  expect(await consents()).toEqual([
    {
      phone: PHONE,
      kind: 'written_consent',
      source: 'join_page',
      wording: joinWording(glow),
      messageId: text.id,
      evidence: {
        way: 'link',
        version: WORDING_VERSION,
        requestedAt: asked,
        confirmedAt: clock().toISOString(),
        address: '127.0.0.1',
      },
    },
  ])
  const { items } = await staff.clients.list({ id: salon.id })
  expect(items).toMatchObject([
    { phone: PHONE, firstName: 'Orla', eligibility: { reason: 'unknown_last_visit' } },
  ])
  expect((await staff.clients.get({ id: salon.id, clientId: items[0]?.id ?? '' })).consent).toMatchObject([
    { source: 'join_page', wording: joinWording(glow) },
  ])
})

test('100 parallel confirmations store one consent', async () => {
  const { ask, confirmPathFor, post, consents, sql } = await joinApp()
  await ask(PHONE)
  const path = await confirmPathFor(PHONE)
  const answers = await Promise.all(Array.from({ length: 100 }, () => post(path)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await consents()).toHaveLength(1)
  expect(await sql`select 1 from clients`).toHaveLength(1)
})

test('YES confirms an open request and is answered', async () => {
  const { ask, received, textTo, consents, salon, staff, sql } = await joinApp()
  await ask(PHONE)
  await received(PHONE)
  await textTo(salon, PHONE, 'Yes!')
  const [inbound] = await sql<[{ id: string }]>`select id from messages where direction = 'inbound'`
  expect(await consents()).toMatchObject([
    { source: 'join_page', wording: joinWording(glow), messageId: inbound.id, evidence: { way: 'yes' } },
  ])
  expect((await received(PHONE)).at(-1)).toMatch(/^Glow & Co\.: You are in\./)
  expect(await staff.replies.waiting()).toEqual({ waiting: 0 })
})

test('a YES without an open request is a reply on the desk', async () => {
  const { ask, received, textTo, consents, salon, staff, clock, sql } = await joinApp()
  await textTo(salon, PHONE, 'YES')
  await ask(PHONE)
  await received(PHONE)
  clock.advance(48 * HOUR)
  await textTo(salon, PHONE, 'YES')
  await keepSession({ sql, clock })
  expect(await staff.replies.waiting()).toEqual({ waiting: 1 })
  expect(await consents()).toEqual([])
})

test('a YES to an offer that came after the request answers the offer', async () => {
  const app = await joinApp()
  const { ask, received, textTo, consents, salon, staff, clock } = app
  await storeList(app, salon.id, [`Mary,${PHONE},2025-09-01,Yes`])
  const offerId = await approvedOffer(app, salon.id)
  await ask(PHONE)
  await received(PHONE)
  clock.advance(60_000)
  await staff.campaigns.start({ id: salon.id, offerId, perDay: 10 })
  clock.advance(HOUR)
  expect(await received(PHONE)).toHaveLength(2)
  const before = await consents()
  await textTo(salon, PHONE, 'Yes')
  expect(await consents()).toEqual(before)
  expect(await staff.replies.waiting()).toEqual({ waiting: 1 })
})

test('JOIN joins in one step and is answered', async () => {
  const { received, textTo, consents, salon, staff, sql } = await joinApp()
  await textTo(salon, PHONE, ' join. ')
  const [inbound] = await sql<[{ id: string }]>`select id from messages where direction = 'inbound'`
  expect(await consents()).toEqual([
    {
      phone: PHONE,
      kind: 'written_consent',
      source: 'join_keyword',
      wording: keywordWording(glow, `0${salon.sender.address.slice(3, 7)} ${salon.sender.address.slice(7)}`),
      messageId: inbound.id,
      evidence: expect.objectContaining({ way: 'keyword', version: WORDING_VERSION, text: ' join. ' }),
    },
  ])
  expect(await received(PHONE)).toEqual([
    'Glow & Co.: You are in. We send you our offers by text, at most 4 a year. Reply STOP to opt out.',
  ])
  expect(await staff.replies.waiting()).toEqual({ waiting: 0 })
  const { items } = await staff.clients.list({ id: salon.id })
  expect(items).toMatchObject([{ phone: PHONE, eligibility: { reason: 'unknown_last_visit' } }])
  expect(await staff.join.state({ id: salon.id })).toMatchObject({ joined: 1, unconfirmed: 0 })
})

test('JOIN to the agency is an ordinary text', async () => {
  const { textTo, consents, received, staff, sql } = await joinApp()
  await textTo({ sender: { address: '+447700900100' } }, PHONE, 'JOIN')
  expect(await sql`select processed, intent from messages`).toEqual([{ processed: false, intent: 'unclear' }])
  expect(await consents()).toEqual([])
  expect(await received(PHONE)).toEqual([])
  expect(await staff.inbox.inboxCounts()).toMatchObject({ all: 1, review: 1 })
})

test('JOIN and YES lift no STOP, and staff see them', async () => {
  const { ask, received, confirmPathFor, textTo, consents, post, salon, other, staff } = await joinApp()
  await ask(PHONE)
  const path = await confirmPathFor(PHONE)
  await textTo(other, PHONE, 'STOP')
  const before = await received(PHONE)
  for (const body of ['JOIN', 'YES']) await textTo(salon, PHONE, body)
  const link = await post(path)
  expect([link.status, await link.text()]).toEqual([409, expect.stringContaining('text START')])
  expect(await consents()).toEqual([])
  expect(await received(PHONE)).toEqual(before)
  expect(await staff.replies.waiting()).toEqual({ waiting: 1 })
})

test('no path leads from a join form to a text without the confirmed step', async () => {
  const app = await joinApp()
  const { ask, received, confirmPathFor, request, post, textTo, consents, salon, other, staff, clock } = app
  await storeList(app, salon.id, [`Mary,${PHONE},2020-01-01,`, 'Ann,+447400200129,2025-09-01,Yes'])
  const offerId = await approvedOffer(app, salon.id)
  const known = (await consents()).length
  await ask(PHONE, { firstName: 'Mary' })
  await ask('+447400300147', { firstName: 'Mary' })
  await ask(PHONE, { to: other, firstName: 'Mary' })
  const path = await confirmPathFor(PHONE)
  const token = path.split('/').at(-1)
  // Openings, the page of another salon, wrong tokens, other senders and other numbers confirm nothing.
  await request(path)
  await request(path, { method: 'HEAD' })
  await request(`/j/${token}`)
  const wrong = path.includes('opal') ? salon : other
  expect((await post(`/join/${wrong.slug}/confirm/${token}`)).status).toBe(404)
  expect((await post(`/join/${salon.slug}/confirm/AAAAAAAAAAAAAAAA`)).status).toBe(404)
  expect((await post(path, {}, { origin: 'https://evil.example' })).status).toBe(403)
  await textTo({ sender: { address: '+447700900100' } }, PHONE, 'YES')
  await textTo(salon, '+447400200129', 'YES')
  await textTo(salon, PHONE, 'Yes, how much is a trim?')
  expect((await consents()).length).toBe(known)
  clock.advance(49 * HOUR)
  await keepSession(app)
  expect((await request(path)).status).toBe(410)
  expect((await post(path)).status).toBe(410)
  // An answered text holds no offer.
  const { items: waiting } = await staff.replies.list({ state: 'waiting' })
  const conversations = waiting.map(({ phone }) => ({ number: phone, salonId: salon.id }))
  await staff.inbox.markProcessed({ conversations })
  const plan = { id: salon.id, offerId, perDay: 10 }
  expect(await staff.campaigns.preview(plan)).toMatchObject({ recipients: 1 })
  await staff.campaigns.start(plan)
  clock.advance(HOUR)
  const texts = [...(await received(PHONE)), ...(await received('+447400300147'))]
  expect(texts.filter((text) => !text.includes('reply YES or open'))).toEqual([])
  expect(await received('+447400200129')).toHaveLength(1)
})

test('erasing a number removes its requests, its consent and the client', async () => {
  const { ask, confirmPathFor, post, sql, env, clock } = await joinApp()
  await ask(PHONE, { firstName: 'Orla' })
  await post(await confirmPathFor(PHONE))
  await ask('+447400300147')
  await erase(sql, env, null, { phone: PHONE, now: clock() })
  expect(await sql`select phone from join_requests`).toEqual([{ phone: '+447400300147' }])
  expect(await sql`select 1 from consent_events`).toHaveLength(0)
  expect(await sql`select 1 from clients`).toHaveLength(0)
})

test('requests are deleted after 30 days', async () => {
  const { ask, sql, clock } = await joinApp()
  await ask(PHONE)
  clock.advance(29 * 24 * HOUR)
  await prune(sql, clock())
  expect(await sql`select 1 from join_requests`).toHaveLength(1)
  clock.advance(24 * HOUR)
  await prune(sql, clock())
  expect(await sql`select 1 from join_requests`).toHaveLength(0)
})

test('a list that names a client who joined can be undone', async () => {
  const app = await joinApp()
  const { textTo, salon, staff, sql } = app
  await textTo(salon, PHONE, 'JOIN')
  const joined = await sql`select phone, first_name, last_visit, list_id, added_by from clients`
  const list = [`Orla,${PHONE},2025-09-01,Yes`, 'Ann,+447400200129,2025-09-01,Yes']
  const { listId } = await storeList(app, salon.id, list)
  await textTo(salon, '+447400200129', 'JOIN')
  await staff.lists.undoList({ id: salon.id, listId })
  const after = await sql`select phone, first_name, last_visit, list_id, added_by from clients order by phone`
  expect(after).toEqual([
    ...joined,
    { phone: '+447400200129', firstName: 'Ann', lastVisit: null, listId: null, addedBy: null },
  ])
})
