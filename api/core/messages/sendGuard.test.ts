import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer, get } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { carrierThread } from '../../testing/carrierThread.ts'
import { startTlsProxy } from '../../testing/tlsProxy.ts'
import { gatedAgents } from './gatedSocket.ts'
import { type GuardedRequest, guardedPost, UnsentError } from './guardedRequest.ts'
import { createSendGuard, type SendGuard } from './sendGuard.ts'
import { stopwatch } from './stopwatch.ts'

/** Blocks the event loop, like a suspended process. */
const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

/** A guard that answers its checks with these, repeating the last one; counts the checks. */
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

const pem = readFileSync(inject('certificateFile'), 'utf8')
const protocols = ['http', 'https'] as const

/** A server, the connections to it, and agents that trust it. */
async function serve(protocol: (typeof protocols)[number], listener: RequestListener) {
  const server =
    protocol === 'https' ? createHttpsServer({ key: pem, cert: pem }, listener) : createHttpServer(listener)
  const sockets: Socket[] = []
  server.on('connection', (socket) => sockets.push(socket))
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const agents = trustingAgents()
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `${protocol}://localhost:${(server.address() as AddressInfo).port}/`
  const post = (guard: SendGuard, body: string) =>
    guardedPost({ url, headers: {}, body, timeoutMs: 60_000, agents }, guard)
  return { url, sockets, agents, post }
}

function trustingAgents() {
  const agents = gatedAgents({ keepAlive: true, ca: pem })
  onTestFinished(() => {
    agents.http.destroy()
    agents.https.destroy()
  })
  return agents
}

/** A server that echoes each body and records it. */
async function echo(protocol: (typeof protocols)[number]) {
  const got: string[] = []
  const server = await serve(protocol, async (request, response) => {
    let body = ''
    for await (const piece of request) body += String(piece)
    got.push(body)
    response.end(body)
  })
  return { ...server, got }
}

const blocked = () => guardWith(() => 'opted out')

test.each(protocols)('a blocked request is never written over %s', async (protocol) => {
  const { got, sockets, post } = await echo(protocol)
  await expect(post(blocked(), 'one')).rejects.toMatchObject({ name: 'UnsentError', blocked: true })
  expect(await post(guardWith(fine), 'two')).toMatchObject({ statusCode: 200, body: 'two' })
  await expect(post(blocked(), 'three')).rejects.toBeInstanceOf(UnsentError)
  const stale = guardWith(slow, fine)
  expect(await post(stale, 'four')).toMatchObject({ body: 'four' })
  expect(stale.checks()).toBe(2)
  expect(got).toEqual(['two', 'four'])
  if (protocol === 'http')
    expect(sockets.reduce((bytes, socket) => bytes + socket.bytesRead, 0)).toBeLessThan(1000)
})

test.each(protocols)('an open %s connection is used again', async (protocol) => {
  const { sockets, post } = await echo(protocol)
  for (const body of ['one', 'two', 'three']) await post(guardWith(fine), body)
  expect(sockets).toHaveLength(1)
})

test('a TLS connection that another request opened is used without waiting', async () => {
  const { url, sockets, agents, post } = await echo('https')
  await new Promise((resolve) =>
    get(url, { agent: agents.https }, (got) => got.resume().on('close', resolve)),
  )
  const waited = stopwatch()
  expect(await post(guardWith(fine), 'one')).toMatchObject({ body: 'one' })
  expect(sockets).toHaveLength(1)
  expect(waited()).toBeLessThan(30_000)
})

test.each(protocols)('a kept-alive %s connection closed by the carrier is replaced', async (protocol) => {
  const { got, sockets, post } = await echo(protocol)
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

/** A post that fails before its first byte. */
const expectUnsent = (request: Partial<GuardedRequest> & { url: string }, message = /./) =>
  expect(
    guardedPost(
      { headers: {}, body: 'one', timeoutMs: 60_000, agents: trustingAgents(), ...request },
      guardWith(fine),
    ),
  ).rejects.toMatchObject({ name: 'UnsentError', message: expect.stringMatching(message), blocked: false })

test.each(protocols)('no %s connection means nothing was sent', async (protocol) => {
  await expectUnsent({ url: `${protocol}://127.0.0.1:1/` }, /ECONNREFUSED/)
})

test('no TLS handshake means nothing was sent', async () => {
  const carrier = await startTlsProxy('http://127.0.0.1:1')
  carrier.holdHandshakes()
  await expectUnsent({ url: carrier.url, timeoutMs: 300 })
})

test('a certificate that is not trusted means nothing was sent', async () => {
  const { got, url } = await echo('https')
  await expectUnsent({ url, agents: gatedAgents({ keepAlive: true }) })
  expect(got).toEqual([])
})

test.each(protocols)(
  'a %s connection closed after the request means the outcome is unknown',
  async (protocol) => {
    const { post } = await serve(protocol, (request) =>
      request.resume().on('end', () => request.socket.destroy()),
    )
    const failed = await post(guardWith(fine), 'one').catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(Error)
    expect(failed).not.toBeInstanceOf(UnsentError)
  },
)

/** Sends 20 texts over TLS; their first checks pass in the same turn. `guardOf` makes the guard of each. */
async function burst(url: string, guardOf: (allChecked: () => Promise<null>) => SendGuard) {
  const agents = trustingAgents()
  let checking = 0
  let open: () => void = () => undefined
  const all = new Promise<void>((resolve) => {
    open = resolve
  })
  const allChecked = async () => {
    checking += 1
    if (checking === 20) open()
    await all
    return null
  }
  return Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      guardedPost({ url, headers: {}, body: `text ${n}`, timeoutMs: 60_000, agents }, guardOf(allChecked)),
    ),
  )
}

test('every text of a burst is built first, then looks at the clock and is written before the next look', async () => {
  const carrier = await carrierThread(pem)
  const trace: string[] = []
  const built = () => void trace.push('built')
  // Published when the last byte of a request has been given to its connection.
  subscribe('http.client.request.start', built)
  onTestFinished(() => void unsubscribe('http.client.request.start', built))
  let looks = 0
  await burst(carrier.url, (allChecked) => ({
    check: async () => (await allChecked()) === null,
    isOpen() {
      trace.push(`look, ${carrier.arrived(looks)} arrived`)
      looks += 1
      return true
    },
  }))
  expect(trace).toEqual([
    ...Array.from({ length: 20 }, () => 'built'),
    ...Array.from({ length: 20 }, (_, n) => `look, ${n} arrived`),
  ])
})

test('a process suspended between look and write sends that one text of the burst late', async () => {
  const carrier = await carrierThread(pem)
  let writes = 0
  let stopped = false
  const ends = await burst(carrier.url, (allChecked) => {
    const guard = guardWith(allChecked, () => (stopped ? 'opted out' : null))
    return {
      check: guard.check,
      isOpen() {
        const open = guard.isOpen()
        // On a busy machine some checks are too old by now; these texts are checked again.
        if (open) writes += 1
        if (open && writes === 7) {
          // Every number sends STOP while the process is suspended, for longer than any check counts.
          stopped = true
          block(1100)
        }
        return open
      },
    }
  })
  expect(ends.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(13)
  expect(carrier.arrived(7)).toBe(7)
})
