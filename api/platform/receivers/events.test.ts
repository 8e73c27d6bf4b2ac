import { eventKindNames } from '@salonback/shared/platform/receivers/eventKinds.ts'
import { WAIT_MS } from '@salonback/shared/testing/waitMs.ts'
import { expect, onTestFinished, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'
import { makeText } from '../../testing/factories.ts'
import { keepSession } from '../../testing/salons.ts'
import { startReceiver } from '../../testing/startReceiver.ts'
import { GIVE_UP_MS } from './deliveryStates.ts'
import { createPost, type Post } from './post.ts'
import { sendEvents } from './sendEvents.ts'

async function setUp(app: App) {
  const receiver = await startReceiver()
  onTestFinished(receiver.stop)
  const settings = { url: receiver.url, events: [...eventKindNames], salonId: null }
  const { id, secret } = await app.staff.receivers.create(settings)
  receiver.state.secret = secret
  const received = () =>
    receiver.received.map(({ type, data }) => [type, data.text ?? data.phone ?? data.message])
  return { ...receiver, id, secret, received, send: () => sendEvents(app.deps) }
}

const reply = (app: App, phone: string, body: string) =>
  makeText(app.sql, { phone, direction: 'inbound', intent: 'unclear', body })

test('an event is signed and sent once', async () => {
  const app = await testApp()
  const { send, received, state, id } = await setUp(app)
  await reply(app, '+447700900601', 'Friday?')
  expect([await send(), await send(), state.refused]).toEqual([1, 0, 0])
  expect(received()).toEqual([['reply.received', 'Friday?']])
  expect(await app.staff.receivers.deliveries({ id })).toMatchObject([
    { kind: 'reply.received', state: 'delivered', attempts: 1, status: 200, answer: 'ok' },
  ])
})

test('an event is stored in the transaction of its fact', async () => {
  const app = await testApp()
  const { send } = await setUp(app)
  const undone = app.sql.begin(async (open) => {
    await makeText(open as never, { phone: '+447700900601', direction: 'inbound', intent: 'unclear' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await send()).toBe(0)
})

test('a failed event is tried again and delays only later events about the same number', async () => {
  const app = await testApp()
  const { send, received, state } = await setUp(app)
  await reply(app, '+447700900601', 'one')
  await reply(app, '+447700900601', 'two')
  await reply(app, '+447700900602', 'other')
  state.respond = (response, { data }) => response.writeHead(data.text === 'one' ? 500 : 200).end()
  await send()
  expect(received().sort()).toEqual([
    ['reply.received', 'one'],
    ['reply.received', 'other'],
  ])
  state.respond = (response) => response.writeHead(204).end()
  expect(await send()).toBe(0)
  app.clock.advance(5000)
  await send()
  expect(received().slice(2)).toEqual([
    ['reply.received', 'one'],
    ['reply.received', 'two'],
  ])
})

test('after a day of failures the receiver is off with a reason; staff turn it on and send the event again', async () => {
  const app = await testApp()
  const { send, received, state, id } = await setUp(app)
  await reply(app, '+447700900601', 'one')
  state.respond = (response) => response.writeHead(503).end('down')
  await send()
  app.clock.advance(GIVE_UP_MS)
  await keepSession(app)
  await send()
  expect(await app.staff.receivers.list()).toMatchObject([
    { state: 'off', offReason: 'Every attempt of a day failed: 503', waiting: 0 },
  ])
  await reply(app, '+447700900601', 'while it is off')
  await expect(app.staff.receivers.test({ id })).rejects.toMatchObject({ status: 409 })
  state.respond = (response) => response.writeHead(200).end()
  await app.staff.receivers.setState({ id, state: 'on' })
  const [failed] = await app.staff.receivers.deliveries({ id })
  await app.staff.receivers.replay({ id, deliveryId: failed?.id ?? '' })
  await send()
  expect(received()).toHaveLength(3)
  const [delivered] = await app.staff.receivers.deliveries({ id })
  expect(delivered).toMatchObject({ id: failed?.id, state: 'delivered' })
})

test('a receiver that answers 410 gets no more', async () => {
  const app = await testApp()
  const { send, state } = await setUp(app)
  await reply(app, '+447700900601', 'one')
  state.respond = (response) => response.writeHead(410).end()
  await send()
  expect(await app.staff.receivers.list()).toMatchObject([{ state: 'off' }])
})

test('redirects are not followed, and slow or endless answers are cut off', async () => {
  const app = await testApp()
  const { send, state, received, id } = await setUp(app)
  // An answer that comes may take as long as a busy machine needs.
  const soon = createPost({ anyAddress: true, timeoutMs: 200 })
  const ever = createPost({ anyAddress: true, timeoutMs: WAIT_MS })
  const answers: [name: string, post: Post, respond: typeof state.respond, seen: object][] = [
    [
      'a redirect',
      ever,
      (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
      { status: 302 },
    ],
    ['silence', soon, () => undefined, { status: null, answer: 'No complete answer within 0.2 s' }],
    [
      'byte by byte',
      ever,
      (response) => {
        response.writeHead(200)
        const timer = setInterval(() => response.write('.'), 20)
        response.on('close', () => clearInterval(timer))
      },
      { status: 200, answer: expect.stringMatching(/^\.+$/), state: 'delivered' },
    ],
    [
      'an endless body',
      ever,
      (response) => {
        response.writeHead(200)
        const fill = () => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        }
        response.on('drain', fill)
        fill()
      },
      { status: 200, answer: 'x'.repeat(2000), state: 'delivered' },
    ],
    ['a broken connection', ever, (response) => response.destroy(), { status: null }],
  ]
  for (const [n, [name, post, respond, seen]] of answers.entries()) {
    app.deps.post = post
    state.respond = respond
    await reply(app, `+44770090061${n}`, name)
    await send()
    const [last] = await app.staff.receivers.deliveries({ id })
    expect(last, name).toMatchObject({ state: 'queued', ...seen })
  }
  expect(received()).toHaveLength(answers.length)
})

test.each<[url: string, problem: RegExp]>([
  ['http://receiver.example/events', /https/],
  ['https://user:secret@receiver.example', /password/],
  ['https://127.0.0.1/', /private/],
  ['https://[::1]/', /private/],
  ['https://[::ffff:7f00:1]/', /private/],
  ['https://2130706433/', /private/],
  ['https://0x7f.1/', /private/],
  ['https://0177.0.0.1:8443/x', /private/],
  ['https://0/', /private/],
  ['https://[64:ff9b::7f00:1]/', /private/],
  ['https://[2002:7f00:1::]/', /private/],
  ['https://[fd00::1]/', /private/],
  ['https://１２７.０.０.１/', /private/],
  ['https://127。0。0。1/', /private/],
  ['https://a.localhost/', /private/],
  ['https://db.internal/', /private/],
  ['https://intranet/', /private/],
  ['https://169.254.169.254/latest', /private/],
  ['https://localhost/', /private/],
  ['https://localhost./', /private/],
  ['https://n8n.local/', /private/],
  ['ftp://receiver.example/', /https/],
  ['no address', /https/],
])('%s is refused as the address of a receiver', async (url, problem) => {
  const post = createPost()
  expect(post.problemWith(url)).toMatch(problem)
  expect(await post.send(url, '{}', {})).toMatchObject({ status: null, text: expect.stringMatching(problem) })
})

test('a host name is checked again at each connection, because its address can change', async () => {
  for (const addresses of [['127.0.0.1'], ['1.1.1.1', '10.0.0.1'], ['::ffff:169.254.169.254'], []]) {
    let resolved = 0
    const resolve = ((_: string, __: object, done: (error: null, list: object[]) => void) => {
      resolved += 1
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    }) as unknown as NonNullable<Parameters<typeof createPost>[0]>['resolve']
    const post = createPost({ ...(resolve && { resolve }), timeoutMs: 2000 })
    expect(post.problemWith('https://receiver.example/')).toBe(null)
    const answer = await post.send('https://receiver.example/', '{}', {})
    expect(answer, `${addresses}`).toEqual({ status: null, text: 'This address is on a private network' })
    expect(resolved).toBe(1)
  }
})

test('a secret is shown once, stored sealed, and appears in no log or audit line', async () => {
  const app = await testApp({ LOG_LEVEL: 'debug' })
  const { secret, send, state } = await setUp(app)
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  state.respond = (response) => response.writeHead(500).end()
  await reply(app, '+447700900601', 'one')
  await send()
  const everything = JSON.stringify([
    await app.sql`select encode(secret, 'escape') as text from receivers`,
    await app.sql`select * from audit_log`,
    await app.staff.receivers.list(),
    app.logged,
  ])
  expect(everything).not.toContain(secret.slice(6, 30))
})

test('each receiver gets only its kinds of events, of its salon or of all salons', async () => {
  const app = await testApp()
  const { sql } = app
  const { id, send, received } = await setUp(app)
  const one = await startReceiver()
  onTestFinished(one.stop)
  const narrow = { url: one.url, events: ['opt_out.recorded' as const], salonId: null }
  one.state.secret = (await app.staff.receivers.create(narrow)).secret
  await app.staff.receivers.test({ id })
  await reply(app, '+447700900601', 'Hello')
  await sql`insert into suppressions (phone, since, source, wording) values ('+447700900601', now(), 'staff', 'Rang')`
  while ((await send()) > 0);
  expect(received()).toEqual([
    ['test', 'A test event'],
    ['reply.received', 'Hello'],
    ['opt_out.recorded', '+447700900601'],
  ])
  expect(one.received.map(({ type }) => type)).toEqual(['opt_out.recorded'])
})
