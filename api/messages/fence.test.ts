import { createServer, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { slowCarrier } from '../testing/slowCarrier.ts'
import { createFence, stopwatch } from './fence.ts'
import { fencedPost, Unwritten } from './fencedRequest.ts'

/** Blocks the event loop, as a process that is stopped. */
const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

/** A fence whose checks give these answers, the last one repeatedly; counts them. */
function fenceWith(...answers: (() => string | null | Promise<null>)[]) {
  let checks = 0
  const check = async () => {
    const answer = answers[Math.min(checks, answers.length - 1)]
    checks += 1
    return (await answer?.()) ?? null
  }
  const fence = createFence(check, { age: stopwatch(), endsMs: 15_000, tooLate: 'late' })
  return { ...fence, checks: () => checks }
}

const fine = () => null
const slow = () => {
  standStill(300)
  return null
}

test('without a check the fence is shut; after one that found nothing it is open', async () => {
  const fence = fenceWith(fine)
  expect(fence.isOpen()).toBe(false)
  expect(await fence.check()).toBe(true)
  expect(fence.isOpen()).toBe(true)
})

test('a process that stood still after its check must check again', async () => {
  const fence = fenceWith(fine)
  await fence.check()
  standStill(300)
  expect(fence.isOpen()).toBe(false)
})

test.each([3_600_000, -3_600_000])('a clock that is set by %i ms opens nothing', async (step) => {
  const fence = fenceWith(fine)
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  await fence.check()
  vi.setSystemTime(Date.now() + step)
  standStill(300)
  expect(fence.isOpen()).toBe(false)
})

test('a computer that slept without its monotonic clock is noticed by the other one', async () => {
  const fence = fenceWith(fine)
  await fence.check()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5000 })
  onTestFinished(() => void vi.useRealTimers())
  expect(fence.isOpen()).toBe(false)
})

test('after half the lease nobody is asked any more', async () => {
  const looked = vi.fn(async () => null)
  const fence = createFence<string>(looked, { age: () => 15_000, endsMs: 15_000, tooLate: 'late' })
  expect([await fence.check(), fence.isOpen(), fence.reason()]).toEqual([false, false, 'late'])
  expect(looked).not.toHaveBeenCalled()
})

test('where every check takes long, one that is not a second old will do in the end, and an older one never', async () => {
  const fence = fenceWith(slow)
  for (let n = 0; n < 5; n++) {
    await fence.check()
    expect(fence.isOpen()).toBe(false)
  }
  await fence.check()
  expect(fence.isOpen()).toBe(true)
  standStill(800)
  expect(fence.isOpen()).toBe(false)
})

const agents = {
  http: new HttpAgent({ keepAlive: true }),
  https: new HttpsAgent({ keepAlive: true, rejectUnauthorized: false }),
}

/** A server that answers everything with its body, and keeps what it got and from how many connections. */
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
  const post = (fence: ReturnType<typeof fenceWith>, body: string) =>
    fencedPost({ url, headers: {}, body, timeoutMs: 2000, agents }, fence)
  return { got, sockets, post }
}

test('what the fence holds is never written, and what passes it is, over one connection', async () => {
  const { got, sockets, post } = await echo()
  await expect(
    post(
      fenceWith(() => 'opted out'),
      'one',
    ),
  ).rejects.toMatchObject({ name: 'Unwritten', held: true })
  expect(await post(fenceWith(fine), 'two')).toMatchObject({ statusCode: 200, body: 'two' })
  await expect(
    post(
      fenceWith(() => 'opted out'),
      'three',
    ),
  ).rejects.toBeInstanceOf(Unwritten)
  const stale = fenceWith(slow, fine)
  expect(await post(stale, 'four')).toMatchObject({ body: 'four' })
  expect(stale.checks()).toBe(2)
  expect(got).toEqual(['two', 'four'])
  expect(sockets.reduce((bytes, socket) => bytes + socket.bytesRead, 0)).toBeLessThan(1000)
})

test('a kept connection that the carrier closed meanwhile costs nothing but a new one', async () => {
  const { got, sockets, post } = await echo()
  await post(fenceWith(fine), 'one')
  const closing = fenceWith(async () => {
    const closed = new Promise((resolve) => sockets[0]?.once('close', resolve))
    sockets[0]?.destroy()
    await closed
    // As long as the database takes to answer a check: the news of it has arrived by then.
    return wait(50, null)
  }, fine)
  expect(await post(closing, 'two')).toMatchObject({ body: 'two' })
  expect(got).toEqual(['one', 'two'])
})

test('a carrier that is not there, or does not finish its handshake, got nothing', async () => {
  const request = { headers: {}, body: 'one', timeoutMs: 300, agents }
  const nobody = fencedPost({ ...request, url: 'http://127.0.0.1:1/' }, fenceWith(fine))
  await expect(nobody).rejects.toMatchObject({ name: 'Unwritten', held: false })
  const carrier = await slowCarrier('http://127.0.0.1:1')
  carrier.hold()
  const waiting = fencedPost({ ...request, url: carrier.url }, fenceWith(fine))
  await expect(waiting).rejects.toMatchObject({ name: 'Unwritten', held: false })
})

test('a carrier that hangs up after it has the text may have sent it', async () => {
  const server = createServer((request) => request.resume().on('end', () => request.socket.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const failed = await fencedPost(
    { url, headers: {}, body: 'one', timeoutMs: 2000, agents },
    fenceWith(fine),
  ).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(Error)
  expect(failed).not.toBeInstanceOf(Unwritten)
})
