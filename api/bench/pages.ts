import { type ChildProcess, fork } from 'node:child_process'
import { request } from 'node:http'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { startServer } from '@salonback/shared/testing/server.ts'
import { rawRequest } from '../testing/rawClient.ts'
import { cpuOf } from './cpu.ts'
import { type Figure, median, percentile } from './table.ts'

const ROUNDS = 5
const ROUND_MS = 2000
const CONNECTIONS = 32

/** The front page as a browser asks for it, from the whole service and from a bare Hono that sends the same bytes. */
export async function benchPages(): Promise<Figure[]> {
  const server = await startServer()
  const bare = fork(fileURLToPath(new URL('bare/pages.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  })
  try {
    const answer = await ask(server.origin)
    const port = await new Promise<number>((resolve, reject) => {
      bare.once('message', resolve)
      bare.once('exit', () => reject(new Error('the bare server ended')))
      bare.send(answer)
    })
    const rounds = { ours: [] as Round[], plain: [] as Round[] }
    for (let round = 0; round <= ROUNDS; round++) {
      const ours = await load(server.origin, server.child)
      const plain = await load(`http://127.0.0.1:${port}`, bare)
      // The first is warming up.
      if (round === 0) continue
      rounds.ours.push(ours)
      rounds.plain.push(plain)
    }
    const middle = (of: Round[], part: keyof Round) => median(of.map((one) => one[part]))
    const cpu = (of: Round[]) => `${middle(of, 'cpu').toFixed(0)} us CPU an answer`
    return [
      {
        what: `pages, ${CONNECTIONS} connections`,
        ours: middle(rounds.ours, 'rate'),
        reference: middle(rounds.plain, 'rate'),
        unit: 'a second',
        beside: 'bare Hono, same headers',
        reach: { atLeast: 0.7 },
        note: `${cpu(rounds.ours)} beside ${cpu(rounds.plain)}`,
      },
      {
        what: 'pages: p99',
        ours: middle(rounds.ours, 'p99'),
        reference: middle(rounds.plain, 'p99'),
        unit: 'ms',
        beside: 'bare Hono, same headers',
        reach: { atMost: 1.5 },
      },
    ]
  } finally {
    bare.kill()
    await server.stop()
    await server.remove()
  }
}

const ACCEPT = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/** The headers and the encoded bytes, as they are sent. */
function ask(origin: string): Promise<{ headers: Record<string, string>; body: string }> {
  return new Promise((resolve, reject) => {
    const call = request(origin, { headers: ACCEPT }, async (answer) => {
      const pieces: Buffer[] = []
      for await (const piece of answer) pieces.push(piece as Buffer)
      const { date: _, connection: _kept, 'keep-alive': _alive, ...headers } = answer.headers
      resolve({ headers: headers as Record<string, string>, body: Buffer.concat(pieces).toString('base64') })
    })
    call.once('error', reject)
    call.end()
  })
}

interface Round {
  rate: number
  p99: number
  /** In microseconds. */
  cpu: number
}

/** Each connection asks again as soon as it is answered. */
async function load(origin: string, { pid = 0 }: ChildProcess): Promise<Round> {
  const times: number[] = []
  const before = cpuOf(pid)
  const end = performance.now() + ROUND_MS
  await Promise.all(Array.from({ length: CONNECTIONS }, () => askUntil(origin, end, times)))
  return {
    rate: times.length / (ROUND_MS / 1000),
    p99: percentile(times, 99),
    cpu: ((cpuOf(pid) - before) * 1000) / times.length,
  }
}

/** Answers are of one length, so that only the first is read: a client that reads each costs more than the server. */
function askUntil(origin: string, end: number, times: number[]): Promise<void> {
  const { hostname, port } = new URL(origin)
  const asked = rawRequest(origin, '/', ACCEPT)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let head = ''
    let length = 0
    let received = 0
    let from = 0
    const next = () => {
      received = 0
      from = performance.now()
      socket.write(asked)
    }
    socket.once('connect', next)
    socket.once('error', reject)
    socket.on('data', (piece: Buffer) => {
      received += piece.length
      if (length === 0) {
        head += piece.toString('latin1')
        const body = head.indexOf('\r\n\r\n') + 4
        if (body < 4) return
        if (!head.startsWith('HTTP/1.1 200')) return void socket.destroy(new Error(head.slice(0, 100)))
        length = body + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
      }
      if (received < length) return
      const now = performance.now()
      times.push(now - from)
      if (now < end) return next()
      socket.destroy()
      resolve()
    })
  })
}
