import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { OpenAPIHono } from '@hono/zod-openapi'
import { expect, onTestFinished, test } from 'vitest'
import { deferred } from '../../testing/deferred.ts'
import { type Limits, usualLimits } from './limitClients.ts'
import { listen } from './listen.ts'

/** Our server with limits short enough for a test. */
async function server(limits: Partial<Limits>, app = new OpenAPIHono(), isProxy = () => false) {
  app.get('/ok', (c) => c.text('ok'))
  app.onError((_, c) => c.text('broken off', 400))
  const { port, drop } = await listen(app.fetch, { host: '127.0.0.1', port: 0, limits, isProxy })
  onTestFinished(drop)
  return port
}

/** Opens a connection and sends these bytes. `ended` resolves with everything it received. */
function openConnection(port: number, bytes: string) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(bytes)
  let received = ''
  socket.on('data', (chunk: Buffer) => {
    received += chunk
  })
  const ended = once(socket, 'close').then(() => received)
  onTestFinished(() => void socket.destroy())
  return { socket, ended, received: () => received }
}

/** Sends one more byte every few milliseconds until the connection is ended. */
function trickle(socket: Socket) {
  const timer = setInterval(() => socket.write('1'), 5)
  socket.once('close', () => clearInterval(timer))
}

const head = (method: string, path: string, ...more: string[]) =>
  `${[`${method} ${path} HTTP/1.1`, 'Host: localhost', ...more].join('\r\n')}\r\n\r\n`

test('an idle connection of a visitor ends after a minute', async () => {
  const kept = await fetch(`http://127.0.0.1:${await server({})}/ok`)
  expect(kept.headers.get('keep-alive')).toBe('timeout=60')
  const { ended } = openConnection(await server({ idleMs: 100 }), head('GET', '/ok'))
  expect(await ended).toMatch(/200 OK[\s\S]*ok$/)
})

test('idle connections of a proxy are kept longer than proxies keep them', async () => {
  expect(usualLimits.proxyIdleMs).toBeGreaterThan(600_000)
  const limits = { idleMs: 1, proxyIdleMs: 2000, idlePerVisitor: 1 }
  const port = await server(limits, undefined, () => true)
  const [first, second] = [openConnection(port, head('GET', '/ok')), openConnection(port, head('GET', '/ok'))]
  await Promise.all([first, second].map(({ received }) => expect.poll(received).toMatch(/ok$/)))
  for (const { socket } of [first, second]) socket.write(head('GET', '/ok'))
  for (const { ended } of [first, second]) {
    expect(await ended).toMatch(/200 OK[\s\S]*200 OK[\s\S]*ok$/)
  }
})

test('2,500 idle connections of one visitor leave room for the carrier', async () => {
  const port = await server({ connections: 60, idlePerVisitor: 20 })
  const idle: ReturnType<typeof openConnection>[] = []
  for (let n = 0; n < 150; n++) {
    const connection = openConnection(port, n % 2 === 0 ? '' : head('GET', '/ok'))
    await once(connection.socket, 'connect')
    idle.push(connection)
  }
  const carrier = openConnection(port, head('GET', '/ok'))
  await expect.poll(carrier.received).toContain('200 OK')
  await expect.poll(() => idle.filter(({ socket }) => !socket.destroyed).length).toBeLessThanOrEqual(20)
})

test('a connection with a running request is not idle', async () => {
  const app = new OpenAPIHono()
  const { promise: made, resolve: make } = deferred()
  const { promise: asked, resolve: ask } = deferred()
  app.get('/long', async (c) => {
    ask()
    await made
    return c.text('long')
  })
  const port = await server({ idlePerVisitor: 2 }, app)
  const long = openConnection(port, head('GET', '/long'))
  await asked
  for (let n = 0; n < 10; n++) await once(openConnection(port, '').socket, 'connect')
  make()
  await expect.poll(long.received).toMatch(/long$/)
})

test('unfinished headers time out', async () => {
  const port = await server({ headersMs: 100 })
  for (const start of ['', 'GET /ok HT', 'GET /ok HTTP/1.1\r\nHost: localhost\r\nX-Slow: ']) {
    const { socket, ended } = openConnection(port, start)
    trickle(socket)
    expect(await ended).not.toContain('200 OK')
  }
})

test('an early response reaches a client that still sends', async () => {
  const app = new OpenAPIHono()
  app.post('/full', (c) => c.json({ message: 'No room' }, 413))
  const port = await server({}, app)
  for (const connection of ['keep-alive', 'close']) {
    const answer = await new Promise<string>((resolve, reject) => {
      const request = httpRequest(
        { port, method: 'POST', path: '/full', headers: { connection, 'content-length': 32 * 1024 * 1024 } },
        async (response) => {
          let text = String(response.statusCode)
          for await (const bytes of response) text += bytes
          resolve(text)
        },
      )
      request.on('error', reject)
      for (let sent = 0; sent < 32; sent++) request.write(Buffer.alloc(1024 * 1024))
      request.end()
    })
    expect(answer).toBe('413{"message":"No room"}')
  }
})

test('a body that does not continue, or not to its end, is cut off', async () => {
  const app = new OpenAPIHono()
  app.post('/reads', async (c) => c.text(await c.req.text()))
  const waits = openConnection(
    await server({ stallMs: 100 }, app),
    head('POST', '/reads', 'Content-Length: 60000'),
  )
  expect(await waits.ended).not.toContain('200 OK')
  const slow = openConnection(
    await server({ requestMs: 100, headersMs: 100 }),
    head('POST', '/ok', 'Content-Length: 60000'),
  )
  trickle(slow.socket)
  expect(await slow.ended).not.toContain('200 OK')
})

test('a client that does not read is disconnected', async () => {
  const app = new OpenAPIHono()
  const ended = new Promise<void>((resolve) => {
    const pull = (to: ReadableStreamDefaultController) => to.enqueue(new Uint8Array(1024 * 1024))
    app.get('/long', (c) => c.body(new ReadableStream({ pull, cancel: () => resolve() })))
  })
  const port = await server({ stallMs: 100 }, app)
  openConnection(port, head('GET', '/long')).socket.pause()
  await ended
})

test('connections over the limit are refused', async () => {
  const port = await server({ connections: 2 })
  const first = openConnection(port, '')
  const second = openConnection(port, '')
  await Promise.all([once(first.socket, 'connect'), once(second.socket, 'connect')])
  const third = openConnection(port, head('GET', '/ok'))
  expect(await third.ended.catch(() => 'reset')).not.toContain('200 OK')
  first.socket.write(head('GET', '/ok'))
  await expect.poll(first.received).toContain('200 OK')
})

test('a stop waits for running responses, not for missing bodies', async () => {
  const app = new OpenAPIHono()
  app.onError((_, c) => c.text('broken off', 400))
  const { promise: made, resolve: make } = deferred()
  let asked = 0
  app.post('/text', async (c) => {
    asked++
    await c.req.text()
    await made
    return c.text('sent')
  })
  const { port, close } = await listen(app.fetch, { host: '127.0.0.1', port: 0, limits: { stopMs: 200 } })
  const whole = openConnection(port, `${head('POST', '/text', 'Content-Length: 5')}Hello`)
  const half = openConnection(port, `${head('POST', '/text', 'Content-Length: 5')}He`)
  await expect.poll(() => asked).toBe(2)
  const from = performance.now()
  const closed = close()
  setTimeout(make, 1000)
  await closed
  expect(await whole.ended).toMatch(/sent$/)
  expect(await half.ended).toBe('')
  // Below the 25 s for which shutdown waits for responses.
  expect(performance.now() - from).toBeLessThan(24_000)
})
