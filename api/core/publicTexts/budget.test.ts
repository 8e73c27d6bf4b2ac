import { contracts } from '@salonback/shared/contracts.ts'
import { createClient } from '@salonback/shared/platform/http/client.ts'
import { filledQuestionnaire } from '@salonback/shared/sales/waitlist/testing.ts'
import { expect, test } from 'vitest'
import { openDatabase, type Sql } from '../../platform/db/open.ts'
import { type App, testApp, testClock } from '../../testing/app.ts'
import { testDatabase } from '../../testing/database.ts'
import { fictional, scattered } from '../../testing/factories.ts'
import { startApp } from '../../testing/start.ts'
import { textFrom } from '../../testing/webhooks.ts'
import { limitsOf } from './gate.ts'
import { takeSlots } from './queries.ts'

const HOUR = 3_600_000

const detailsIn = (sql: Sql) => sql<{ phone: string }[]>`select phone from messages where kind = 'details'`
const some = (count: number, from = 0) => Array.from({ length: count }, (_, n) => scattered(from + n))

/** Submits these numbers one after the other. */
async function leave({ visitor }: Pick<App, 'visitor'>, numbers: string[]) {
  for (const mobileNumber of numbers) await visitor.leads.submit({ mobileNumber })
}

/** A visitor with this address behind a trusted proxy. */
const visitorAt = (origin: string, address: string) =>
  createClient(contracts, {
    base: origin,
    fetch: (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('x-forwarded-for', address)
      return fetch(input, { ...init, headers })
    },
  })

test('200 concurrent leads with a budget of 60 get exactly 60 texts', async () => {
  const { visitor, staff, sql } = await testApp({ PUBLIC_TEXTS_PER_HOUR: '60' })
  await Promise.all(some(200).map((mobileNumber) => visitor.leads.submit({ mobileNumber })))
  expect(await detailsIn(sql)).toHaveLength(60)
  const leads = await staff.leads.list()
  expect(leads).toHaveLength(200)
  expect(leads.filter(({ withheld }) => withheld === 'budget')).toHaveLength(140)
})

test('two servers share one budget', async () => {
  const { sql, url } = await testDatabase()
  const other = openDatabase(url, { max: 8 })
  const settings = { PUBLIC_TEXTS_PER_HOUR: '40' }
  const one = await startApp({ sql, clock: testClock(), settings })
  const two = await startApp({ sql: other, clock: testClock(), settings })
  try {
    const visitors = [one.visitor, two.visitor]
    await Promise.all(some(120).map((mobileNumber, n) => visitors[n % 2]?.leads.submit({ mobileNumber })))
    expect(await detailsIn(sql)).toHaveLength(40)
    expect(await sql`select 1 from leads`).toHaveLength(120)
  } finally {
    await Promise.all([one.stop(), two.stop()])
    await other.end()
  }
})

test('a suspended process blocks no other and its slot is not taken twice', async () => {
  const app = await testApp({ PUBLIC_TEXTS_PER_HOUR: '3' })
  const frozen = openDatabase(app.databaseUrl, { max: 1 })
  const stands = await frozen.reserve()
  try {
    await stands`begin`
    const slot = { messageId: crypto.randomUUID(), country: 'GB', address: null }
    expect(await takeSlots(stands, limitsOf(app.env), slot, app.clock())).toBe(true)
    await leave(app, some(4))
    expect(await detailsIn(app.sql)).toHaveLength(2)
    await stands`rollback`
    await leave(app, [scattered(10)])
    expect(await detailsIn(app.sql)).toHaveLength(3)
  } finally {
    stands.release()
    await frozen.end()
  }
})

test('the hourly budget is a sliding window', async () => {
  const app = await testApp({ PUBLIC_TEXTS_PER_HOUR: '4' })
  await leave(app, some(2))
  app.clock.advance(0.5 * HOUR)
  await leave(app, some(4, 10))
  expect(await detailsIn(app.sql)).toHaveLength(4)
  app.clock.advance(0.5 * HOUR + 1000)
  await leave(app, some(4, 20))
  expect(await detailsIn(app.sql)).toHaveLength(6)
})

test('there is a daily budget', async () => {
  const app = await testApp({ PUBLIC_TEXTS_PER_HOUR: '4', PUBLIC_TEXTS_PER_DAY: '6' })
  for (let hour = 0; hour < 4; hour++) {
    await leave(app, some(4, hour * 10))
    app.clock.advance(HOUR + 1000)
  }
  expect(await detailsIn(app.sql)).toHaveLength(6)
  app.clock.advance(21 * HOUR)
  await leave(app, some(4, 90))
  expect(await detailsIn(app.sql)).toHaveLength(10)
})

test('slots dated far ahead by a wrong clock become free', async () => {
  const app = await testApp({ PUBLIC_TEXTS_PER_HOUR: '2' })
  app.clock.advance(365 * 24 * HOUR)
  await leave(app, some(2))
  app.clock.advance(-365 * 24 * HOUR)
  await leave(app, some(2, 10))
  expect(await detailsIn(app.sql)).toHaveLength(4)
})

