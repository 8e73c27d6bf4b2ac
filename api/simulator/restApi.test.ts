import { describe, expect, test } from 'vitest'
import { testSimulator } from '../testing/simulator.ts'
import { ACCOUNT_SID, SENDER } from '../testing/start.ts'

const HANDSET = '+447700900142'
const OTHER_HANDSET = '+447700900143'
const service = `MG${'a'.repeat(32)}`

/** Status, code and message of the error that the SDK throws. */
async function failure(call: Promise<unknown>) {
  const error = (await call.then(
    () => null,
    (reason: unknown) => reason,
  )) as { status?: number; code?: number | string; message?: string } | null
  return { status: error?.status, code: error?.code, message: error?.message }
}

describe('an accepted text', () => {
  test('from a number is queued and has every field that the SDK reads', async () => {
    const { sendText } = await testSimulator()
    const message = await sendText(HANDSET, 'Hi 👍')
    expect(message.sid).toMatch(/^SM[0-9a-f]{32}$/)
    expect(message).toMatchObject({
      accountSid: ACCOUNT_SID,
      to: HANDSET,
      from: SENDER,
      body: 'Hi 👍',
      status: 'queued',
      direction: 'outbound-api',
      numSegments: '1',
      numMedia: '0',
      errorCode: null,
      messagingServiceSid: null,
      apiVersion: '2010-04-01',
    })
    expect(message.dateCreated).toEqual(new Date('2026-03-10T12:00:00Z'))
  })

  test('from a messaging service is accepted before its sender and segments are known', async () => {
    const { client, simulator } = await testSimulator()
    const message = await client.messages.create({ to: HANDSET, messagingServiceSid: service, body: 'Hi' })
    expect(message).toMatchObject({ status: 'accepted', numSegments: '0', messagingServiceSid: service })
    expect(message.from).toBeNull()
    await simulator.drain()
    expect(await client.messages(message.sid).fetch()).toMatchObject({
      status: 'delivered',
      from: SENDER,
      numSegments: '1',
    })
  })

  test('with a picture has an MM sid', async () => {
    const { sendText, textsOn } = await testSimulator()
    const message = await sendText(HANDSET, '', { mediaUrl: ['https://example.com/a.png'] })
    expect(message.sid).toMatch(/^MM/)
    expect(message.numMedia).toBe('1')
    expect(await textsOn(HANDSET)).toMatchObject([{ body: '', numMedia: 1 }])
  })

  test('has a number of segments that depends on length and characters', async () => {
    const { sendText } = await testSimulator()
    expect((await sendText(HANDSET, 'a'.repeat(161))).numSegments).toBe('2')
    expect((await sendText(HANDSET, 'é'.repeat(1600))).numSegments).toBe('11')
    expect((await sendText(HANDSET, '’'.repeat(71))).numSegments).toBe('2')
  })
})

describe('a text is refused', () => {
  test.each([
    ['no recipient', { to: '' }, 21604],
    ['no such number', { to: '12345' }, 21211],
    ['a number that is too short', { to: '+4477009001' }, 21211],
    ['a landline', { to: '+442079460123' }, 21614],
    ['a free phone number', { to: '+448081570123' }, 21614],
    ['no sender', { from: undefined }, 21603],
    ['our own number', { to: SENDER }, 21266],
    ['an empty body', { body: '' }, 21602],
    ['a body of 1,601 characters', { body: 'a'.repeat(1601) }, 21617],
  ])('%s', async (_, given, code) => {
    const { sendText, textsOn } = await testSimulator()
    const call = sendText(HANDSET, 'Hello', given)
    expect(await failure(call)).toMatchObject({ status: 400, code })
    expect(await textsOn(HANDSET)).toEqual([])
  })

  test('with wrong credentials or for another account', async () => {
    const { clientFor, origin } = await testSimulator()
    const wrong = { to: HANDSET, from: SENDER, body: 'Hi' }
    expect(await failure(clientFor(ACCOUNT_SID, 'wrong').messages.create(wrong))).toMatchObject({
      status: 401,
      code: 20003,
      message: 'Authenticate',
    })
    const otherAccount = await fetch(`${origin}/2010-04-01/Accounts/AC${'1'.repeat(32)}/Messages.json`)
    expect(otherAccount.status).toBe(401)
  })
})

