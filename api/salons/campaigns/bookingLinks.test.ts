import { expect, test } from 'vitest'
import { hashOfToken } from '../../platform/http/tokens.ts'
import { type App, testApp } from '../../testing/app.ts'
import { textsOnHandset } from '../../testing/handsetTexts.ts'
import { passTime, REMINDER, salonWithOffer, storeList } from '../../testing/salons.ts'
import { createToken } from '../bookingLinks/tokens.ts'
import { queueOfferTexts } from './queries.ts'

const DAY = 24 * 3_600_000
const phones = ['+447700900600', '+447700900601'] as const
const rows = [`Mary,${phones[0]},2025-09-01,Yes`, `Ella,${phones[1]},2025-09-01,Yes`]
const link = /\S+\/b\/[a-hjkmnp-z2-9]{10}/
const tokenIn = (body: string) => link.exec(body)?.[0].slice(-10) ?? ''

/** A campaign to two clients, on a Tuesday at noon. */
async function startedCampaign(reminderAfterDays?: number) {
  const app = await testApp()
  const { salon, offerId } = await salonWithOffer(app, phones, { reminder: REMINDER })
  const plan = { id: salon.id, offerId, perDay: 100, ...(reminderAfterDays && { reminderAfterDays }) }
  const { id: campaignId } = await app.staff.campaigns.start(plan)
  const bodies = async () => {
    const texts = await app.sql<
      { body: string }[]
    >`select body from messages where kind = 'offer' order by phone`
    return texts.map(({ body }) => body)
  }
  return { ...app, salon, offerId, campaignId, bodies }
}

const received = async (app: App) =>
  (await Promise.all(phones.map((phone) => textsOnHandset(app.sql, phone)))).flat()

test('each client has a separate link, stored as a hash', async () => {
  const app = await startedCampaign()
  const [one = '', two = ''] = (await app.bodies()).map(tokenIn)
  expect(one).not.toBe(two)
  const stored = await app.sql<{ tokenHash: Buffer }[]>`
    select i.token_hash from invitations i join clients c on c.id = i.client_id order by c.phone`
  expect(stored.map(({ tokenHash }) => tokenHash)).toEqual([hashOfToken(one), hashOfToken(two)])
  await passTime(app, 6 * 3_600_000)
  expect(await received(app)).toEqual(await app.bodies())
})

const otherEnd = (url: string) => url.slice(0, -1) + (url.endsWith('a') ? 'b' : 'a')

test.each([
  ['a character of the token', (body: string) => body.replace(link, otherEnd)],
  ['the host of the link', (body: string) => body.replace(/:\/\/[^/]+/, '://evil.example')],
  ['the link', (body: string) => body.replace(link, '')],
  ['the link for the booking page', (body: string) => body.replace(link, 'https://book.example/aoife')],
  ['a link before it', (body: string) => body.replace(link, (url) => `https://evil.example ${url}`)],
  ['a character after it', (body: string) => body.replace(link, (url) => `${url}2`)],
  ['a character of the words', (body: string) => body.replace('20%', '30%')],
])('after a change of %s no text leaves', async (_name, change) => {
  const app = await startedCampaign()
  for (const body of await app.bodies())
    await app.sql`update messages set body = ${change(body)} where body = ${body}`
  await passTime(app, 6 * 3_600_000)
  expect(await received(app)).toEqual([])
  expect(await app.sql`select distinct status, error_message from messages where kind = 'offer'`).toEqual([
    { status: 'canceled', errorMessage: 'Not the approved text' },
  ])
})

test('the link of another client is not sent', async () => {
  const app = await startedCampaign()
  const [one = '', two = ''] = await app.bodies()
  await app.sql`update messages set body = ${one.replace(tokenIn(one), tokenIn(two))} where body = ${one}`
  await passTime(app, 6 * 3_600_000)
  expect(await received(app)).toEqual([two])
})

test('a reminder has the link of the offer', async () => {
  const app = await startedCampaign(7)
  await passTime(app, DAY)
  app.clock.advance(6 * DAY)
  await passTime(app, 3_600_000)
  await storeList(app, app.salon.id, rows)
  await passTime(app, 3 * DAY)
  for (const phone of phones) {
    const [offer = '', reminder = ''] = await textsOnHandset(app.sql, phone)
    expect(reminder).toContain('last days')
    expect(tokenIn(reminder)).toBe(tokenIn(offer))
  }
  expect((await app.sql`select 1 from invitations`).count).toBe(2)
})

test('an offer without a link has no invitation, its reminder a new one', async () => {
  const app = await testApp()
  const text = '{salon}: Hi {firstName}, 20% off this week. Reply STOP to opt out.'
  const { salon, offerId } = await salonWithOffer(app, phones, { reminder: REMINDER, text })
  await app.staff.campaigns.start({ id: salon.id, offerId, perDay: 100, reminderAfterDays: 7 })
  await passTime(app, DAY)
  expect((await app.sql`select 1 from invitations`).count).toBe(0)
  app.clock.advance(6 * DAY)
  await passTime(app, 3_600_000)
  await storeList(app, salon.id, rows)
  await passTime(app, 3 * DAY)
  const [, reminder = ''] = await textsOnHandset(app.sql, phones[0])
  expect((await app.request(`/b/${tokenIn(reminder)}`, { redirect: 'manual' })).status).toBe(302)
})

test('a token that is taken stores no text', async () => {
  const app = await startedCampaign()
  const token = createToken()
  await app.sql`update invitations set token_hash = ${hashOfToken(token)} where client_id = (select id from clients where phone = ${phones[0]})`
  await app.sql`delete from messages`
  const [ella] = await app.sql<[{ id: string }]>`select id from clients where phone = ${phones[1]}`
  await app.sql`delete from invitations where client_id = ${ella.id}`
  const { campaignId, offerId, salon } = app
  const now = app.clock()
  const given = { campaignId, salonId: salon.id, senderId: salon.sender.id, kind: 'offer', now } as const
  const text = { clientId: ella.id, offerId, phone: phones[1], body: 'x', segments: 1 }
  const queued = queueOfferTexts(app.sql, given, [{ ...text, dueAt: now, dueUntil: null, token }])
  await expect(queued).rejects.toMatchObject({ code: 'conflict' })
  expect((await app.sql`select 1 from messages`).count).toBe(0)
})
