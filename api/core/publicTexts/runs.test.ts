import { contracts } from '@salonback/shared/contracts.ts'
import { filledQuestionnaire } from '@salonback/shared/sales/waitlist/testing.ts'
import { segments } from '@salonback/shared/sms/segments.ts'
import { expect, test } from 'vitest'
import type { Sql } from '../../platform/db/open.ts'
import { type App, testApp } from '../../testing/app.ts'
import { fictional, scattered } from '../../testing/factories.ts'
import { textsOnHandset } from '../../testing/handsetTexts.ts'
import { postJson } from '../../testing/postJson.ts'

const OWNER = '+353209120142'
const HOUR = 3_600_000
const ABROAD = Array.from({ length: 30 }, (_, n) => `+1202${220 + n * 6}0123`)
const detailsIn = (sql: Sql) => sql<{ phone: string }[]>`select phone from messages where kind = 'details'`
const inARow = (count: number, from = 100) => Array.from({ length: count }, (_, n) => fictional(from + n))

async function leave({ visitor }: App, numbers: string[]) {
  for (const mobileNumber of numbers) await visitor.leads.submit({ mobileNumber })
}

test('the sixth consecutive number stops public texts and staff see why', async () => {
  const app = await testApp()
  await leave(app, [...inARow(8), scattered(1)])
  expect(await detailsIn(app.sql)).toHaveLength(5)
  const leads = await app.staff.leads.list()
  expect(leads.filter(({ withheld }) => withheld === 'unusual')).toHaveLength(4)
  const reason = '6 numbers in a row asked for a text (+44770090xxxx)'
  const stopped = { at: '2026-03-10T12:00:00.000Z', reason }
  expect(await app.staff.publicTexts.state()).toMatchObject({ stopped, lastHour: 5 })
})

test('200 concurrent leads of one range get no more texts than the limit', async () => {
  const app = await testApp()
  const numbers = Array.from({ length: 200 }, (_, n) => fictional((n * 37) % 1000))
  await Promise.all(numbers.map((mobileNumber) => app.visitor.leads.submit({ mobileNumber })))
  expect((await detailsIn(app.sql)).length).toBeLessThanOrEqual(10)
  expect(await app.staff.leads.list()).toHaveLength(200)
  expect((await app.sql`select stops from public_text_stop`)[0]).toEqual({ stops: 1 })
})

test('an unusual number of foreign leads stops public texts; the home country never does', async () => {
  const app = await testApp()
  await leave(app, ABROAD)
  const { stopped } = await app.staff.publicTexts.state()
  expect(stopped?.reason).toBe('21 texts in an hour to one country (US), far more than before')
  const home = await testApp({ DEFAULT_COUNTRY: 'US' })
  await leave(home, ABROAD)
  expect((await home.staff.publicTexts.state()).stopped).toBeNull()
})

test('a country texted all day is not unusual', async () => {
  const app = await testApp()
  await app.sql`
    update public_text_slots set taken_at = ${new Date('2026-03-10T05:00:00Z')}, country = 'US', message_id = gen_random_uuid()
    where span = 'day' and slot between 250 and 290`
  await leave(app, ABROAD)
  expect((await app.staff.publicTexts.state()).stopped).toBeNull()
})

test('the alert is sent once, by text and log, without a whole number', async () => {
  const app = await testApp({ ALERT_SMS_NUMBER: OWNER, LOG_LEVEL: 'warn' })
  await leave(app, inARow(9))
  await app.worker.round()
  const texts = await textsOnHandset(app.sql, OWNER)
  expect(texts).toEqual([
    'Salonback stopped texting new leads: 6 numbers in a row asked for a text (+44770090xxxx). See Leads in the console.',
  ])
  expect(segments(texts[0] ?? '')).toMatchObject({ encoding: 'GSM-7', segments: 1 })
  const lines = app.logged.filter((line) => line.includes('unusual run'))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('"level":40')
  expect(lines[0]).toContain('"kind":"sequence"')
  expect(lines[0]).not.toMatch(/7700900|44770090/)
})

test('staff resume with an audit line, and earlier texts no longer count', async () => {
  const app = await testApp()
  await leave(app, inARow(6))
  app.clock.advance(1000)
  expect(await app.staff.publicTexts.resume()).toMatchObject({ stopped: null })
  expect(await app.staff.publicTexts.resume()).toMatchObject({ stopped: null })
  const log = await app.sql`select actor, detail from audit_log where action = 'public-texts.resume'`
  expect(log).toEqual([{ actor: 'maya', detail: { kind: 'sequence', place: '+44770090', texts: 6 } }])
  await leave(app, inARow(4, 106))
  expect(await detailsIn(app.sql)).toHaveLength(9)
  await leave(app, inARow(4, 110))
  expect((await app.staff.publicTexts.state()).stopped).not.toBeNull()
  expect((await app.sql`select stops from public_text_stop`)[0]).toEqual({ stops: 2 })
})

