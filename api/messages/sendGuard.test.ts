import { createServer, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { slowCarrier } from '../testing/slowCarrier.ts'
import { guardedPost, UnsentError } from './guardedRequest.ts'
import { createSendGuard } from './sendGuard.ts'
import { stopwatch } from './stopwatch.ts'

/** Blocks the event loop, like a suspended process. */
const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

/** A guard whose checks return these answers, repeating the last one; counts the checks. */
function guardWith(...answers: (() => string | null | Promise<null>)[]) {
  let checks = 0
  const check = async () => {
    const answer = answers[Math.min(checks, answers.length - 1)]
    checks += 1
    return (await answer?.()) ?? null
  }
  const guard = createSendGuard(check, { age: stopwatch(), endsMs: 15_000, tooLate: 'late' })
  return { ...guard, checks: () => checks }
}

const fine = () => null
const slow = () => {
  block(300)
  return null
}

test('the guard opens only after a passed check', async () => {
  const guard = guardWith(fine)
  expect(guard.isOpen()).toBe(false)
  expect(await guard.check()).toBe(true)
  expect(guard.isOpen()).toBe(true)
})

test('a process suspended after its check checks again', async () => {
  const guard = guardWith(fine)
  await guard.check()
  block(300)
  expect(guard.isOpen()).toBe(false)
})

test.each([3_600_000, -3_600_000])('setting the clock by %i ms does not extend a check', async (step) => {
  const guard = guardWith(fine)
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  await guard.check()
  vi.setSystemTime(Date.now() + step)
  block(300)
  expect(guard.isOpen()).toBe(false)
})

test('a sleep that stops the monotonic clock is detected by the wall clock', async () => {
  const guard = guardWith(fine)
  await guard.check()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5000 })
  onTestFinished(() => void vi.useRealTimers())
  expect(guard.isOpen()).toBe(false)
})

test('after half of the lease the attempt is blocked without a check', async () => {
  const looked = vi.fn(async () => null)
  const guard = createSendGuard<string>(looked, { age: () => 15_000, endsMs: 15_000, tooLate: 'late' })
  expect([await guard.check(), guard.isOpen(), guard.reason()]).toEqual([false, false, 'late'])
  expect(looked).not.toHaveBeenCalled()
})

test('after several slow checks one up to a second old is accepted', async () => {
  const guard = guardWith(slow)
  for (let n = 0; n < 5; n++) {
    await guard.check()
    expect(guard.isOpen()).toBe(false)
  }
  await guard.check()
  expect(guard.isOpen()).toBe(true)
  block(800)
  expect(guard.isOpen()).toBe(false)
})

const agents = {
  http: new HttpAgent({ keepAlive: true }),
  https: new HttpsAgent({ keepAlive: true, rejectUnauthorized: false }),
}

/** A server that echoes each body and records bodies and connections. */
async function echo() {
  const got: string[] = []
  const sockets: Socket[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += String(piece)
    got.push(body)
    response.end(body)
  })
  server.on('connection', (socket) => sockets.push(socket))
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const post = (guard: ReturnType<typeof guardWith>, body: string) =>
    guardedPost({ url, headers: {}, body, timeoutMs: 2000, agents }, guard)
  return { got, sockets, post }
}

test('a blocked request is never written; the connection is reused', async () => {
  const { got, sockets, post } = await echo()
  await expect(
    post(
      guardWith(() => 'opted out'),
      'one',
    ),
  ).rejects.toMatchObject({ name: 'UnsentError', blocked: true })
  expect(await post(guardWith(fine), 'two')).toMatchObject({ statusCode: 200, body: 'two' })
  await expect(
    post(
      guardWith(() => 'opted out'),
      'three',
    ),
  ).rejects.toBeInstanceOf(UnsentError)
  const stale = guardWith(slow, fine)
  expect(await post(stale, 'four')).toMatchObject({ body: 'four' })
  expect(stale.checks()).toBe(2)
  expect(got).toEqual(['two', 'four'])
  expect(sockets.reduce((bytes, socket) => bytes + socket.bytesRead, 0)).toBeLessThan(1000)
})

test('a kept-alive connection closed by the carrier is replaced', async () => {
  const { got, sockets, post } = await echo()
  await post(guardWith(fine), 'one')
  const closing = guardWith(async () => {
    const closed = new Promise((resolve) => sockets[0]?.once('close', resolve))
    sockets[0]?.destroy()
    await closed
    // Like a slow check: the close has arrived by then.
    return wait(50, null)
  }, fine)
  expect(await post(closing, 'two')).toMatchObject({ body: 'two' })
  expect(got).toEqual(['one', 'two'])
})

test('no connection or no TLS handshake means nothing was sent', async () => {
  const request = { headers: {}, body: 'one', timeoutMs: 300, agents }
  const refused = guardedPost({ ...request, url: 'http://127.0.0.1:1/' }, guardWith(fine))
  await expect(refused).rejects.toMatchObject({ name: 'UnsentError', blocked: false })
  const carrier = await slowCarrier('http://127.0.0.1:1')
  carrier.hold()
  const waiting = guardedPost({ ...request, url: carrier.url }, guardWith(fine))
  await expect(waiting).rejects.toMatchObject({ name: 'UnsentError', blocked: false })
})

test('a connection closed after the request means the outcome is unknown', async () => {
  const server = createServer((request) => request.resume().on('end', () => request.socket.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const failed = await guardedPost(
    { url, headers: {}, body: 'one', timeoutMs: 2000, agents },
    guardWith(fine),
  ).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(Error)
  expect(failed).not.toBeInstanceOf(UnsentError)
})
