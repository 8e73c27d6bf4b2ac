import { expect, test } from 'vitest'
import { queueLaterTexts } from '../../core/campaigns/laterTexts.ts'
import { erase } from '../../core/erasure/erase.ts'
import { findAgencySender } from '../../core/messages/senders.ts'
import { recordSentText } from '../../core/restore/recordSentText.ts'
import { type App, copiedWorld, testApp } from '../../testing/app.ts'
import { textsOnHandset } from '../../testing/handsetTexts.ts'
import { keepSession } from '../../testing/salons.ts'
import { SENDER, startApp } from '../../testing/start.ts'
import { campaignTo } from '../../testing/startCampaign.ts'
import { textFrom } from '../../testing/webhooks.ts'
import { secondTexts } from './secondTexts.ts'

const template = 'Hi {name}, Salonback here: we text past clients of {category}s. Interested?'
const second = 'Hi {name}, Salonback once more: shall we text your past clients?'
const secondText = { template: second, afterDays: 5 }
const DAY_MS = 86_400_000

/** Starts a campaign with a second text and sends its first texts. */
async function sendCampaign(app: App, texts: number) {
  const { id, phones, prospectIds } = await campaignTo(app, texts, { template, secondText })
  await app.worker.round()
  return { id, phones, prospectIds }
}

const usual = copiedWorld((app) => sendCampaign(app, 4))

/** A campaign with a second text, its first texts sent. */
async function sentCampaign(settings?: Record<string, string>, texts = 4) {
  if (!settings) {
    const { app, ...campaign } = await usual()
    return { ...app, ...campaign }
  }
  const app = await testApp(settings)
  return { ...app, ...(await sendCampaign(app, texts)) }
}

/** Moves the clock, keeps the session alive and lets the worker send. */
async function after(app: Pick<App, 'clock' | 'sql' | 'worker'>, ms: number) {
  app.clock.advance(ms)
  await keepSession(app)
  await app.worker.round()
  await app.worker.round()
}

const received = async ({ sql }: Pick<App, 'sql'>, phone: string | undefined) =>
  (await textsOnHandset(sql, phone ?? '')).filter((text) => text.includes('once more'))
const seconds = ({ sql }: Pick<App, 'sql'>) =>
  sql<{ phone: string; status: string; errorMessage: string | null }[]>`
    select phone, status, error_message from messages where kind = 'second_text' order by phone`

test('those who did not answer get the second text once, after its days', async () => {
  const app = await sentCampaign()
  const { staff, id, phones, prospectIds } = app
  await textFrom(app.origin, phones[0] ?? '', 'Who is this?')
  await textFrom(app.origin, phones[1] ?? '', 'STOP')
  await textFrom(app.origin, phones[3] ?? '', 'I am driving with Do Not Disturb turned on.')
  await staff.prospects.setStatus({ id: prospectIds[2] ?? '', contactStatus: 'Responded' })
  expect(await staff.firstTexts.get({ id })).toMatchObject({
    state: 'running',
    total: 4,
    queued: 0,
    wait: null,
    secondText: { ...secondText, dueAt: '2026-03-15T12:00:00.000Z', total: 0 },
  })
  await after(app, 5 * DAY_MS - 1000)
  expect(await seconds(app)).toEqual([])
  await after(app, 61_000)
  const shown = 'Hi Salon 4, Salonback once more: shall we text your past clients? Reply STOP to opt out.'
  expect(await received(app, phones[3])).toEqual([shown])
  for (const days of [1, 4, 10, 15]) await after(app, days * DAY_MS)
  for (const phone of phones.slice(0, 3)) expect(await received(app, phone)).toEqual([])
  expect(await received(app, phones[3])).toHaveLength(1)
  const ended = { state: 'finished', total: 4, secondText: { dueAt: null, total: 1, queued: 0 } }
  expect(await staff.firstTexts.get({ id })).toMatchObject(ended)
})

test('an answer, a STOP and a pause between queueing and sending are respected', async () => {
  const app = await sentCampaign({ QUIET_HOURS: '10:00-13:00' })
  const { staff, id, phones, sql } = app
  await after(app, 5 * DAY_MS + 2 * 3_600_000)
  expect(await staff.firstTexts.get({ id })).toMatchObject({
    wait: { queued: 4, waiting: 4, canChangeStart: false, nextAt: '2026-03-16T10:00:00.000Z' },
    secondText: { queued: 4, waiting: 4 },
  })
  await textFrom(app.origin, phones[0] ?? '', 'Sorry, which company is it?')
  await textFrom(app.origin, phones[1] ?? '', 'STOP')
  await staff.firstTexts.pause({ id })
  await after(app, 21 * 3_600_000)
  expect(await received(app, phones[2])).toEqual([])
  await staff.firstTexts.resume({ id })
  await after(app, 1000)
  expect(await seconds(app)).toMatchObject([
    { phone: phones[0], status: 'canceled', errorMessage: 'Wrote to us' },
    { phone: phones[1], status: 'canceled' },
    { phone: phones[2], status: 'sent' },
    { phone: phones[3], status: 'sent' },
  ])
  const ledger = sql`select 1 from consent_ledger where change = 'basis' and phone = ${phones[2] ?? ''}`
  expect(await ledger).toHaveLength(2)
})

test('a canceled campaign sends no second text', async () => {
  const app = await sentCampaign()
  await app.staff.firstTexts.cancel({ id: app.id })
  await after(app, 6 * DAY_MS)
  expect(await seconds(app)).toEqual([])
})