describe('the list of messages', () => {
  test('is filtered by recipient, sender and day, newest first', async () => {
    const { client, sendText, clock, simulator, sendFromHandset } = await testSimulator()
    await sendText(HANDSET, 'one')
    await sendText(OTHER_HANDSET, 'two')
    clock.set(new Date('2026-03-11T09:00:00Z'))
    await sendText(HANDSET, 'three')
    await simulator.drain()
    await sendFromHandset(HANDSET, 'four')
    const bodies = async (query: object) => (await client.messages.list(query)).map((message) => message.body)
    expect(await bodies({})).toEqual(['four', 'three', 'two', 'one'])
    expect(await bodies({ to: HANDSET })).toEqual(['three', 'one'])
    expect(await bodies({ from: HANDSET })).toEqual(['four'])
    expect(await bodies({ to: SENDER })).toEqual(['four'])
    expect(await bodies({ to: HANDSET, from: SENDER, limit: 1 })).toEqual(['three'])
    const day = new Date('2026-03-11T00:00:00Z')
    expect(await bodies({ dateSent: day })).toEqual(['four', 'three', 'two', 'one'])
    expect(await bodies({ dateSentBefore: new Date('2026-03-10T00:00:00Z') })).toEqual([])
  })

  test('contains every text once at any page size', async () => {
    const { client, sendText } = await testSimulator()
    for (let n = 0; n < 7; n++) await sendText(HANDSET, `text ${n}`)
    const first = await client.messages.page({ pageSize: 3 })
    expect(first.instances.map((message) => message.body)).toEqual(['text 6', 'text 5', 'text 4'])
    expect(first.nextPageUrl).toContain('PageToken=PASM')
    for (const pageSize of [1, 2, 3, 7, 50]) {
      const all = await client.messages.list({ pageSize })
      expect(all.map((message) => message.body)).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `text ${n}`))
    }
  })

  test('an unsent text has no dateSent and matches no day', async () => {
    const { client, sendText } = await testSimulator()
    const { sid } = await sendText(HANDSET)
    expect((await client.messages(sid).fetch()).dateSent).toBeNull()
    expect(await client.messages.list({ dateSent: new Date('2026-03-10T00:00:00Z') })).toEqual([])
  })
})

describe('one message', () => {
  test('is redacted and deleted; an unknown or deleted one answers 404', async () => {
    const { client, sendText, textsOn } = await testSimulator()
    expect(await failure(client.messages(`SM${'0'.repeat(32)}`).fetch())).toMatchObject({
      status: 404,
      code: 20404,
    })
    const { sid } = await sendText(HANDSET, 'secret')
    expect((await client.messages(sid).update({ body: '' })).body).toBe('')
    expect(await client.messages(sid).remove()).toBe(true)
    expect(await failure(client.messages(sid).fetch())).toMatchObject({ status: 404 })
    expect(await client.messages.list({ to: HANDSET })).toEqual([])
    expect(await textsOn(HANDSET)).toMatchObject([{ body: 'secret' }])
  })

  test('can be scheduled and, before that time, canceled', async () => {
    const { client, clock, simulator, statuses } = await testSimulator()
    const later = {
      to: HANDSET,
      messagingServiceSid: service,
      body: 'Later',
      scheduleType: 'fixed' as const,
      sendAt: new Date('2026-03-10T13:00:00Z'),
    }
    const [kept, dropped] = [await client.messages.create(later), await client.messages.create(later)]
    expect(kept.status).toBe('scheduled')
    expect((await client.messages(dropped.sid).update({ status: 'canceled' })).status).toBe('canceled')
    await simulator.drain()
    expect((await client.messages(kept.sid).fetch()).status).toBe('scheduled')
    clock.set(new Date('2026-03-10T13:00:00Z'))
    await simulator.drain()
    expect((await client.messages(kept.sid).fetch()).status).toBe('delivered')
    expect((await client.messages(dropped.sid).fetch()).status).toBe('canceled')
    expect((await failure(client.messages(kept.sid).update({ status: 'canceled' }))).status).toBe(400)
    expect(statuses()).toEqual([])
  })
})

