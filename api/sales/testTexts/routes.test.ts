import { expect, test } from 'vitest'
import { erase } from '../../core/erasure/erase.ts'
import { testApp } from '../../testing/app.ts'
import { fictional, makeProspect, makeProspects } from '../../testing/factories.ts'
import { textsOnHandset } from '../../testing/handsetTexts.ts'
import { startCampaign } from '../../testing/startCampaign.ts'
import { textFrom } from '../../testing/webhooks.ts'

const template = 'Hi {name}, Salonback here. Interested?'
const own = fictional(70)

/** An app with an admin who gets tests on the number `own`. */
async function withNumber() {
  const app = await testApp()
  await app.staff.testTexts.setNumber({ phone: own })
  const { id: prospectId } = await makeProspect(app.sql, { name: 'Opal Spa' })
  return { ...app, send: () => app.staff.testTexts.send({ template, prospectId }) }
}

test('a test arrives at the admin’s own number, marked as a test, and counts in no figure', async () => {
  const { sql, staff, worker, simulator, send } = await withNumber()
  const { id: ownProspect } = await makeProspect(sql, { name: 'Mine', phone: own })
  const figures = () =>
    Promise.all([staff.metrics.sms(), staff.metrics.campaigns(), staff.inbox.inboxCounts()])
  const before = await figures()
  expect(await send()).toEqual({ phone: own })
  await worker.round()
  await simulator.drain()
  const shown = 'Test: Hi Opal Spa, Salonback here. Interested? Reply STOP to opt out.'
  expect(await textsOnHandset(sql, own)).toEqual([shown])
  await sql`update messages set status = 'unknown' where kind = 'test'`
  expect(await figures()).toEqual(before)
  expect(await staff.inbox.unknown()).toEqual([])
  expect((await staff.prospects.list()).map(({ contactStatus }) => contactStatus)).toEqual([null, null])
  // It neither reserves the number nor makes it a number that was texted lately.
  const { recipients } = await staff.firstTexts.preview({ prospectIds: [ownProspect], template })
  expect(recipients).toBe(1)
  const { messages } = await staff.inbox.conversation({ number: own })
  expect(messages).toMatchObject([{ kind: 'test', sentBy: 'maya' }])
  const audited = await sql`select actor from audit_log where action = 'test-text'`
  expect(audited).toEqual([{ actor: 'maya' }])
})

test('an admin can send one test a minute', async () => {
  const { send, clock, sql } = await withNumber()
  const sent = await Promise.allSettled([send(), send(), send()])
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  clock.advance(59_999)
  await expect(send()).rejects.toMatchObject({ status: 429, serverMessage: 'You can send one test a minute' })
  clock.advance(1)
  await send()
  expect(await sql`select 1 from messages where kind = 'test'`).toHaveLength(2)
})

test('a STOP to a test is an opt-out, and no further test leaves', async () => {
  const { send, clock, sql, staff, worker, origin } = await withNumber()
  await send()
  await worker.round()
  await textFrom(origin, own, 'STOP')
  expect(await staff.inbox.optOuts()).toMatchObject([{ phoneNumber: own }])
  clock.advance(60_000)
  await expect(send()).rejects.toMatchObject({ status: 409 })
  expect(await sql`select 1 from messages where kind = 'test'`).toHaveLength(1)
})

test('a test does not cancel the second text to the same number', async () => {
  const { sql, staff, worker, clock, send } = await withNumber()
  const [mine] = await makeProspects(sql, 1, 70)
  const secondText = { template: 'Salonback again. Shall we?', afterDays: 3 }
  await startCampaign({ staff }, [mine?.id ?? ''], { secondText })
  await worker.round()
  clock.advance(60_000)
  await send()
  await worker.round()
  clock.advance(3 * 86_400_000)
  await worker.round()
  await worker.round()
  expect((await textsOnHandset(sql, own)).at(-1)).toContain('Salonback again.')
})

test.each([
  ['07700 900171', '+447700900171'],
  ['+353 20 912 0142', '+353209120142'],
  ['', null],
  ['  ', null],
])('the number %j is stored as %j', async (phone, stored) => {
  const { staff } = await withNumber()
  expect(await staff.testTexts.setNumber({ phone })).toEqual({ phone: stored })
  expect(await staff.testTexts.number()).toEqual({ phone: stored })
})

test.each(['my phone', '0770', '+449098765432', '+881612345678'])(
  'the number %j is refused',
  async (phone) => {
    const { staff } = await withNumber()
    const fields = { phone: 'Please enter a valid mobile number' }
    await expect(staff.testTexts.setNumber({ phone })).rejects.toMatchObject({ status: 422, fields })
    expect(await staff.testTexts.number()).toEqual({ phone: own })
  },
)

test('nothing is sent without a number, to an unknown prospect or with a wrong template', async () => {
  const { staff, sql, send } = await withNumber()
  const [{ id: prospectId }] = await sql<[{ id: string }]>`select id from prospects`
  const unknown = { template, prospectId: '00000000-0000-4000-8000-000000000000' }
  await expect(staff.testTexts.send(unknown)).rejects.toMatchObject({ status: 404 })
  for (const wrong of ['Hi', `Salonback ${'x'.repeat(1564)}!`]) {
    const sent = staff.testTexts.send({ template: wrong, prospectId })
    await expect(sent).rejects.toMatchObject({ status: 422 })
  }
  await staff.testTexts.setNumber({ phone: '' })
  await expect(send()).rejects.toMatchObject({ status: 409 })
  expect(await sql`select 1 from messages`).toHaveLength(0)
})

test('an erasure removes the number from the account and keeps the account', async () => {
  const { sql, env, clock, staff } = await withNumber()
  await erase(sql, env, null, { phone: own, now: clock() })
  expect(await staff.testTexts.number()).toEqual({ phone: null })
  expect(await staff.auth.me()).toMatchObject({ username: 'maya' })
})