test('repeated and opted-out numbers use no budget', async () => {
  const app = await testApp({ PUBLIC_TEXTS_PER_HOUR: '2' })
  await app.staff.inbox.recordOptOut({ phoneNumber: scattered(5), reason: 'asked by phone' })
  const [one = '', other = ''] = some(2)
  await leave(app, [one, one, one, scattered(5), other])
  expect(await detailsIn(app.sql)).toHaveLength(2)
  const held = (await app.staff.leads.list()).map((lead) => [lead.mobileNumber, lead.withheld])
  expect(Object.fromEntries(held)).toEqual({ [one]: null, [scattered(5)]: 'opted_out', [other]: null })
})

test.each([
  { from: () => '203.0.113.7', neighbour: '203.0.113.8' },
  // An IPv6 visitor has a whole /64.
  { from: (n: number) => `2001:db8:7:1::${n + 1}`, neighbour: '2001:db8:7:2::1' },
])('one visitor gets a sixth of the hourly texts: next to $neighbour', async (visitors) => {
  const { origin, sql, staff } = await testApp({ PUBLIC_TEXTS_PER_HOUR: '12', TRUST_PROXY: 'on' })
  const submit = (mobileNumber: string, n: number) =>
    visitorAt(origin, visitors.from(n)).leads.submit({ mobileNumber })
  await Promise.all(some(20).map(submit))
  expect(await detailsIn(sql)).toHaveLength(2)
  expect((await staff.leads.list()).filter(({ withheld }) => withheld === 'address')).toHaveLength(18)
  await visitorAt(origin, visitors.neighbour).leads.submit({ mobileNumber: scattered(30) })
  expect(await detailsIn(sql)).toHaveLength(3)
})

test('leads behind an untrusted proxy share the whole budget', async () => {
  const app = await testApp({ PUBLIC_TEXTS_PER_HOUR: '12' })
  await leave(app, some(14))
  expect(await detailsIn(app.sql)).toHaveLength(12)
})

test('questionnaire alerts get at most a sixth of the hourly budget', async () => {
  const app = await testApp({ ALERT_SMS_NUMBER: fictional(199), PUBLIC_TEXTS_PER_HOUR: '12' })
  const submit = (mobileNumber: string) =>
    app.visitor.waitlist.submit({ ...filledQuestionnaire, mobileNumber })
  await Promise.all(some(30).map(submit))
  const alerts = () => app.sql`select 1 from messages where kind = 'alert'`
  expect(await alerts()).toHaveLength(2)
  expect(await app.staff.waitlist.list()).toHaveLength(30)
  await leave(app, some(12, 40))
  expect(await detailsIn(app.sql)).toHaveLength(10)
  app.clock.advance(HOUR + 1000)
  await submit(scattered(60))
  expect(await alerts()).toHaveLength(3)
})

test('answers to STOP and HELP from strangers use the budget and the allowed countries', async () => {
  const app = await testApp({ TWILIO_HANDLES_OPT_OUT: 'off', PUBLIC_TEXTS_PER_HOUR: '1' })
  await textFrom(app.origin, '+994501234567', 'HELP')
  await textFrom(app.origin, '+994501234568', 'STOP')
  await textFrom(app.origin, scattered(1), 'HELP')
  await textFrom(app.origin, scattered(2), 'HELP')
  await textFrom(app.origin, scattered(3), 'STOP')
  const notices = await app.sql`select phone from messages where kind = 'notice'`
  expect(notices).toEqual([{ phone: scattered(1) }])
  const waiting = (await app.staff.inbox.inbound()).filter(({ processed }) => !processed)
  expect(waiting.map(({ from }) => from).sort()).toEqual([scattered(2), '+994501234567'])
  const optedOut = (await app.staff.inbox.optOuts()).map(({ phoneNumber }) => phoneNumber)
  expect(optedOut.sort()).toEqual([scattered(3), '+994501234568'])
})

test('the STOP of a number that staff texted is confirmed outside the budget', async () => {
  const app = await testApp({ TWILIO_HANDLES_OPT_OUT: 'off', PUBLIC_TEXTS_PER_HOUR: '1' })
  await leave(app, some(2))
  await app.staff.inbox.reply({ phoneNumber: '+14165550123', message: 'Hello from us' })
  await textFrom(app.origin, '+14165550123', 'STOP')
  const notices = await app.sql`select phone from messages where kind = 'notice'`
  expect(notices).toEqual([{ phone: '+14165550123' }])
  await leave(app, some(1, 10))
  expect(await detailsIn(app.sql)).toHaveLength(1)
})

test('a number gets at most four answers a day', async () => {
  const app = await testApp({ TWILIO_HANDLES_OPT_OUT: 'off' })
  await app.staff.inbox.reply({ phoneNumber: fictional(1), message: 'Hello from us' })
  for (let n = 0; n < 8; n++) {
    await textFrom(app.origin, fictional(1), 'STOP')
    await textFrom(app.origin, fictional(1), 'START')
  }
  const notices = () => app.sql`select 1 from messages where kind = 'notice'`
  expect(await notices()).toHaveLength(4)
  app.clock.advance(25 * HOUR)
  await textFrom(app.origin, fictional(1), 'HELP')
  expect(await notices()).toHaveLength(5)
})

test('a yes from a premium-rate prospect gets no automatic answer', async () => {
  const { origin, sql, staff } = await testApp()
  await sql`insert into prospects (name, phone) values ('Trap', '+449098765432')`
  await textFrom(origin, '+449098765432', 'yes')
  expect(await sql`select 1 from messages where kind = 'followup'`).toHaveLength(0)
  expect(await staff.inbox.inbound()).toMatchObject([{ processed: false }])
})
