import { describe, expect, test } from 'vitest'
import { ACCOUNT_SID, SENDER } from '../testing/start.ts'
import { stage } from './stage.ts'

const owner = '+447700900142'
const other = '+447700900143'
const service = `MG${'a'.repeat(32)}`

/** What the SDK throws, in the parts a sender looks at. */
async function failure(call: Promise<unknown>) {
  const error = (await call.then(
    () => null,
    (reason: unknown) => reason,
  )) as { status?: number; code?: number | string; message?: string } | null
  return { status: error?.status, code: error?.code, message: error?.message }
}

describe('a text is accepted', () => {
  test('from a number: queued, with everything the SDK reads', async () => {
    const { text } = await stage()
    const message = await text(owner, 'Hi 👍')
    expect(message.sid).toMatch(/^SM[0-9a-f]{32}$/)
    expect(message).toMatchObject({
      accountSid: ACCOUNT_SID,
      to: owner,
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

  test('from a messaging service: accepted, sender and segments not known yet', async () => {
    const { client, simulator } = await stage()
    const message = await client.messages.create({ to: owner, messagingServiceSid: service, body: 'Hi' })
    expect(message).toMatchObject({ status: 'accepted', numSegments: '0', messagingServiceSid: service })
    expect(message.from).toBeNull()
    await simulator.drain()
    expect(await client.messages(message.sid).fetch()).toMatchObject({
      status: 'delivered',
      from: SENDER,
      numSegments: '1',
    })
  })

  test('with a picture: an MM sid', async () => {
    const { text, shows } = await stage()
    const message = await text(owner, '', { mediaUrl: ['https://example.com/a.png'] })
    expect(message.sid).toMatch(/^MM/)
    expect(message.numMedia).toBe('1')
    expect(await shows(owner)).toMatchObject([{ body: '', numMedia: 1 }])
  })

  test('long and special texts count their segments', async () => {
    const { text } = await stage()
    expect((await text(owner, 'a'.repeat(161))).numSegments).toBe('2')
    expect((await text(owner, 'é'.repeat(1600))).numSegments).toBe('11')
    expect((await text(owner, '’'.repeat(71))).numSegments).toBe('2')
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
    ['ourselves', { to: SENDER }, 21266],
    ['nothing to say', { body: '' }, 21602],
    ['too much to say', { body: 'a'.repeat(1601) }, 21617],
  ])('%s', async (_, given, code) => {
    const { text, shows } = await stage()
    const call = text(owner, 'Hello', given)
    expect(await failure(call)).toMatchObject({ status: 400, code })
    expect(await shows(owner)).toEqual([])
  })

  test('with wrong credentials, and under another account', async () => {
    const { clientOf, origin } = await stage()
    const wrong = { to: owner, from: SENDER, body: 'Hi' }
    expect(await failure(clientOf(ACCOUNT_SID, 'wrong').messages.create(wrong))).toMatchObject({
      status: 401,
      code: 20003,
      message: 'Authenticate',
    })
    const elsewhere = await fetch(`${origin}/2010-04-01/Accounts/AC${'1'.repeat(32)}/Messages.json`)
    expect(elsewhere.status).toBe(401)
  })
})

describe('the list', () => {
  test('by recipient, sender and day, newest first', async () => {
    const { client, text, clock, simulator, owner: ownerSends } = await stage()
    await text(owner, 'one')
    await text(other, 'two')
    clock.set(new Date('2026-03-11T09:00:00Z'))
    await text(owner, 'three')
    await simulator.drain()
    await ownerSends(owner, 'four')
    const bodies = async (query: object) => (await client.messages.list(query)).map((message) => message.body)
    expect(await bodies({})).toEqual(['four', 'three', 'two', 'one'])
    expect(await bodies({ to: owner })).toEqual(['three', 'one'])
    expect(await bodies({ from: owner })).toEqual(['four'])
    expect(await bodies({ to: SENDER })).toEqual(['four'])
    expect(await bodies({ to: owner, from: SENDER, limit: 1 })).toEqual(['three'])
    const day = new Date('2026-03-11T00:00:00Z')
    expect(await bodies({ dateSent: day })).toEqual(['four', 'three', 'two', 'one'])
    expect(await bodies({ dateSentBefore: new Date('2026-03-10T00:00:00Z') })).toEqual([])
  })

  test('pages of any size hold every text once', async () => {
    const { client, text } = await stage()
    for (let n = 0; n < 7; n++) await text(owner, `text ${n}`)
    const first = await client.messages.page({ pageSize: 3 })
    expect(first.instances.map((message) => message.body)).toEqual(['text 6', 'text 5', 'text 4'])
    expect(first.nextPageUrl).toContain('PageToken=PASM')
    for (const pageSize of [1, 2, 3, 7, 50]) {
      const all = await client.messages.list({ pageSize })
      expect(all.map((message) => message.body)).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `text ${n}`))
    }
  })

  test('a text not sent yet has no day', async () => {
    const { client, text } = await stage()
    const { sid } = await text(owner)
    expect((await client.messages(sid).fetch()).dateSent).toBeNull()
    expect(await client.messages.list({ dateSent: new Date('2026-03-10T00:00:00Z') })).toEqual([])
  })
})

describe('one text', () => {
  test('unknown, deleted, redacted', async () => {
    const { client, text, shows } = await stage()
    expect(await failure(client.messages(`SM${'0'.repeat(32)}`).fetch())).toMatchObject({
      status: 404,
      code: 20404,
    })
    const { sid } = await text(owner, 'secret')
    expect((await client.messages(sid).update({ body: '' })).body).toBe('')
    expect(await client.messages(sid).remove()).toBe(true)
    expect(await failure(client.messages(sid).fetch())).toMatchObject({ status: 404 })
    expect(await client.messages.list({ to: owner })).toEqual([])
    expect(await shows(owner)).toMatchObject([{ body: 'secret' }])
  })

  test('scheduled: waits for its time, or is canceled', async () => {
    const { client, clock, simulator, statuses } = await stage()
    const later = {
      to: owner,
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

describe('trouble with the answer', () => {
  test.each([
    ['refuse', { code: 21612 }, { status: 400, code: 21612 }, 0],
    ['busy', {}, { status: 429, code: 20429 }, 0],
    ['error', {}, { status: 503, code: undefined }, 0],
    ['unauthorized', {}, { status: 401, code: 20003 }, 0],
    ['drop', {}, { status: undefined, code: 'ECONNRESET' }, 0],
    ['hang', {}, { status: undefined, code: 'ECONNABORTED' }, 0],
    ['delay', { ms: 5000 }, { status: undefined, code: 'ECONNABORTED' }, 1],
    ['accept_drop', {}, { status: undefined, code: 'ECONNRESET' }, 1],
    ['accept_error', {}, { status: 500, code: undefined }, 1],
  ] as const)('%s', async (kind, more, expected, arrived) => {
    const { client, text, textWithin, fault, shows } = await stage()
    await fault({ kind, count: 1, ...more })
    const silent = expected.code === 'ECONNABORTED'
    expect(await failure(silent ? textWithin(1000, owner) : text(owner))).toMatchObject(expected)
    expect(await shows(owner)).toHaveLength(arrived)
    expect(await client.messages.list({ to: owner })).toHaveLength(arrived)
    expect((await text(owner)).status).toBe('queued')
  })

  test('a short delay only makes the answer late', async () => {
    const { text, fault } = await stage()
    await fault({ kind: 'delay', ms: 20 })
    expect((await text(owner)).status).toBe('queued')
  })

  test('only for one handset, only so often, only by chance', async () => {
    const draws = [0.9, 0.1, 0.5]
    const { text, fault } = await stage({ random: () => draws.shift() ?? 0 })
    await fault({ kind: 'refuse', number: other, code: 30001 })
    expect((await text(owner)).status).toBe('queued')
    await fault({ kind: 'refuse', number: owner, code: 30002, count: 2, probability: 0.6 })
    expect((await text(owner)).status).toBe('queued')
    expect((await failure(text(owner))).code).toBe(30002)
    expect((await failure(text(owner))).code).toBe(30002)
    expect((await text(owner)).status).toBe('queued')
    expect((await failure(text(other))).code).toBe(30001)
  })

  test('faults are listed, cleared one by one and all together', async () => {
    const { origin, text, fault } = await stage()
    const first = await fault({ kind: 'busy' })
    await fault({ kind: 'error' })
    const listed = async () =>
      (
        (await (await fetch(`${origin}/dev/phones/faults`)).json()) as { faults: { kind: string }[] }
      ).faults.map((one) => one.kind)
    expect(await listed()).toEqual(['busy', 'error'])
    await fetch(`${origin}/dev/phones/faults/${first.id}`, { method: 'DELETE' })
    expect(await listed()).toEqual(['error'])
    await fetch(`${origin}/dev/phones/faults`, { method: 'DELETE' })
    expect(await listed()).toEqual([])
    expect((await text(owner)).status).toBe('queued')
  })

  test.each([
    [{ kind: 'nonsense' }],
    [{ kind: 'refuse', code: 7 }],
    [{ kind: 'busy', number: '07700 900142' }],
    [{ kind: 'busy', probability: 2 }],
    [{}],
  ])('%j is no fault', async (given) => {
    const { post } = await stage()
    expect((await post('faults', given)).status).toBe(422)
  })
})
