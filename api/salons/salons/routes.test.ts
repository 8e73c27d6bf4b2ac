import { randomUUID } from 'node:crypto'
import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import { expect, test } from 'vitest'
import { hashOfToken } from '../../platform/http/tokens.ts'
import { testApp } from '../../testing/app.ts'
import { fictional, makeSender } from '../../testing/factories.ts'
import { textsOnHandset } from '../../testing/handsetTexts.ts'
import { tokenOf } from '../../testing/ownerLink.ts'
import { SENDER } from '../../testing/start.ts'
import { textFrom } from '../../testing/webhooks.ts'
import { findOwnerLink } from '../ownerLinks/ownerLinks.ts'

const GLOW = salonDetails({ ownerPhone: '07700 900301' })

test('a new salon has a slug, its owner’s number as E.164 and its first step', async () => {
  const { staff, sql } = await testApp()
  const salon = await staff.salons.create(GLOW)
  expect(salon).toMatchObject({
    slug: 'glow-co',
    ownerPhone: '+447700900301',
    state: 'setup',
    sender: null,
    feeBps: 3000,
    nextStep: 'Send the agreement to Aoife',
    checklist: {
      ...{ agreement: false, sender: false, list: false },
      ...{ consent: false, offer: false, campaign: false },
    },
  })
  expect(await staff.salons.get({ id: salon.id })).toEqual(salon)
  expect((await staff.salons.create(GLOW)).slug).toBe('glow-co-2')
  const lines = await sql`select subject from audit_log where action = 'salon.create'`
  expect(lines).toHaveLength(2)
})

test('one waitlist response becomes one salon', async () => {
  const { staff } = await testApp()
  const sourceId = randomUUID()
  await staff.salons.create({ ...GLOW, sourceId })
  await expect(staff.salons.create({ ...GLOW, sourceId })).rejects.toThrow(/^409/)
})

test('wrong details are refused with their fields', async () => {
  const { staff } = await testApp()
  const noMobile = { status: 422, fields: { ownerPhone: 'Please enter a valid mobile number' } }
  await expect(staff.salons.create({ ...GLOW, ownerPhone: '12' })).rejects.toMatchObject(noMobile)
  for (const wrong of [{ timeZone: 'Europe/Nowhere' }, { bookingUrl: 'javascript:alert(1)' }])
    await expect(staff.salons.create({ ...GLOW, ...wrong })).rejects.toMatchObject({ status: 422 })
  await expect(staff.salons.get({ id: randomUUID() })).rejects.toThrow(/^404/)
})

test('salons are listed newest first, by pages', async () => {
  const { staff, clock } = await testApp()
  for (let n = 0; n < 52; n++) {
    clock.advance(1000)
    await staff.salons.create({ ...GLOW, name: `Salon ${n}` })
  }
  const first = await staff.salons.list({})
  expect([first.items.length, first.items[0]?.name]).toEqual([50, 'Salon 51'])
  const rest = await staff.salons.list({ cursor: first.nextCursor ?? '' })
  expect(rest.items.map(({ name }) => name)).toEqual(['Salon 1', 'Salon 0'])
  expect(rest.nextCursor).toBeNull()
})

test('a number of the simulated network belongs to one salon', async () => {
  const { staff } = await testApp()
  const [one, two] = [await staff.salons.create(GLOW), await staff.salons.create(GLOW)]
  const sender = await staff.salons.setSender({ id: one.id, simulated: true })
  expect(sender).toMatchObject({ kind: 'number', address: '+447700900800', stoppedReason: null })
  await expect(staff.salons.setSender({ id: one.id, simulated: true })).rejects.toThrow(/^409/)
  await expect(staff.salons.setSender({ id: two.id, address: sender.address })).rejects.toThrow(/^409/)
  await expect(staff.salons.setSender({ id: two.id, address: SENDER })).rejects.toThrow(/^409/)
  await expect(staff.salons.setSender({ id: two.id, address: 'Glow' })).rejects.toMatchObject({ status: 422 })
  const next = await staff.salons.setSender({ id: two.id, simulated: true })
  expect(next).toMatchObject({ address: '+447700900801' })
  expect((await staff.salons.get({ id: one.id })).checklist.sender).toBe(true)
})

