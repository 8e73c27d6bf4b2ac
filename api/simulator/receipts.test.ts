import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { testSimulator } from '../testing/simulator.ts'
import { ACCOUNT_SID, SENDER } from '../testing/start.ts'
import { createSimulator } from './app.ts'

const HANDSET = '+447700900142'

test('sent and delivered are posted to the status callback, signed', async () => {
  const { sendText, simulator, webhooks, client } = await testSimulator()
  const { sid } = await sendText(HANDSET)
  expect(webhooks).toEqual([])
  await simulator.drain()
  expect(webhooks.map(({ path }) => path)).toEqual(Array(2).fill('/api/webhooks/twilio/status?mid=42'))
  expect(webhooks.every(({ validSignature }) => validSignature)).toBe(true)
  const common = {
    MessageSid: sid,
    SmsSid: sid,
    AccountSid: ACCOUNT_SID,
    From: SENDER,
    To: HANDSET,
    ApiVersion: '2010-04-01',
  }
  expect(webhooks[0]?.params).toEqual({ ...common, MessageStatus: 'sent', SmsStatus: 'sent' })
  expect(webhooks[1]?.params).toEqual({
    ...common,
    MessageStatus: 'delivered',
    SmsStatus: 'delivered',
    RawDlrDoneDate: '2603101200',
  })
  expect(await client.messages(sid).fetch()).toMatchObject({ status: 'delivered', errorCode: null })
})

test('a text through a messaging service is also reported as queued', async () => {
  const { sendText, simulator, statuses, webhooks } = await testSimulator()
  const service = `MG${'b'.repeat(32)}`
  await sendText(HANDSET, 'Hi', { from: undefined, messagingServiceSid: service })
  await simulator.drain()
  expect(statuses()).toEqual(['queued', 'sent', 'delivered'])
  expect(webhooks[2]?.params.MessagingServiceSid).toBe(service)
})

test('without a status callback nothing is posted, and the text is delivered', async () => {
  const { sendText, simulator, webhooks, textsOn } = await testSimulator()
  await sendText(HANDSET, 'Hi', { statusCallback: undefined })
  await simulator.drain()
  expect(webhooks).toEqual([])
  expect(await textsOn(HANDSET)).toMatchObject([{ body: 'Hi', status: 'delivered' }])
})

test('the fragment of a status callback is neither posted nor signed', async () => {
  const { sendText, simulator, webhooks, origin } = await testSimulator()
  await sendText(HANDSET, 'Hi', { statusCallback: `${origin}/api/webhooks/twilio/status?mid=7#rc=3` })
  await simulator.drain()
  expect(webhooks.map(({ path, validSignature }) => [path, validSignature])).toEqual([
    ['/api/webhooks/twilio/status?mid=7', true],
    ['/api/webhooks/twilio/status?mid=7', true],
  ])
})

test('webhooks are signed for publicUrl and posted to webhookBase', async () => {
  const first = await testSimulator()
  const { sendText, simulator, webhooks } = await testSimulator({
    publicUrl: 'https://texts.example.com',
    webhookBase: first.origin,
  })
  await sendText(HANDSET)
  await simulator.drain()
  expect(webhooks).toEqual([])
  expect(first.webhooks).toHaveLength(2)
})

test.each([
  ['undelivered', 30003, ['sent', 'undelivered']],
  ['failed', 30007, ['failed']],
] as const)('fault %s: reported with its error code', async (kind, code, expected) => {
  const { client, injectFault, sendText, simulator, statuses, webhooks } = await testSimulator()
  await injectFault({ kind, code, count: 1 })
  const { sid } = await sendText(HANDSET)
  await simulator.drain()
  expect(statuses()).toEqual(expected)
  expect(webhooks.at(-1)?.params.ErrorCode).toBe(String(code))
  expect(webhooks[0]?.params.ErrorCode).toBe(kind === 'failed' ? String(code) : undefined)
  expect(await client.messages(sid).fetch()).toMatchObject({ status: kind, errorCode: code })
})

test.each([
  ['repeat', { times: 3 }, ['sent', 'sent', 'sent', 'delivered', 'delivered', 'delivered']],
  ['reorder', {}, ['delivered', 'sent']],
  ['withhold', {}, []],
] as const)('fault %s: receipts', async (kind, more, expected) => {
  const { client, injectFault, sendText, simulator, statuses } = await testSimulator()
  await injectFault({ kind, ...more })
  const { sid } = await sendText(HANDSET)
  await simulator.drain()
  expect(statuses()).toEqual(expected)
  expect((await client.messages(sid).fetch()).status).toBe('delivered')
})

test('several receipt faults apply to one text', async () => {
  const { injectFault, sendText, simulator, statuses } = await testSimulator()
  await injectFault({ kind: 'undelivered', code: 30005 })
  await injectFault({ kind: 'reorder' })
  await injectFault({ kind: 'repeat', times: 2 })
  await sendText(HANDSET)
  await simulator.drain()
  expect(statuses()).toEqual(['undelivered', 'undelivered', 'sent', 'sent'])
})

test('a webhook that fails or is unreachable does not block later steps', async () => {
  const { sendText, simulator, sql, statuses, textsOn } = await testSimulator({ webhookResponse: 500 })
  await sendText(HANDSET)
  await sendText(HANDSET, 'Hi', { statusCallback: 'http://127.0.0.1:9/unreachable' })
  await simulator.drain()
  expect(statuses()).toEqual(['sent', 'delivered'])
  expect(await textsOn(HANDSET)).toMatchObject([{ status: 'delivered' }, { status: 'delivered' }])
  const answers = await sql`select answer from simulator.steps order by id`
  expect(answers.map((step) => step.answer)).toEqual([500, 500, null, null])
})

test('receipts that are still due survive a restart', async () => {
  const { sendText, webhooks, sql, clock, origin } = await testSimulator()
  await sendText(HANDSET)
  const { drain } = createSimulator({
    sql,
    accountSid: ACCOUNT_SID,
    authToken: 'another-token',
    publicUrl: origin,
    clock,
    log: createLog('silent'),
  })
  await drain()
  expect(webhooks.map(({ params }) => params.MessageStatus)).toEqual(['sent', 'delivered'])
  expect(webhooks.map(({ validSignature }) => validSignature)).toEqual([false, false])
})

test('120 concurrent texts each get every receipt once and in order', async () => {
  const { sendText, simulator, webhooks } = await testSimulator()
  const sent = await Promise.all(Array.from({ length: 120 }, (_, n) => sendText(`+447700900${200 + n}`)))
  await Promise.all([simulator.drain(), simulator.drain()])
  await simulator.drain()
  for (const { sid } of sent) {
    const own = webhooks.filter(({ params }) => params.MessageSid === sid)
    expect(own.map(({ params }) => params.MessageStatus)).toEqual(['sent', 'delivered'])
  }
})

test('after start receipts are posted in the background', async () => {
  const { sendText, simulator, statuses } = await testSimulator()
  simulator.start()
  await sendText(HANDSET)
  await expect.poll(statuses).toEqual(['sent', 'delivered'])
})
