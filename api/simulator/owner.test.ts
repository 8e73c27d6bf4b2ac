import { describe, expect, test } from 'vitest'
import { ACCOUNT_SID, SENDER } from '../testing/start.ts'
import { stage } from './stage.ts'

const owner = '+447700900142'
const service = `MG${'c'.repeat(32)}`
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a text reaches the webhook with everything Twilio sends, signed', async () => {
  const { owner: sends, hooks, shows } = await stage()
  const { status, sid, webhookStatus } = await sends(owner, ' Yes please \n👍')
  expect([status, webhookStatus]).toEqual([201, 204])
  expect(hooks).toEqual([
    {
      path: '/api/webhooks/twilio/inbound',
      genuine: true,
      params: {
        ToCountry: 'GB',
        ToState: '',
        SmsMessageSid: sid,
        NumMedia: '0',
        ToCity: '',
        FromZip: '',
        SmsSid: sid,
        FromState: '',
        SmsStatus: 'received',
        FromCity: '',
        Body: ' Yes please \n👍',
        FromCountry: 'GB',
        To: SENDER,
        ToZip: '',
        NumSegments: '1',
        ReferralNumMedia: '0',
        MessageSid: sid,
        AccountSid: ACCOUNT_SID,
        From: owner,
        ApiVersion: '2010-04-01',
      },
    },
  ])
  expect(await shows(owner)).toMatchObject([
    { direction: 'in', body: ' Yes please \n👍', status: 'received' },
  ])
})

test('the answer goes to the number that wrote, and names its messaging service', async () => {
  const { client, text, owner: sends, hooks } = await stage()
  await text('+447700900150', 'Hi', { from: '+447700900199' })
  await client.messages.create({ to: owner, messagingServiceSid: service, body: 'Hi' })
  await sends('+447700900150', 'Who is this?')
  await sends(owner, 'Who is this?')
  expect(hooks.map(({ params }) => [params.To, params.MessagingServiceSid])).toEqual([
    ['+447700900199', undefined],
    [SENDER, service],
  ])
})

test('a text goes where the webhook of our number says', async () => {
  const { simulator, origin, owner: sends, hooks } = await stage()
  for (const number of simulator.account.numbers) number.smsUrl = `${origin}/api/webhooks/twilio/elsewhere`
  expect(await sends(owner, 'Yes')).toMatchObject({ webhookStatus: 204 })
  expect(hooks).toMatchObject([{ path: '/api/webhooks/twilio/elsewhere', genuine: true }])
})

test('parameters can be added and replaced, as Twilio may do tomorrow', async () => {
  const { owner: sends, hooks } = await stage()
  const MessageSid = `SM${'d'.repeat(32)}`
  const { sid } = await sends(owner, 'Tchau', { params: { MessageSid, OptOutType: 'STOP', Brandnew: '' } })
  expect(sid).toBe(MessageSid)
  expect(hooks[0]).toMatchObject({ genuine: true, params: { MessageSid, OptOutType: 'STOP', Brandnew: '' } })
})

test('the same text forwarded again is one text on the handset', async () => {
  const { owner: sends, hooks, shows } = await stage()
  const { sid } = await sends(owner, 'STOP')
  expect((await sends(owner, 'STOP', { params: { MessageSid: sid } })).sid).toBe(sid)
  expect(hooks).toHaveLength(2)
  expect(hooks[1]).toEqual(hooks[0])
  expect(await shows(owner)).toHaveLength(2)
})

test('pictures make it an MMS, and can be looked at', async () => {
  const { origin, owner: sends, hooks, shows } = await stage()
  const { sid } = await sends(owner, '', { media: [{ contentType: 'image/png', data: pixel }] })
  expect(sid).toMatch(/^MM[0-9a-f]{32}$/)
  expect(hooks[0]?.params).toMatchObject({ NumMedia: '1', Body: '', MediaContentType0: 'image/png' })
  expect(hooks[0]?.params.MediaUrl0).toMatch(/^https:\/\/api\.twilio\.com\/.*\/Media\/ME[0-9a-f]{32}$/)
  const [text] = (await shows(owner)) as unknown as { media: string[] }[]
  const picture = await fetch(`${origin}/dev/phones/media/${text?.media[0]}`)
  expect(picture.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await picture.arrayBuffer()).toString('base64')).toBe(pixel)
})

test.each([
  [{ body: '' }, 422],
  [{ body: 'a'.repeat(1601) }, 422],
  [{ media: [{ contentType: 'image/svg+xml', data: pixel }] }, 422],
  [{ media: [{ contentType: 'image/png', data: 'not base64!' }] }, 422],
])('%j cannot be sent', async (given, status) => {
  const { post, hooks } = await stage()
  expect((await post(`api/handsets/${encodeURIComponent(owner)}/send`, given)).status).toBe(status)
  expect(hooks).toEqual([])
})

test('only JSON is taken, so no foreign page can post a form', async () => {
  const { origin, hooks } = await stage()
  const path = `${origin}/dev/phones/api/handsets/${encodeURIComponent(owner)}/send`
  const body = JSON.stringify({ body: 'Yes' })
  const plain = await fetch(path, { method: 'POST', headers: { 'content-type': 'text/plain' }, body })
  expect(plain.status).toBe(400)
  const broken = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  })
  expect(broken.status).toBe(400)
  expect(hooks).toEqual([])
})

