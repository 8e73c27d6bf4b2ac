import type { Socket } from 'node:net'

/**
 * Makes a connected socket, plain or TLS, spare the driver (postgres 3.4.9) two faults when the database goes away; to
 * be removed once they are mended (issues 1154 and 1208 of porsager/postgres).
 *
 * A fatal message of the server ("terminating connection…") is kept by the driver and fails the first query after
 * reconnecting, which did run. Here it destroys the connection it belongs to.
 *
 * Bytes that the driver holds when a connection closes stay in its buffer, and it never sends again. So `close` is
 * emitted a moment later, when the buffer has been flushed to the dead connection.
 */
export function resilient(socket: Socket): Socket {
  const emit = socket.emit.bind(socket) as (event: string | symbol, ...args: unknown[]) => boolean
  const end = socket.end.bind(socket) as (...args: unknown[]) => Socket
  let started = false
  let endedByUs = false
  let closing = false

  function hear(bytes: Buffer): boolean {
    const lastWord = started ? fatalError(bytes) : null
    if (lastWord) {
      socket.destroy(lastWord)
      return true
    }
    started ||= endsReady(bytes)
    return emit('data', bytes)
  }

  return Object.assign(socket, {
    /** The driver ends a connection with a Terminate message; `end` without bytes is Node answering the other side's end. */
    end(...args: unknown[]) {
      if (args[0] instanceof Uint8Array) endedByUs = true
      return end(...args)
    },
    emit(event: string | symbol, ...args: unknown[]): boolean {
      if (event === 'data') return hear(args[0] as Buffer)
      if (event !== 'close' || endedByUs || closing) return emit(event, ...args)
      closing = true
      // `false`: whatever was sent meanwhile is refused too.
      afterFlush(() => emit('close', false))
      return true
    },
  })
}

/** Once the driver has handed over what it holds, which it does in its next turn. */
export const afterFlush = (then: () => unknown) => setImmediate(() => setImmediate(then))

/** Whether the bytes end in ReadyForQuery: until the first of these the server may refuse the login, told as it is. */
const endsReady = (bytes: Buffer) =>
  bytes.length >= 6 && bytes.subarray(-6, -1).equals(Buffer.from([0x5a, 0, 0, 0, 5]))

/** An ErrorResponse that ends the connection, as an error; null for anything else. Fields: 'S' severity, 'C' code, 'M' words. */
function fatalError(bytes: Buffer): Error | null {
  if (bytes[0] !== 0x45 || bytes.length < 7 || bytes.readInt32BE(1) + 1 !== bytes.length) return null
  const fields = new Map(
    bytes
      .toString('utf8', 5)
      .split('\0')
      .map((field) => [field[0], field.slice(1)]),
  )
  if (!['FATAL', 'PANIC'].includes(fields.get('V') ?? fields.get('S') ?? '')) return null
  const message = fields.get('M') ?? 'The database ended the connection'
  return Object.assign(new Error(message), { code: fields.get('C') ?? 'CONNECTION_CLOSED' })
}