test('a link is texted to the owner from the agency, and only its hash is stored', async () => {
  const { staff, sql, worker, env, visitor, clock } = await testApp()
  const { id } = await staff.salons.create(GLOW)
  const { url } = await staff.salons.createLink({ id, purpose: 'agree', text: true })
  expect(url).toMatch(new RegExp(`^${env.PUBLIC_URL}/o/[\\w-]{22}$`))
  await worker.round()
  const [text] = await textsOnHandset(sql, '+447700900301')
  expect(text).toContain(url)
  const token = tokenOf(url)
  expect(await sql`select token_hash from owner_links`).toEqual([{ tokenHash: hashOfToken(token) }])
  expect(await findOwnerLink(sql, token)).toMatchObject({ purpose: 'agree', salonId: id, usedAt: null })
  expect(await findOwnerLink(sql, `${token}x`)).toBeUndefined()
  const sent = () => sql`
    select kind, sent_by, sent_at, opened_at, answered_at from owner_messages where link_hash = ${hashOfToken(token)}`
  const message = { kind: 'link', sentBy: 'text', sentAt: clock() }
  expect(await sent()).toEqual([{ ...message, openedAt: null, answeredAt: null }])
  clock.advance(60_000)
  const openedAt = clock()
  await visitor.owner.open({ token })
  clock.advance(60_000)
  await visitor.owner.open({ token })
  await visitor.owner.agree({ token, name: 'Aoife' })
  expect(await sent()).toEqual([{ ...message, openedAt, answeredAt: clock() }])
})

test('an owner who opted out gets no link by text', async () => {
  const { staff, origin } = await testApp()
  const { id } = await staff.salons.create(GLOW)
  await textFrom(origin, '+447700900301', 'STOP')
  await expect(staff.salons.createLink({ id, purpose: 'agree', text: true })).rejects.toThrow(/^409/)
  expect(await staff.salons.createLink({ id, purpose: 'agree' })).toMatchObject({ url: expect.any(String) })
})

test('a booking page without https:// is completed', async () => {
  const { staff } = await testApp()
  const salon = await staff.salons.create(salonDetails({ bookingUrl: 'www.fresha.com/a/glow' }))
  expect(salon.bookingUrl).toBe('https://www.fresha.com/a/glow')
  const changed = await staff.salons.update({ id: salon.id, bookingUrl: ' glow.example/book ' })
  expect(changed.bookingUrl).toBe('https://glow.example/book')
})

test('a closed salon changes no more and its links end', async () => {
  const { staff, sql, clock } = await testApp()
  const { id } = await staff.salons.create(GLOW)
  const { url } = await staff.salons.createLink({ id, purpose: 'list' })
  const closed = await staff.salons.update({ id, state: 'closed' })
  expect(closed).toMatchObject({ state: 'closed', nextStep: 'Closed' })
  await expect(staff.salons.update({ id, name: 'Glow' })).rejects.toThrow(/^409/)
  await expect(staff.salons.createLink({ id, purpose: 'list' })).rejects.toThrow(/^409/)
  expect((await findOwnerLink(sql, tokenOf(url)))?.expiresAt).toEqual(clock())
})

test('replies that wait are the next step, and are not in the inbox of the agency', async () => {
  const { staff, sql, origin } = await testApp()
  const { id } = await staff.salons.create(GLOW)
  const { address } = await makeSender(sql, '+447700900850', { salonId: id })
  await textFrom(origin, fictional(1), 'Is Tuesday free?', { To: address })
  const salon = await staff.salons.get({ id })
  expect(salon).toMatchObject({ nextStep: '1 reply waits', counts: { repliesWaiting: 1 } })
  expect(await staff.inbox.inbound()).toEqual([])
})

test.each([
  'https:evil.example',
  'https://user:secret@book.example',
  'https://127.0.0.1/',
  'https://localhost',
  'https://book.example/\u202egnp',
  'https://fr\u0435sha.com',
])('%j is no booking page', async (bookingUrl) => {
  const { staff } = await testApp()
  const salon = await staff.salons.create(salonDetails())
  const refused = { status: 422, message: expect.stringContaining('begins with https://') }
  await expect(staff.salons.create(salonDetails({ bookingUrl }))).rejects.toMatchObject(refused)
  await expect(staff.salons.update({ id: salon.id, bookingUrl })).rejects.toMatchObject(refused)
})
