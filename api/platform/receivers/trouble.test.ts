import type { ServerResponse } from 'node:http'
import { type EventKind, eventKindNames } from '@salonback/shared/platform/receivers/eventKinds.ts'
import { WAIT_MS } from '@salonback/shared/testing/waitMs.ts'
import { expect, onTestFinished, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'
import { fictional, makeText } from '../../testing/factories.ts'
import { testMailServer } from '../../testing/mailServer.ts'
import { keepSession } from '../../testing/salons.ts'
import { startReceiver } from '../../testing/startReceiver.ts'
import { createPost } from './post.ts'
import { createEventSender, sendEvents } from './sendEvents.ts'

const HOUR = 3_600_000

async function addReceiver(app: App, events: EventKind[] = [...eventKindNames]) {
  const receiver = await startReceiver()
  onTestFinished(receiver.stop)
  const { id, secret } = await app.staff.receivers.create({ url: receiver.url, events, salonId: null })
  receiver.state.secret = secret
  const texts = () => receiver.received.map(({ data }) => data.text ?? data.phone ?? 'test')
  const state = async () => {
    await keepSession(app)
    return (await app.staff.receivers.list()).find((one) => one.id === id)
  }
  const deliveries = async () => {
    await keepSession(app)
    const all = await app.staff.receivers.deliveries({ id })
    return all.map(({ kind, state, status }) => [kind, state, status].join(' ')).reverse()
  }
  const switchTo = async (to: 'on' | 'off') => {
    await keepSession(app)
    await app.staff.receivers.setState({ id, state: to })
  }
  return { ...receiver, id, texts, receiverState: state, deliveries, switchTo }
}

const reply = (app: App, n: number, body: string) =>
  makeText(app.sql, { phone: fictional(n), direction: 'inbound', intent: 'unclear', body })
const optOut = ({ sql, clock }: App, n: number) => sql`
  insert into suppressions (phone, since, source, wording) values (${fictional(n)}, ${clock()}, 'staff', 'Rang')`

/** Sends what is due every two hours, as long as it takes. */
async function passHours(app: App, hours: number, each?: (hour: number) => Promise<unknown>) {
  for (let hour = 0; hour < hours; hour += 2) {
    await each?.(hour)
    while ((await sendEvents(app.deps)) > 0);
    app.clock.advance(2 * HOUR)
  }
  while ((await sendEvents(app.deps)) > 0);
}

test.each([400, 404, 413, 422, 500, 501])(
  'an event that gets %i for a day fails alone, while others arrive',
  async (status) => {
    const app = await testApp()
    const { state, deliveries, receiverState } = await addReceiver(app)
    state.respond = (response, { data }) => response.writeHead(data.text === 'bad' ? status : 200).end()
    await reply(app, 1, 'bad')
    await passHours(app, 30, (hour) => reply(app, 10 + hour, 'good'))
    const all = await deliveries()
    expect(all[0]).toBe(`reply.received failed ${status}`)
    expect(new Set(all.slice(1))).toEqual(new Set(['reply.received delivered 200']))
    expect(await receiverState()).toMatchObject({ state: 'on', offReason: null, waiting: 0 })
    expect(await app.sql`select 1 from mails`).toEqual([])
  },
)

test('a receiver that nothing reached for a day is off, in Today and in a mail to admins; opt-outs are kept for it', async () => {
  const server = await testMailServer()
  const app = await testApp(server.settings)
  await app.sql`update admins set email = 'maya@agency.example', email_confirmed_at = now(), mail_summary = false`
  const { state, texts, received, receiverState, switchTo, url } = await addReceiver(app)
  state.respond = (response) => response.writeHead(503).end()
  await optOut(app, 1)
  await reply(app, 2, 'lost')
  await passHours(app, 26)
  await optOut(app, 3)
  await reply(app, 4, 'while it is off')
  expect(await receiverState()).toMatchObject({
    state: 'off',
    offReason: 'Every attempt of a day failed: 503',
    waiting: 2,
  })
  const host = new URL(url).host
  const today = (await app.staff.today.list()).filter(({ kind }) => kind === 'receiverOff')
  expect(today).toMatchObject([{ salonId: null, salonName: '', text: `Events to ${host} are turned off` }])
  expect(today[0]?.since).not.toBeNull()
  const mails = await app.sql`select kind, to_address, subject from mails`
  expect(mails).toEqual([
    { kind: 'receiver_off', toAddress: 'maya@agency.example', subject: `Events to ${host} are turned off` },
  ])
  // Still down: it is tried for another day, and the opt-outs are kept again.
  await switchTo('on')
  await passHours(app, 26)
  expect(await receiverState()).toMatchObject({ state: 'off', waiting: 2 })
  expect((await app.sql`select 1 from mails`).count).toBe(2)
  received.length = 0
  state.respond = (response) => response.writeHead(204).end()
  await switchTo('on')
  await passHours(app, 2)
  expect(texts().sort()).toEqual([fictional(1), fictional(3)])
  expect(await receiverState()).toMatchObject({ state: 'on', waiting: 0 })
  expect((await app.staff.today.list()).filter(({ kind }) => kind === 'receiverOff')).toEqual([])
})

test('opt-outs are kept for a receiver that a person turned off, too', async () => {
  const app = await testApp()
  const { switchTo, texts } = await addReceiver(app)
  const other = await addReceiver(app, ['reply.received'])
  await switchTo('off')
  await optOut(app, 1)
  await reply(app, 2, 'not kept')
  await passHours(app, 2)
  await switchTo('on')
  await passHours(app, 2)
  expect(texts()).toEqual([fictional(1)])
  expect(other.texts()).toEqual(['not kept'])
})

test('410 turns a receiver off, but not as the answer to a test', async () => {
  const app = await testApp()
  const { id, state, receiverState, deliveries, switchTo } = await addReceiver(app)
  state.respond = (response) => response.writeHead(410).end()
  await app.staff.receivers.test({ id })
  await passHours(app, 2)
  expect(await deliveries()).toEqual(['test failed 410'])
  expect(await receiverState()).toMatchObject({ state: 'on', offReason: null })
  await optOut(app, 1)
  await passHours(app, 2)
  expect(await receiverState()).toMatchObject({ state: 'off', waiting: 1 })
  expect(await deliveries()).toEqual(['test failed 410', 'opt_out.recorded queued 410'])
  state.respond = (response) => response.writeHead(200).end()
  await switchTo('on')
  await passHours(app, 2)
  expect((await deliveries()).at(-1)).toBe('opt_out.recorded delivered 200')
})

test('a test that fails for a day leaves the receiver on', async () => {
  const app = await testApp()
  const { id, state, receiverState } = await addReceiver(app)
  state.respond = (response) => response.writeHead(500).end()
  await app.staff.receivers.test({ id })
  await passHours(app, 30)
  expect(await receiverState()).toMatchObject({ state: 'on', waiting: 0 })
})

test.each<[name: string, status: number, header: string, seconds: number, holdsOthers: boolean]>([
  ['seconds', 503, '120', 120, true],
  ['seconds of a limit', 429, '600', 600, true],
  ['a date', 503, 'Tue, 10 Mar 2026 12:20:00 GMT', 1200, true],
  ['a date of another status', 500, 'Tue, 10 Mar 2026 12:20:00 GMT', 1200, false],
  ['a bound', 429, '99999999', 6 * 3600, true],
  ['less than the usual pause', 503, '1', 5, false],
  ['nonsense', 503, 'soon', 5, false],
])('Retry-After with %s is respected', async (_, status, header, seconds, holdsOthers) => {
  const app = await testApp()
  const { id, state, received, texts } = await addReceiver(app)
  state.respond = (response) => response.writeHead(status, { 'retry-after': header }).end()
  await reply(app, 1, 'one')
  await sendEvents(app.deps)
  state.respond = (response) => response.writeHead(200).end()
  received.length = 0
  app.clock.advance(2000)
  await reply(app, 2, 'two')
  // A person who presses *Test* does not wait.
  await app.staff.receivers.test({ id })
  while ((await sendEvents(app.deps)) > 0);
  expect(texts().sort()).toEqual(holdsOthers ? ['test'] : ['test', 'two'])
  app.clock.advance((seconds - 3) * 1000)
  await sendEvents(app.deps)
  expect(texts()).not.toContain('one')
  app.clock.advance(1000)
  while ((await sendEvents(app.deps)) > 0);
  expect(texts().sort()).toEqual(['one', 'test', 'two'])
})

test.each<[name: string, respond: (response: ServerResponse) => unknown, state: string, status: number]>([
  ['an open body', (response) => response.writeHead(200).write('ok'), 'delivered', 200],
  ['an open body without a byte', (response) => response.writeHead(200).flushHeaders(), 'delivered', 200],
  ['an open body of 202', (response) => response.writeHead(202).write('ok'), 'delivered', 202],
  [
    'a body that breaks off',
    (response) => response.writeHead(200, { 'content-length': '9' }).write('ok', () => response.destroy()),
    'delivered',
    200,
  ],
  ['an open body of 500', (response) => response.writeHead(500).write('no'), 'queued', 500],
])('the status alone decides: %s', async (_, respond, outcome, status) => {
  const app = await testApp()
  app.deps.post = createPost({ anyAddress: true, timeoutMs: WAIT_MS })
  const { state, deliveries } = await addReceiver(app)
  state.respond = respond
  await reply(app, 1, 'one')
  await sendEvents(app.deps)
  expect(await deliveries()).toEqual([`reply.received ${outcome} ${status}`])
})

test('receivers that hang delay no other', async () => {
  const app = await testApp()
  // They hang until the test ends.
  app.deps.post = createPost({ anyAddress: true, timeoutMs: WAIT_MS })
  const hanging = [await addReceiver(app), await addReceiver(app), await addReceiver(app)]
  for (const { state } of hanging) state.respond = () => undefined
  const healthy = await addReceiver(app)
  for (let n = 0; n < 60; n++) await reply(app, n, `text ${n}`)
  const { start, finish } = createEventSender(app.deps)
  for (let round = 0; round < 2; round++) {
    await start()
    await expect.poll(() => healthy.received.length, { timeout: WAIT_MS }).toBe(round === 0 ? 50 : 60)
    // Its lane is over when none of its deliveries is being sent.
    const sending = () =>
      app.sql`select 1 from deliveries where receiver_id = ${healthy.id} and state = 'sending'`
    await expect.poll(async () => (await sending()).count, { timeout: WAIT_MS }).toBe(0)
  }
  expect(hanging.map(({ received }) => received.length)).toEqual([5, 5, 5])
  for (const { stop } of hanging) await stop()
  await finish()
})
