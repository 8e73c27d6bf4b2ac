import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { isIP, connect as openSocket, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { type ConnectionOptions, connect as openTls } from 'node:tls'
import { type DatabaseHost, DatabaseUrlFault, type TlsOptions } from './databaseUrl.ts'
import { afterFlush, resilientSocket } from './resilientSocket.ts'

/** Limit for connecting, including TLS but not the login. */
const CONNECT_TIMEOUT_MS = 10_000

/** Tracks open sockets so that they can be blocked or closed. */
export interface Gate {
  /** Throws while the database is unhealthy. */
  check(): void
  watch(socket: Socket): void
}

interface SocketSource {
  tls: TlsOptions
  /** Chooses the host to connect to. */
  choose(): Promise<DatabaseHost>
  gate?: Gate | undefined
  timeoutMs?: number | undefined
}

export const connectionError = (code: string, message: string) => Object.assign(new Error(message), { code })

/**
 * The driver's untyped `socket` option. TLS is set up here, so that `resilientSocket` also wraps encrypted connections. Never
 * rejects, because the driver would lose the connection permanently: a failure is a socket that breaks.
 */
export function socketOption({ tls, choose, gate, timeoutMs = CONNECT_TIMEOUT_MS }: SocketSource): object {
  const secrets = readSecrets(tls)
  const socket = async (): Promise<Socket> => {
    try {
      gate?.check()
      const socket = resilientSocket(await connectTo(await choose(), tls, secrets, timeoutMs))
      gate?.watch(socket)
      return socket
    } catch (error) {
      return broken(error) as Socket
    }
  }
  return { socket }
}

/** A socket that accepts the first bytes and then fails, so that the driver backs off. */
function broken(error: unknown): Duplex {
  const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() })
  const emit = socket.emit.bind(socket) as (event: string | symbol, ...args: unknown[]) => boolean
  Object.assign(socket, {
    emit: (event: string | symbol, ...args: unknown[]) =>
      event === 'close' ? emit('close', true) : emit(event, ...args),
  })
  afterFlush(() => socket.destroy(error instanceof Error ? error : new Error(String(error))))
  return socket
}

function readSecrets({ rootCert, cert, key }: TlsOptions): ConnectionOptions {
  const read = (name: string, path: string | undefined) => {
    try {
      return path === undefined ? undefined : readFileSync(path)
    } catch (error) {
      throw new DatabaseUrlFault(`names ${name}=${path}, which cannot be read (${(error as Error).message})`)
    }
  }
  return { ca: read('sslrootcert', rootCert), cert: read('sslcert', cert), key: read('sslkey', key) }
}

async function connectTo(to: DatabaseHost, tls: TlsOptions, secrets: ConnectionOptions, timeoutMs: number) {
  const plain = to.path ? openSocket(to.path) : openSocket(to.port, to.host)
  const where = to.path ?? `${to.host}:${to.port}`
  const tooLong = connectionError('CONNECT_TIMEOUT', `${where} did not answer within ${timeoutMs / 1000} s`)
  const timer = setTimeout(() => plain.destroy(tooLong), timeoutMs)
  try {
    await once(plain, 'connect')
    // No TLS over Unix sockets, like all Postgres clients.
    if (tls.mode === 'off' || to.path) return plain
    if (!tls.direct && !(await speaksTls(plain))) {
      if (tls.mode === 'prefer') return plain
      plain.destroy()
      throw connectionError('NO_TLS', `${where} does not support TLS`)
    }
    return await encrypted(plain, to, tls, secrets)
  } finally {
    clearTimeout(timer)
  }
}

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
const YES = 'S'.charCodeAt(0)

async function speaksTls(socket: Socket): Promise<boolean> {
  socket.write(SSL_REQUEST)
  const closed = once(socket, 'close').then(() => {
    throw connectionError('ECONNRESET', 'The server closed the connection when TLS was requested')
  })
  closed.catch(() => undefined)
  const [answer] = (await Promise.race([once(socket, 'data'), closed])) as [Buffer]
  return answer[0] === YES
}

async function encrypted(
  socket: Socket,
  { host }: DatabaseHost,
  { mode, direct }: TlsOptions,
  secrets: ConnectionOptions,
) {
  const secured = openTls({
    socket,
    ...secrets,
    ...(!isIP(host) && { servername: host }),
    ...(isIP(host) && { host }),
    rejectUnauthorized: mode.startsWith('verify'),
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
    ...(direct && { ALPNProtocols: ['postgresql'] }),
  })
  // Destroying the wrapper destroys the connection below.
  secured.once('close', () => socket.destroy())
  socket.once('error', (error) => secured.destroy(error))
  await once(secured, 'secureConnect')
  return secured
}