test('a failed first text leads to no second one', async () => {
  const app = await sentCampaign()
  await app.sql`update messages set status = 'undelivered' where phone = ${app.phones[0] ?? ''}`
  await after(app, 6 * DAY_MS)
  expect((await seconds(app)).map(({ phone }) => phone)).toEqual(app.phones.slice(1))
})

test('two services that queue at the same time, and one that restarts, send it once', async () => {
  const app = await sentCampaign()
  app.clock.advance(5 * DAY_MS)
  const other = await startApp({ sql: app.sql, reserved: app.deps.reserved, clock: app.clock })
  await Promise.all([
    queueLaterTexts(app.deps, secondTexts),
    queueLaterTexts(other.deps, secondTexts),
    queueLaterTexts(app.deps, secondTexts),
  ])
  await Promise.all([app.worker.round(), other.worker.round()])
  await other.stop()
  await after(app, DAY_MS)
  for (const phone of app.phones) expect(await received(app, phone)).toHaveLength(1)
})

test('a second text that only the carrier has after a restore is not sent again', async () => {
  const app = await sentCampaign()
  app.clock.advance(5 * DAY_MS)
  const sender = await findAgencySender(app.sql)
  const [phone = '', ...others] = app.phones
  await recordSentText(app.deps, sender, {
    sid: `SM${'c'.repeat(32)}`,
    phone,
    body: `${second} Reply STOP to opt out.`,
    status: 'delivered',
    ourNumber: SENDER,
    media: 0,
    errorCode: null,
    at: app.clock(),
  })
  await after(app, DAY_MS)
  expect(await received(app, phone)).toEqual([])
  for (const other of others) expect(await received(app, other)).toHaveLength(1)
})

test('an erasure deletes a queued second text', async () => {
  const app = await sentCampaign({ QUIET_HOURS: '10:00-13:00' })
  await after(app, 5 * DAY_MS + 2 * 3_600_000)
  await erase(app.sql, app.env, null, { phone: app.phones[0] ?? '', now: app.clock() })
  await after(app, DAY_MS)
  expect((await seconds(app)).map(({ phone }) => phone)).toEqual(app.phones.slice(1))
  expect(await app.staff.firstTexts.get({ id: app.id })).toMatchObject({ total: 3, secondText: { total: 3 } })
})

test('opt-outs of people who had two texts count once for the automatic pause', async () => {
  const app = await sentCampaign({}, 12)
  await after(app, 5 * DAY_MS)
  await app.sql`update campaigns set state = 'running'`
  const state = async () => (await app.staff.firstTexts.get({ id: app.id })).state
  for (const phone of app.phones.slice(0, 6)) await textFrom(app.origin, phone, 'STOP')
  expect(await state()).toBe('running')
  await textFrom(app.origin, app.phones[6] ?? '', 'STOP')
  expect(await state()).toBe('paused')
})

test('the funnel counts people, and the results show each step', async () => {
  const app = await sentCampaign()
  const { staff, id, phones } = app
  await textFrom(app.origin, phones[0] ?? '', 'Who is this?')
  const before = await staff.metrics.sms()
  await after(app, 6 * DAY_MS)
  expect(await staff.metrics.sms()).toEqual(before)
  await textFrom(app.origin, phones[1] ?? '', 'Yes please')
  expect(await staff.metrics.campaigns()).toMatchObject([
    { id, step: 'first', template, sent: 4, answered: 1, yes: 0, segments: 4 },
    { id, step: 'second', template: second, sent: 3, answered: 1, yes: 1, segments: 3 },
  ])
  const { items } = await staff.metrics.people({ id, step: 'second', outcome: 'yes' })
  expect(items).toMatchObject([{ phone: phones[1] }])
})

test.each([
  [{ template: second, afterDays: 2 }, { 'secondText.afterDays': 'At least 3 days after the first text' }],
  [{ template: second, afterDays: 31 }, { 'secondText.afterDays': 'At most 30 days after the first text' }],
  [{ template: 'Hi {who}', afterDays: 5 }, { 'secondText.template': expect.stringContaining('{who}') }],
])('an invalid second text starts nothing: %j', async (wrong, fields) => {
  const { sql, staff } = await testApp()
  const started = campaignTo({ sql, staff }, 1, { secondText: wrong })
  await expect(started).rejects.toMatchObject({ status: 422, fields })
  expect(await sql`select 1 from messages`).toHaveLength(0)
})

test('answers and STOPs that race with two services stop what has not left', async () => {
  const app = await sentCampaign({}, 24)
  const { sql, phones, origin } = app
  app.clock.advance(5 * DAY_MS)
  const other = await startApp({ sql, reserved: app.deps.reserved, clock: app.clock })
  const reacting = phones.slice(0, 12)
  await Promise.all([
    queueLaterTexts(app.deps, secondTexts).then(() => app.worker.round()),
    queueLaterTexts(other.deps, secondTexts).then(() => other.worker.round()),
    ...reacting.map((phone, n) => textFrom(origin, phone, n < 6 ? 'STOP' : 'Who is this?')),
  ])
  const counts = async () => Promise.all(phones.map(async (phone) => (await received(app, phone)).length))
  const before = await counts()
  await Promise.all([app.worker.round(), other.worker.round()])
  await other.stop()
  await after(app, DAY_MS)
  const end = await counts()
  expect(end.slice(0, 12)).toEqual(before.slice(0, 12))
  expect(Math.max(...end)).toBe(1)
  expect(end.slice(12)).toEqual(Array.from({ length: 12 }, () => 1))
})
