import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { eventsPath } from '@salonback/shared/http/wire.ts'

interface Answered {
  /** 0 when nothing was answered. */
  status: number
  ms: number
}

/** One POST or GET over kept connections; never throws. */
export function call(
  url: string,
  agent: Agent,
  { body, headers = {}, withinMs }: { body?: string; headers?: Record<string, string>; withinMs: number },
): Promise<Answered> {
  const from = performance.now()
  return new Promise((resolve) => {
    const done = (status: number) => resolve({ status, ms: performance.now() - from })
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(url, {
      agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, ...length },
    })
    sent.setTimeout(withinMs, () => sent.destroy())
    sent.once('error', () => done(0))
    sent.once('response', (answer: IncomingMessage) => {
      answer.resume()
      answer.once('end', () => done(answer.statusCode ?? 0))
      answer.once('error', () => done(0))
    })
    sent.end(body)
  })
}

export interface Listener {
  /** Events of new or changed texts heard so far. */
  heard: number
  open: boolean
  close(): void
}

/** An open console's event stream. */
export function openStream(origin: string, cookie: string): Promise<Listener> {
  const listener: Listener = { heard: 0, open: false, close: () => undefined }
  return new Promise((resolve, reject) => {
    const agent = new Agent({ keepAlive: false })
    const sent = request(origin + eventsPath, { agent, headers: { cookie, accept: 'text/event-stream' } })
    listener.close = () => sent.destroy()
    sent.once('error', (error) => (listener.open ? undefined : reject(error)))
    sent.once('response', (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`events: ${answer.statusCode}`))
      listener.open = true
      answer.on('data', (piece: Buffer) => {
        if (piece.includes('event: message')) listener.heard++
      })
      const over = () => {
        listener.open = false
      }
      answer.once('close', over)
      answer.once('error', over)
      resolve(listener)
    })
    sent.end()
  })
}

export type Nuisance = 'says nothing' | 'trickles its headers' | 'stops in its body' | 'takes no answer'

/** A client that keeps the server waiting in its own way for as long as it is let. */
export function makeNuisance(origin: string, kind: Nuisance): Socket {
  const { port, hostname } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  const head = (first: string, ...more: string[]) =>
    [first, `Host: ${hostname}:${port}`, ...more].join('\r\n')
  if (kind === 'trickles its headers') {
    socket.write(head('GET / HTTP/1.1'))
    const timer = setInterval(() => socket.write('\r\nx'), 500)
    socket.once('close', () => clearInterval(timer))
  }
  if (kind === 'stops in its body') {
    const more = ['Content-Type: application/json', 'Content-Length: 1000']
    socket.write(`${head('POST /api/leads HTTP/1.1', ...more)}\r\n\r\n{"mobileNumber":`)
  }
  if (kind === 'takes no answer') {
    socket.pause()
    for (let n = 0; n < 50; n++) socket.write(`${head('GET / HTTP/1.1')}\r\n\r\n`)
  }
  return socket
}