test('the sender sees when the webhook failed or could not be reached', async () => {
  const failing = await stage({ answers: 500 })
  expect((await failing.owner(owner, 'Yes')).webhookStatus).toBe(500)
  const absent = await stage({ publicUrl: 'http://127.0.0.1:9' })
  expect((await absent.owner(owner, 'Yes')).webhookStatus).toBeNull()
})

describe('STOP, START and HELP', () => {
  const refused = (call: Promise<unknown>) =>
    call.then(
      () => 'accepted',
      (error: { code: number }) => error.code,
    )

  test.each(['STOP', ' stop ', 'Unsubscribe', 'END', 'quit', 'CANCEL', 'STOPALL', 'OPTOUT', 'REVOKE'])(
    '%j blocks our number, is confirmed by the network, and still reaches us',
    async (word) => {
      const { client, text, owner: sends, hooks, shows } = await stage()
      await text(owner, 'Hi')
      await sends(owner, word)
      expect(hooks[0]?.params.Body).toBe(word)
      expect(await refused(text(owner, 'Hi again'))).toBe(21610)
      expect((await shows(owner)).map(({ direction }) => direction)).toEqual(['out', 'in', 'out'])
      expect((await shows(owner))[2]?.body).toMatch(/^You have successfully been unsubscribed/)
      expect((await client.messages.list({ to: owner })).map(({ body }) => body)).toEqual(['Hi'])
    },
  )

  test.each(['Stop please', 'opt out', 'remove me', 'STOP.', 'yes'])('%j blocks nothing', async (words) => {
    const { text, owner: sends, shows } = await stage()
    await text(owner, 'Hi')
    await sends(owner, words)
    expect(await refused(text(owner, 'Hi again'))).toBe('accepted')
    expect(await shows(owner)).toHaveLength(3)
  })

  test.each(['START', 'unstop', 'YES'])('%j lifts the block', async (word) => {
    const { text, owner: sends, shows } = await stage()
    await text(owner, 'Hi')
    await sends(owner, 'STOP')
    await sends(owner, word)
    expect(await refused(text(owner, 'Hi again'))).toBe('accepted')
    expect((await shows(owner)).at(-2)?.body).toMatch(/^You have successfully been re-subscribed/)
  })

  test('HELP is answered', async () => {
    const { owner: sends, shows } = await stage()
    await sends(owner, 'help')
    expect((await shows(owner))[1]?.body).toMatch(/^Reply STOP to unsubscribe/)
  })

  test('a block is for one sender, and for the whole of a messaging service', async () => {
    const { client, text, owner: sends } = await stage()
    const throughService = (from?: string) =>
      client.messages.create({ to: owner, messagingServiceSid: service, from, body: 'Hi' })
    await text(owner, 'Hi')
    await sends(owner, 'STOP')
    expect(await refused(text(owner, 'Hi', { from: '+447700900199' }))).toBe('accepted')
    await throughService()
    await sends(owner, 'STOP')
    expect(await refused(throughService())).toBe(21610)
    expect(await refused(throughService('+447700900199'))).toBe(21610)
  })

  test('the network stays out of it when we answer ourselves', async () => {
    const { text, owner: sends, shows } = await stage({ handlesOptOut: false })
    await text(owner, 'Hi')
    await sends(owner, 'STOP')
    expect(await refused(text(owner, 'Sorry to see you go'))).toBe('accepted')
    expect((await shows(owner)).map(({ body }) => body)).toEqual(['Hi', 'STOP', 'Sorry to see you go'])
  })
})

describe('the shelf of handsets', () => {
  type Line = { number: string; unread: number; body: string; blocked: boolean }
  const shelf = async (origin: string, query = '') =>
    ((await (await fetch(`${origin}/dev/phones/api/handsets?${query}`)).json()) as { handsets: Line[] })
      .handsets

  test('newest first, with unread texts and blocks', async () => {
    const { origin, text, owner: sends, post } = await stage()
    await text('+447700900001', 'one')
    await text('+447700900002', 'two')
    await text('+447700900002', 'three')
    expect(await shelf(origin)).toMatchObject([
      { number: '+447700900002', unread: 2, body: 'three', blocked: false },
      { number: '+447700900001', unread: 1, body: 'one' },
    ])
    await post(`api/handsets/${encodeURIComponent('+447700900002')}/read`, {})
    await sends('+447700900001', 'STOP')
    expect(await shelf(origin)).toMatchObject([
      { number: '+447700900001', unread: 1, blocked: true },
      { number: '+447700900002', unread: 0 },
    ])
  })

  test('search by digits in any spelling, and by words', async () => {
    const { origin, text } = await stage()
    await text('+447700900001', 'Hello Noir')
    await text('+12125550142', '100% off')
    const found = async (q: string) =>
      (await shelf(origin, `q=${encodeURIComponent(q)}`)).map((line) => line.number)
    expect(await found('07700 900001')).toEqual(['+447700900001'])
    expect(await found('noir')).toEqual(['+447700900001'])
    expect(await found('555')).toEqual(['+12125550142'])
    expect(await found('%')).toEqual(['+12125550142'])
    expect(await found('nobody')).toEqual([])
    expect(await shelf(origin, 'limit=1')).toHaveLength(1)
  })
})
