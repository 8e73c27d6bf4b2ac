import { describe, expect, test } from 'vitest'
import { postJson } from '../testing/postJson.ts'
import { testSimulator } from '../testing/simulator.ts'
import { SENDER } from '../testing/start.ts'
import { inboundParams } from '../testing/webhooks.ts'

const HANDSET = '+447700900142'
const service = `MG${'c'.repeat(32)}`
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a text is posted to the webhook, signed, with every parameter that Twilio sends', async () => {
  const { sendFromHandset, webhooks, textsOn } = await testSimulator()
  const { status, sid, webhookStatus } = await sendFromHandset(HANDSET, ' Yes please \n👍')
  expect([status, webhookStatus]).toEqual([201, 204])
  expect(webhooks).toEqual([
    {
      path: '/api/webhooks/twilio/inbound',
      validSignature: true,
      params: {
        ...inboundParams({ From: HANDSET, Body: ' Yes please \n👍', MessageSid: sid }),
        ReferralNumMedia: '0',
      },
    },
  ])
  expect(await textsOn(HANDSET)).toMatchObject([
    { direction: 'in', body: ' Yes please \n👍', status: 'received' },
  ])
})

test('an answer goes to the number that texted last and names its messaging service', async () => {
  const { client, sendText, sendFromHandset, webhooks } = await testSimulator()
  await sendText('+447700900150', 'Hi', { from: '+447700900199' })
  await client.messages.create({ to: HANDSET, messagingServiceSid: service, body: 'Hi' })
  await sendFromHandset('+447700900150', 'Who is this?')
  await sendFromHandset(HANDSET, 'Who is this?')
  expect(webhooks.map(({ params }) => [params.To, params.MessagingServiceSid])).toEqual([
    ['+447700900199', undefined],
    [SENDER, service],
  ])
})

test('a text is posted to the webhook configured for the number', async () => {
  const { simulator, origin, sendFromHandset, webhooks } = await testSimulator()
  for (const number of simulator.account.numbers) number.smsUrl = `${origin}/api/webhooks/twilio/elsewhere`
  expect(await sendFromHandset(HANDSET, 'Yes')).toMatchObject({ webhookStatus: 204 })
  expect(webhooks).toMatchObject([{ path: '/api/webhooks/twilio/elsewhere', validSignature: true }])
})

test('webhook parameters can be added and replaced', async () => {
  const { sendFromHandset, webhooks } = await testSimulator()
  const MessageSid = `SM${'d'.repeat(32)}`
  const params = { MessageSid, OptOutType: 'STOP', Brandnew: '' }
  expect((await sendFromHandset(HANDSET, 'Tchau', { params })).sid).toBe(MessageSid)
  expect(webhooks[0]).toMatchObject({ validSignature: true, params })
})

test('a text with a known MessageSid is posted again but not stored twice', async () => {
  const { sendFromHandset, webhooks, textsOn } = await testSimulator()
  const { sid } = await sendFromHandset(HANDSET, 'STOP')
  expect((await sendFromHandset(HANDSET, 'STOP', { params: { MessageSid: sid } })).sid).toBe(sid)
  expect(webhooks).toHaveLength(2)
  expect(webhooks[1]).toEqual(webhooks[0])
  expect(await textsOn(HANDSET)).toHaveLength(2)
})

test('a text with a picture is an MMS, and its picture is served', async () => {
  const { origin, sendFromHandset, webhooks, textsOn } = await testSimulator()
  const { sid } = await sendFromHandset(HANDSET, '', { media: [{ contentType: 'image/png', data: pixel }] })
  expect(sid).toMatch(/^MM[0-9a-f]{32}$/)
  expect(webhooks[0]?.params).toMatchObject({ NumMedia: '1', Body: '', MediaContentType0: 'image/png' })
  expect(webhooks[0]?.params.MediaUrl0).toMatch(/^https:\/\/api\.twilio\.com\/.*\/Media\/ME[0-9a-f]{32}$/)
  const [text] = (await textsOn(HANDSET)) as unknown as { media: string[] }[]
  const picture = await fetch(`${origin}/dev/phones/media/${text?.media[0]}`)
  expect(picture.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await picture.arrayBuffer()).toString('base64')).toBe(pixel)
})

test.each([
  [{ body: '' }, 422],
  [{ body: 'a'.repeat(1601) }, 422],
  [{ media: [{ contentType: 'image/svg+xml', data: pixel }] }, 422],
  [{ media: [{ contentType: 'image/png', data: 'not base64!' }] }, 422],
])('%j is rejected', async (given, status) => {
  const { post, webhooks } = await testSimulator()
  expect((await post(`api/handsets/${encodeURIComponent(HANDSET)}/send`, given)).status).toBe(status)
  expect(webhooks).toEqual([])
})

test('only JSON is accepted, so a form on another site cannot post', async () => {
  const { origin, webhooks } = await testSimulator()
  const path = `${origin}/dev/phones/api/handsets/${encodeURIComponent(HANDSET)}/send`
  const body = JSON.stringify({ body: 'Yes' })
  const plain = await fetch(path, { method: 'POST', headers: { 'content-type': 'text/plain' }, body })
  expect(plain.status).toBe(400)
  const broken = await fetch(path, { ...postJson({}), body: '{' })
  expect(broken.status).toBe(400)
  expect(webhooks).toEqual([])
})

test('the response contains the webhook status, or null if the webhook is unreachable', async () => {
  const failing = await testSimulator({ webhookResponse: 500 })
  expect((await failing.sendFromHandset(HANDSET, 'Yes')).webhookStatus).toBe(500)
  const absent = await testSimulator({ publicUrl: 'http://127.0.0.1:9' })
  expect((await absent.sendFromHandset(HANDSET, 'Yes')).webhookStatus).toBeNull()
})

