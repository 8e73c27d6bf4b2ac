import { expect, test } from 'vitest'
import { ACCOUNT_SID, SENDER } from '../testing/start.ts'
import { createSimulator } from './app.ts'
import { stage } from './stage.ts'

const owner = '+447700900142'

test('sent, then delivered, signed, at exactly the address we gave', async () => {
  const { text, simulator, hooks, client } = await stage()
  const { sid } = await text(owner)
  expect(hooks).toEqual([])
  await simulator.drain()
  expect(hooks.map((hook) => hook.path)).toEqual(Array(2).fill('/api/webhooks/twilio/status?mid=42'))
  expect(hooks.every((hook) => hook.genuine)).toBe(true)
  const common = {
    MessageSid: sid,
    SmsSid: sid,
    AccountSid: ACCOUNT_SID,
    From: SENDER,
    To: owner,
    ApiVersion: '2010-04-01',
  }
  expect(hooks[0]?.params).toEqual({ ...common, MessageStatus: 'sent', SmsStatus: 'sent' })
  expect(hooks[1]?.params).toEqual({
    ...common,
    MessageStatus: 'delivered',
    SmsStatus: 'delivered',
    RawDlrDoneDate: '2603101200',
  })
  expect(await client.messages(sid).fetch()).toMatchObject({ status: 'delivered', errorCode: null })
})

test('through a messaging service queued is reported, too', async () => {
  const { text, simulator, statuses, hooks } = await stage()
  const service = `MG${'b'.repeat(32)}`
  await text(owner, 'Hi', { from: undefined, messagingServiceSid: service })
  await simulator.drain()
  expect(statuses()).toEqual(['queued', 'sent', 'delivered'])
  expect(hooks[2]?.params.MessagingServiceSid).toBe(service)
})

test('without an address nothing is posted, and the text still arrives', async () => {
  const { text, simulator, hooks, shows } = await stage()
  await text(owner, 'Hi', { statusCallback: undefined })
  await simulator.drain()
  expect(hooks).toEqual([])
  expect(await shows(owner)).toMatchObject([{ body: 'Hi', status: 'delivered' }])
})

test('the part of an address behind # is neither posted nor signed', async () => {
  const { text, simulator, hooks, origin } = await stage()
  await text(owner, 'Hi', { statusCallback: `${origin}/api/webhooks/twilio/status?mid=7#rc=3` })
  await simulator.drain()
  expect(hooks.map((hook) => [hook.path, hook.genuine])).toEqual([
    ['/api/webhooks/twilio/status?mid=7', true],
    ['/api/webhooks/twilio/status?mid=7', true],
  ])
})

test('signed for the public address, posted where it can be reached', async () => {
  const first = await stage()
  const { text, simulator, hooks } = await stage({
    publicUrl: 'https://texts.example.com',
    webhookBase: first.origin,
  })
  await text(owner)
  await simulator.drain()
  expect(hooks).toEqual([])
  expect(first.hooks).toHaveLength(2)
})

test.each([
  ['undelivered', 30003, ['sent', 'undelivered']],
  ['failed', 30007, ['failed']],
] as const)('reported as %s with its code', async (kind, code, statuses) => {
  const world = await stage()
  await world.fault({ kind, code, count: 1 })
  const { sid } = await world.text(owner)
  await world.simulator.drain()
  expect(world.statuses()).toEqual(statuses)
  expect(world.hooks.at(-1)?.params.ErrorCode).toBe(String(code))
  expect(world.hooks[0]?.params.ErrorCode).toBe(kind === 'failed' ? String(code) : undefined)
  expect(await world.client.messages(sid).fetch()).toMatchObject({ status: kind, errorCode: code })
})

test.each([
  ['repeat', { times: 3 }, ['sent', 'sent', 'sent', 'delivered', 'delivered', 'delivered']],
  ['reorder', {}, ['delivered', 'sent']],
  ['withhold', {}, []],
] as const)('receipts that %s', async (kind, more, statuses) => {
  const world = await stage()
  await world.fault({ kind, ...more })
  const { sid } = await world.text(owner)
  await world.simulator.drain()
  expect(world.statuses()).toEqual(statuses)
  expect((await world.client.messages(sid).fetch()).status).toBe('delivered')
})

test('faults of receipts add up', async () => {
  const world = await stage()
  await world.fault({ kind: 'undelivered', code: 30005 })
  await world.fault({ kind: 'reorder' })
  await world.fault({ kind: 'repeat', times: 2 })
  await world.text(owner)
  await world.simulator.drain()
  expect(world.statuses()).toEqual(['undelivered', 'undelivered', 'sent', 'sent'])
})

test('a service that answers 500 or not at all stops nothing', async () => {
  const world = await stage({ answers: 500 })
  await world.text(owner)
  await world.text(owner, 'Hi', { statusCallback: 'http://127.0.0.1:9/nobody' })
  await world.simulator.drain()
  expect(world.statuses()).toEqual(['sent', 'delivered'])
  expect(await world.shows(owner)).toMatchObject([{ status: 'delivered' }, { status: 'delivered' }])
  const answers = await world.sql`select answer from simulator.steps order by id`
  expect(answers.map((step) => step.answer)).toEqual([500, 500, null, null])
})

test('what is still to be reported survives the process that accepted the text', async () => {
  const { text, hooks, sql, clock, origin } = await stage()
  await text(owner)
  const { drain } = createSimulator({
    sql,
    accountSid: ACCOUNT_SID,
    authToken: 'another-token',
    publicUrl: origin,
    clock,
    log: (await import('../log.ts')).createLog('silent'),
  })
  await drain()
  expect(hooks.map((hook) => hook.params.MessageStatus)).toEqual(['sent', 'delivered'])
  expect(hooks.map((hook) => hook.genuine)).toEqual([false, false])
})

test('hundreds of simultaneous texts: every receipt once, each text in its order', async () => {
  const { text, simulator, hooks } = await stage()
  const sent = await Promise.all(Array.from({ length: 120 }, (_, n) => text(`+447700900${200 + n}`)))
  await Promise.all([simulator.drain(), simulator.drain()])
  await simulator.drain()
  for (const { sid } of sent) {
    const own = hooks.filter((hook) => hook.params.MessageSid === sid)
    expect(own.map((hook) => hook.params.MessageStatus)).toEqual(['sent', 'delivered'])
  }
})

test('once started it reports by itself', async () => {
  const world = await stage()
  world.simulator.start()
  await world.text(owner)
  await expect.poll(world.statuses).toEqual(['sent', 'delivered'])
})