describe('faults of the response', () => {
  const faults = [
    ['refuse', { code: 21612 }, { status: 400, code: 21612 }, 0],
    ['busy', {}, { status: 429, code: 20429 }, 0],
    ['error', {}, { status: 503, code: undefined }, 0],
    ['unauthorized', {}, { status: 401, code: 20003 }, 0],
    ['drop', {}, { status: undefined, code: 'ECONNRESET' }, 0],
    ['hang', {}, { status: undefined, code: 'ECONNABORTED' }, 0],
    ['delay', { ms: 5000 }, { status: undefined, code: 'ECONNABORTED' }, 1],
    ['accept_drop', {}, { status: undefined, code: 'ECONNRESET' }, 1],
    ['accept_error', {}, { status: 500, code: undefined }, 1],
  ] as const

  test('each fails in its own way, once; after a short delay the call succeeds', async () => {
    const { client, sendText, sendTextWithin, injectFault, textsOn } = await testSimulator()
    for (const [n, [kind, more, expected, arrived]] of faults.entries()) {
      const handset = `+44770090015${n}`
      await injectFault({ kind, count: 1, ...more })
      const silent = expected.code === 'ECONNABORTED'
      const error = await failure(silent ? sendTextWithin(1000, handset) : sendText(handset))
      expect(error, kind).toMatchObject(expected)
      expect(await textsOn(handset), kind).toHaveLength(arrived)
      expect(await client.messages.list({ to: handset }), kind).toHaveLength(arrived)
      expect((await sendText(handset)).status, kind).toBe('queued')
    }
    await injectFault({ kind: 'delay', ms: 20 })
    expect((await sendText(HANDSET)).status).toBe('queued')
  })

  test('apply to one handset, a number of texts, or with a probability', async () => {
    const draws = [0.9, 0.1, 0.5]
    const { sendText, injectFault } = await testSimulator({ random: () => draws.shift() ?? 0 })
    await injectFault({ kind: 'refuse', number: OTHER_HANDSET, code: 30001 })
    expect((await sendText(HANDSET)).status).toBe('queued')
    await injectFault({ kind: 'refuse', number: HANDSET, code: 30002, count: 2, probability: 0.6 })
    expect((await sendText(HANDSET)).status).toBe('queued')
    expect((await failure(sendText(HANDSET))).code).toBe(30002)
    expect((await failure(sendText(HANDSET))).code).toBe(30002)
    expect((await sendText(HANDSET)).status).toBe('queued')
    expect((await failure(sendText(OTHER_HANDSET))).code).toBe(30001)
  })

  test('are listed, and cleared one by one or all together', async () => {
    const { origin, sendText, injectFault } = await testSimulator()
    const first = await injectFault({ kind: 'busy' })
    await injectFault({ kind: 'error' })
    const listed = async () =>
      (
        (await (await fetch(`${origin}/dev/phones/faults`)).json()) as { faults: { kind: string }[] }
      ).faults.map((one) => one.kind)
    expect(await listed()).toEqual(['busy', 'error'])
    await fetch(`${origin}/dev/phones/faults/${first.id}`, { method: 'DELETE' })
    expect(await listed()).toEqual(['error'])
    await fetch(`${origin}/dev/phones/faults`, { method: 'DELETE' })
    expect(await listed()).toEqual([])
    expect((await sendText(HANDSET)).status).toBe('queued')
  })

  test('invalid ones are refused', async () => {
    const { post } = await testSimulator()
    for (const given of [
      { kind: 'nonsense' },
      { kind: 'refuse', code: 7 },
      { kind: 'busy', number: '07700 900142' },
      { kind: 'busy', probability: 2 },
      {},
    ])
      expect((await post('faults', given)).status, JSON.stringify(given)).toBe(422)
  })
})
