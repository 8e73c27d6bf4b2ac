import { once } from 'node:events'
import { isIP, connect as openSocket, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { connect as openTls } from 'node:tls'
import type { DatabaseAddress, Tls } from './databaseUrl.ts'

/** Limit for connecting, including TLS but not the login. */
const CONNECT_TIMEOUT_MS = 10_000

const connectionError = (code: string, message: string) => Object.assign(new Error(message), { code })

/**
 * The driver's untyped `socket` option: the workaround for its faults in postgres 3.4.9. Remove this file once they are
 * fixed in porsager/postgres; `ssl` of the driver then does the same.
 *
 * - issue 1154: a fatal message of the server ("terminating connection…") fails the first query after reconnecting. Here it
 *   destroys the connection instead. It can only be read inside of TLS, so TLS is set up here.
 * - issue 1208: bytes buffered when a connection closes stay in the buffer and block later sends. So `close` is emitted after
 *   the buffer was flushed.
 * - issue 1192, a failing query of types ends the process: see `ignoreLostConnections` in main.ts.
 *
 * Never rejects, because the driver would lose the connection permanently: a failure is a socket that breaks.
 */
export function socketOption(address: DatabaseAddress): object {
  return {
    socket: () =>
      connectTo(address).then(resilient, (error: unknown) => broken(error instanceof Error ? error : null)),
  }
}

async function connectTo({ to, tls }: DatabaseAddress): Promise<Socket> {
  const plain = 'path' in to ? openSocket(to.path) : openSocket(to.port, to.host)
  const where = 'path' in to ? to.path : `${to.host}:${to.port}`
  const tooLong = connectionError('CONNECT_TIMEOUT', `${where} did not answer within 10 s`)
  const timer = setTimeout(() => plain.destroy(tooLong), CONNECT_TIMEOUT_MS)
  try {
    await once(plain, 'connect')
    // No TLS over Unix sockets, like all Postgres clients.
    if (!tls || 'path' in to) return plain
    if (tls.direct || (await supportsTls(plain))) return await encrypted(plain, to.host, tls)
    if (tls.optional) return plain
    plain.destroy()
    throw connectionError('NO_TLS', `${where} does not support TLS`)
  } finally {
    clearTimeout(timer)
  }
}

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

async function supportsTls(socket: Socket): Promise<boolean> {
  socket.write(SSL_REQUEST)
  const closed = once(socket, 'close').then(() => {
    throw connectionError('ECONNRESET', 'The server closed the connection when TLS was requested')
  })
  const [answer] = (await Promise.race([once(socket, 'data'), closed])) as [Buffer]
  closed.catch(() => undefined)
  return answer.toString('latin1', 0, 1) === 'S'
}

async function encrypted(socket: Socket, host: string, { optional, direct, ...options }: Tls) {
  const name = isIP(host) ? { host } : { servername: host }
  const secured = openTls({ socket, ...name, ...options, ...(direct && { ALPNProtocols: ['postgresql'] }) })
  // Destroying the wrapper destroys the connection below.
  secured.once('close', () => socket.destroy())
  socket.once('error', (error) => secured.destroy(error))
  await once(secured, 'secureConnect')
  return secured
}

type Emit = (event: string | symbol, ...args: unknown[]) => boolean

/** A socket that accepts the first bytes and then fails, so that the driver backs off. */
function broken(error: Error | null): Duplex {
  const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() })
  const emit = socket.emit.bind(socket) as Emit
  socket.emit = (event: string | symbol, ...args: unknown[]) =>
    event === 'close' ? emit('close', true) : emit(event, ...args)
  afterFlush(() => socket.destroy(error ?? connectionError('ECONNRESET', 'The connection failed')))
  return socket
}

function resilient(socket: Socket): Socket {
  const emit = socket.emit.bind(socket) as Emit
  const end = socket.end.bind(socket) as (...args: unknown[]) => Socket
  let started = false
  let endedByUs = false
  let closing = false

  function receive(bytes: Buffer): boolean {
    const fatal = started ? fatalError(bytes) : null
    if (fatal) return Boolean(socket.destroy(fatal))
    started ||= endsReady(bytes)
    return emit('data', bytes)
  }

  return Object.assign(socket, {
    /** The driver ends a connection with a Terminate message; `end` without bytes comes from Node. */
    end(...args: unknown[]) {
      if (args[0] instanceof Uint8Array) endedByUs = true
      return end(...args)
    },
    emit(event: string | symbol, ...args: unknown[]): boolean {
      if (event === 'data') return receive(args[0] as Buffer)
      if (event !== 'close' || endedByUs || closing) return emit(event, ...args)
      closing = true
      // `false`: refuse further writes.
      afterFlush(() => emit('close', false))
      return true
    },
  })
}

/** Runs after the driver has flushed its buffer, in its next turn. */
const afterFlush = (then: () => unknown) => setImmediate(() => setImmediate(then))

/** Whether the bytes end with ReadyForQuery. Before the first one, login errors are passed on unchanged. */
const endsReady = (bytes: Buffer) =>
  bytes.length >= 6 && bytes.subarray(-6, -1).equals(Buffer.from([0x5a, 0, 0, 0, 5]))

/** A fatal ErrorResponse as an error, or null. Fields: S severity, C code, M message. */
function fatalError(bytes: Buffer): Error | null {
  if (bytes[0] !== 0x45 || bytes.length < 7 || bytes.readInt32BE(1) + 1 !== bytes.length) return null
  const fields = new Map(
    bytes
      .toString('utf8', 5)
      .split('\0')
      .map((field) => [field[0], field.slice(1)]),
  )
  if (!['FATAL', 'PANIC'].includes(fields.get('V') ?? fields.get('S') ?? '')) return null
  return connectionError(
    fields.get('C') ?? 'CONNECTION_CLOSED',
    fields.get('M') ?? 'The database ended the connection',
  )
}
