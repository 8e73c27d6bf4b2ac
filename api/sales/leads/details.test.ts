import { expect, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'
import { fictional, scattered } from '../../testing/factories.ts'
import { textsOnHandset } from '../../testing/handsetTexts.ts'

async function leave({ visitor, staff }: App, numbers: string[]) {
  for (const mobileNumber of numbers) await visitor.leads.submit({ mobileNumber })
  return staff.leads.list()
}

const some = (count: number, from = 0) => Array.from({ length: count }, (_, n) => scattered(from + n))
const idsOf = (leads: { id: string; withheld: string | null }[]) =>
  leads.filter(({ withheld }) => withheld !== null).map(({ id }) => id)
const detailsTo = ({ sql }: App, phone: string) =>
  sql`select 1 from messages where kind = 'details' and phone = ${phone}`

test('a click sends the details to a waiting lead and is audited', async () => {
  const app = await testApp({ PUBLIC_TEXTS_PER_HOUR: '0' })
  const [lead] = await leave(app, [scattered(1)])
  const ids = [lead?.id ?? '']
  expect(lead?.withheld).toBe('budget')
  expect(await app.staff.leads.sendDetails({ ids })).toEqual({ queued: 1, optedOut: 0 })
  expect(await app.staff.leads.list()).toMatchObject([{ withheld: null }])
  await app.worker.round()
  const [text] = await textsOnHandset(app.sql, scattered(1))
  expect(text).toContain(`${app.env.PUBLIC_URL}/uksalon?mobile=${scattered(1).slice(1)}`)
  const { messages } = await app.staff.inbox.conversation({ number: scattered(1) })
  expect(messages).toMatchObject([{ kind: 'details', sentBy: 'maya' }])
  const log = await app.sql`select actor, subject, detail from audit_log where action = 'leads.send-details'`
  expect(log).toEqual([{ actor: 'maya', subject: ids[0], detail: { queued: 1 } }])
})

test('details sent by staff do not use the public budget', async () => {
  const app = await testApp({ PUBLIC_TEXTS_PER_HOUR: '2' })
  const leads = await leave(app, some(7))
  expect(await app.staff.leads.sendDetails({ ids: idsOf(leads) })).toEqual({ queued: 5, optedOut: 0 })
  expect(await app.sql`select 1 from messages where kind = 'details'`).toHaveLength(7)
  expect(await app.staff.publicTexts.state()).toMatchObject({ lastHour: 2, lastDay: 2 })
})

test('parallel and repeated clicks send one text per lead', async () => {
  const app = await testApp({ PUBLIC_TEXTS_PER_HOUR: '0' })
  const ids = idsOf(await leave(app, some(5)))
  const click = (_: unknown, n: number) =>
    app.staff.leads.sendDetails({ ids: n % 2 ? ids : ids.toReversed() })
  const answers = await Promise.all(Array.from({ length: 10 }, click))
  expect(answers.reduce((sum, { queued }) => sum + queued, 0)).toBe(5)
  expect(await app.staff.leads.sendDetails({ ids })).toEqual({ queued: 0, optedOut: 0 })
  expect(await app.sql`select 1 from messages where kind = 'details'`).toHaveLength(5)
})

test('a click and a second submission at the same time send one text', async () => {
  const app = await testApp({ PUBLIC_TEXTS_PER_HOUR: '1' })
  const leads = await leave(app, some(2))
  const ids = idsOf(leads)
  app.clock.advance(3_600_001)
  await Promise.all([
    ...Array.from({ length: 5 }, () => app.staff.leads.sendDetails({ ids })),
    ...Array.from({ length: 5 }, () => app.visitor.leads.submit({ mobileNumber: scattered(1) })),
  ])
  expect(await detailsTo(app, scattered(1))).toHaveLength(1)
  expect((await app.staff.leads.list()).map(({ withheld }) => withheld)).toEqual([null, null])
})

test('a waiting lead that submits again gets its text when the budget allows it', async () => {
  const app = await testApp({ PUBLIC_TEXTS_PER_HOUR: '1' })
  await leave(app, some(2))
  app.clock.advance(3_600_001)
  expect(await leave(app, [scattered(1)])).toMatchObject([{ withheld: null }, { withheld: null }])
})

test('a lead that opted out since is left out and shown as opted out', async () => {
  const app = await testApp({ PUBLIC_TEXTS_PER_HOUR: '0' })
  const ids = idsOf(await leave(app, some(2)))
  await app.staff.inbox.recordOptOut({ phoneNumber: scattered(0), reason: 'asked by phone' })
  expect(await app.staff.leads.sendDetails({ ids })).toEqual({ queued: 1, optedOut: 1 })
  expect(await detailsTo(app, scattered(0))).toHaveLength(0)
  expect((await app.staff.leads.list()).map(({ withheld }) => withheld).sort()).toEqual([null, 'opted_out'])
})

test('no click sends to foreign, expensive or invalid numbers', async () => {
  const app = await testApp()
  await app.visitor.leads.submit({ mobileNumber: '050 123 45 67', country: 'AZ' })
  await app.visitor.leads.submit({ mobileNumber: '070 1234 5678', country: 'GB' })
  await app.visitor.leads.submit({ mobileNumber: '0000-000-000', country: 'US' })
  const leads = await app.staff.leads.list()
  expect(leads.map(({ withheld }) => withheld).sort()).toEqual(['country', 'number', 'range'])
  expect(await app.staff.leads.sendDetails({ ids: idsOf(leads) })).toEqual({ queued: 0, optedOut: 0 })
  expect(await app.sql`select 1 from messages`).toHaveLength(0)
})

test('while public texts are stopped only one lead at a time can be texted', async () => {
  const app = await testApp()
  const inARow = Array.from({ length: 8 }, (_, n) => fictional(100 + n))
  const ids = idsOf(await leave(app, inARow))
  expect(ids).toHaveLength(3)
  await expect(app.staff.leads.sendDetails({ ids })).rejects.toMatchObject({ status: 409 })
  expect(await app.staff.leads.sendDetails({ ids: ids.slice(0, 1) })).toEqual({ queued: 1, optedOut: 0 })
  await app.staff.publicTexts.resume()
  expect(await app.staff.leads.sendDetails({ ids })).toEqual({ queued: 2, optedOut: 0 })
})

test('unknown ids are ignored; empty and oversized lists are refused', async () => {
  const app = await testApp()
  const nobody = '00000000-0000-4000-8000-000000000000'
  expect(await app.staff.leads.sendDetails({ ids: [nobody] })).toEqual({ queued: 0, optedOut: 0 })
  await expect(app.staff.leads.sendDetails({ ids: [] })).rejects.toMatchObject({ status: 422 })
  const many = Array.from({ length: 10_001 }, () => nobody)
  await expect(app.staff.leads.sendDetails({ ids: many })).rejects.toMatchObject({ status: 422 })
})

test('thousands of waiting leads are sent in one call', async () => {
  const app = await testApp({ PUBLIC_TEXTS_PER_HOUR: '0' })
  await app.sql`
    insert into leads (mobile_number, held) select '+' || (447400100123 + n * 1001), 'budget' from generate_series(1, 6000) n`
  const ids = idsOf(await app.staff.leads.list())
  expect(await app.staff.leads.sendDetails({ ids })).toEqual({ queued: 6000, optedOut: 0 })
  expect(await app.sql`select 1 from leads where held is not null`).toHaveLength(0)
})