describe('STOP, START and HELP', () => {
  const outcomeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'accepted',
      (error: { code: number }) => error.code,
    )

  test.each(['STOP', ' stop ', 'Unsubscribe', 'END', 'quit', 'CANCEL', 'STOPALL', 'OPTOUT', 'REVOKE'])(
    '%j blocks our number, is confirmed by the network and posted to the webhook',
    async (word) => {
      const { client, sendText, sendFromHandset, webhooks, textsOn } = await testSimulator()
      await sendText(HANDSET, 'Hi')
      await sendFromHandset(HANDSET, word)
      expect(webhooks[0]?.params.Body).toBe(word)
      expect(await outcomeOf(sendText(HANDSET, 'Hi again'))).toBe(21610)
      expect((await textsOn(HANDSET)).map(({ direction }) => direction)).toEqual(['out', 'in', 'out'])
      expect((await textsOn(HANDSET))[2]?.body).toMatch(/^You have successfully been unsubscribed/)
      expect((await client.messages.list({ to: HANDSET })).map(({ body }) => body)).toEqual(['Hi'])
    },
  )

  test.each(['Stop please', 'opt out', 'remove me', 'STOP.', 'yes'])(
    '%j does not block our number',
    async (words) => {
      const { sendText, sendFromHandset, textsOn } = await testSimulator()
      await sendText(HANDSET, 'Hi')
      await sendFromHandset(HANDSET, words)
      expect(await outcomeOf(sendText(HANDSET, 'Hi again'))).toBe('accepted')
      expect(await textsOn(HANDSET)).toHaveLength(3)
    },
  )

  test.each(['START', 'unstop', 'YES'])('%j removes the block', async (word) => {
    const { sendText, sendFromHandset, textsOn } = await testSimulator()
    await sendText(HANDSET, 'Hi')
    await sendFromHandset(HANDSET, 'STOP')
    await sendFromHandset(HANDSET, word)
    expect(await outcomeOf(sendText(HANDSET, 'Hi again'))).toBe('accepted')
    expect((await textsOn(HANDSET)).at(-2)?.body).toMatch(/^You have successfully been re-subscribed/)
  })

  test('the network answers HELP', async () => {
    const { sendFromHandset, textsOn } = await testSimulator()
    await sendFromHandset(HANDSET, 'help')
    expect((await textsOn(HANDSET))[1]?.body).toMatch(/^Reply STOP to unsubscribe/)
  })

  test('a block covers one sender number or a whole messaging service', async () => {
    const { client, sendText, sendFromHandset } = await testSimulator()
    const throughService = (from?: string) =>
      client.messages.create({ to: HANDSET, messagingServiceSid: service, from, body: 'Hi' })
    await sendText(HANDSET, 'Hi')
    await sendFromHandset(HANDSET, 'STOP')
    expect(await outcomeOf(sendText(HANDSET, 'Hi', { from: '+447700900199' }))).toBe('accepted')
    await throughService()
    await sendFromHandset(HANDSET, 'STOP')
    expect(await outcomeOf(throughService())).toBe(21610)
    expect(await outcomeOf(throughService('+447700900199'))).toBe(21610)
  })

  test('with handlesOptOut off the network neither blocks nor confirms', async () => {
    const { sendText, sendFromHandset, textsOn } = await testSimulator({ handlesOptOut: false })
    await sendText(HANDSET, 'Hi')
    await sendFromHandset(HANDSET, 'STOP')
    expect(await outcomeOf(sendText(HANDSET, 'Sorry to see you go'))).toBe('accepted')
    expect((await textsOn(HANDSET)).map(({ body }) => body)).toEqual(['Hi', 'STOP', 'Sorry to see you go'])
  })
})

describe('the list of handsets', () => {
  type Line = { number: string; unread: number; body: string; blocked: boolean }
  const listHandsets = async (origin: string, query = '') =>
    ((await (await fetch(`${origin}/dev/phones/api/handsets?${query}`)).json()) as { handsets: Line[] })
      .handsets

  test('is sorted newest first and shows unread texts and blocks', async () => {
    const { origin, sendText, sendFromHandset, post } = await testSimulator()
    await sendText('+447700900001', 'one')
    await sendText('+447700900002', 'two')
    await sendText('+447700900002', 'three')
    expect(await listHandsets(origin)).toMatchObject([
      { number: '+447700900002', unread: 2, body: 'three', blocked: false },
      { number: '+447700900001', unread: 1, body: 'one' },
    ])
    await post(`api/handsets/${encodeURIComponent('+447700900002')}/read`, {})
    await sendFromHandset('+447700900001', 'STOP')
    expect(await listHandsets(origin)).toMatchObject([
      { number: '+447700900001', unread: 1, blocked: true },
      { number: '+447700900002', unread: 0 },
    ])
  })

  test('is searched by digits in any format, and by words of the last text', async () => {
    const { origin, sendText } = await testSimulator()
    await sendText('+447700900001', 'Hello Noir')
    await sendText('+12125550142', '100% off')
    const found = async (q: string) =>
      (await listHandsets(origin, `q=${encodeURIComponent(q)}`)).map((line) => line.number)
    expect(await found('07700 900001')).toEqual(['+447700900001'])
    expect(await found('noir')).toEqual(['+447700900001'])
    expect(await found('555')).toEqual(['+12125550142'])
    expect(await found('%')).toEqual(['+12125550142'])
    expect(await found('no such words')).toEqual([])
    expect(await listHandsets(origin, 'limit=1')).toHaveLength(1)
  })
})