test('questionnaire alerts continue during a stop', async () => {
  const app = await testApp({ ALERT_SMS_NUMBER: OWNER })
  await leave(app, inARow(6))
  await app.visitor.waitlist.submit({ ...filledQuestionnaire, mobileNumber: scattered(1) })
  const ofStop = app.sql`dedupe_key like 'alert:stop:%'`
  expect(await app.sql`select 1 from messages where kind = 'alert' and not ${ofStop}`).toHaveLength(1)
})

test('the state has budget, use and the time of the next text', async () => {
  const app = await testApp({ PUBLIC_TEXTS_PER_HOUR: '2', PUBLIC_TEXTS_PER_DAY: '3' })
  const unused = { lastHour: 0, lastDay: 0, usedUpUntil: null, stopped: null }
  expect(await app.staff.publicTexts.state()).toEqual({ perHour: 2, perDay: 3, ...unused })
  await leave(app, [scattered(1)])
  app.clock.advance(0.25 * HOUR)
  await leave(app, [scattered(2), scattered(3)])
  const used = { lastHour: 2, lastDay: 2, usedUpUntil: '2026-03-10T13:00:00.000Z' }
  expect(await app.staff.publicTexts.state()).toMatchObject(used)
  app.clock.advance(HOUR)
  expect(await app.staff.publicTexts.state()).toMatchObject({ lastHour: 0, lastDay: 2, usedUpUntil: null })
  await leave(app, [scattered(4)])
  expect(await app.staff.publicTexts.state()).toMatchObject({ usedUpUntil: '2026-03-11T12:00:00.000Z' })
})

test('the metrics have use, stops and waiting leads by reason', async () => {
  const app = await testApp({ PUBLIC_TEXTS_PER_HOUR: '3' })
  await leave(app, [scattered(1), scattered(2), scattered(3), scattered(4)])
  await app.visitor.leads.submit({ mobileNumber: '050 123 45 67', country: 'AZ' })
  const metrics = await (await app.request('/metrics')).text()
  expect(metrics).toContain('salonback_public_texts_used{span="hour"} 3')
  expect(metrics).toContain('salonback_public_texts_used{span="day"} 3')
  expect(metrics).toContain('salonback_public_texts_limit{span="hour"} 3')
  expect(metrics).toContain('salonback_public_texts_stopped 0')
  expect(metrics).toContain('salonback_leads_held{reason="budget"} 1')
  expect(metrics).toContain('salonback_leads_held{reason="country"} 1')
  const stopped = await testApp()
  await leave(stopped, inARow(6))
  const after = await (await stopped.request('/metrics')).text()
  expect(after).toContain('salonback_public_texts_stopped 1')
  expect(after).toContain('salonback_public_text_stops_total 1')
})

test('consoles are notified of waiting leads and of a stop', async () => {
  const app = await testApp()
  const heard: string[] = []
  const { unlisten } = await app.sql.listen('events', (payload) => heard.push(payload))
  // Notifications arrive in commit order, so this one comes last.
  const allHeard = async (name: string) => {
    await app.sql`select pg_notify('events', ${`{"name":"${name}"}`})`
    await expect.poll(() => heard.some((line) => line.includes(name))).toBe(true)
  }
  await leave(app, inARow(5))
  await allHeard('begun')
  heard.length = 0
  await leave(app, inARow(1, 105))
  await app.staff.publicTexts.resume()
  await allHeard('done')
  expect(heard.filter((line) => line.includes('"lead"'))).toHaveLength(2)
  await unlisten()
})

test('old addresses are deleted', async () => {
  const app = await testApp({ TRUST_PROXY: 'on' })
  const address = '203.0.113.7'
  const lead = postJson({ mobileNumber: scattered(1) }, { 'x-forwarded-for': address })
  await app.request(contracts.leads.submit.path, lead)
  const kept = () => app.sql`select address from public_text_slots where address is not null`
  await app.worker.round()
  expect(await kept()).toEqual([{ address }])
  app.clock.advance(25 * HOUR)
  await app.worker.round()
  expect(await kept()).toEqual([])
})
