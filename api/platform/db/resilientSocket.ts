import type { Socket } from 'node:net'

/**
 * Wraps a connected socket to work around two faults of the driver (postgres 3.4.9, issues 1154 and 1208 of
 * porsager/postgres); remove it once they are fixed.
 *
 * 1. A fatal server message ("terminating connection…") fails the first query after reconnecting. Here it destroys the
 *    connection instead.
 * 2. Bytes buffered when a connection closes stay in the buffer and block later sends. So `close` is emitted after the
 *    buffer has been flushed.
 */
export function resilientSocket(socket: Socket): Socket {
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
    /** The driver ends a connection with a Terminate message; `end` without bytes comes from Node. */
    end(...args: unknown[]) {
      if (args[0] instanceof Uint8Array) endedByUs = true
      return end(...args)
    },
    emit(event: string | symbol, ...args: unknown[]): boolean {
      if (event === 'data') return hear(args[0] as Buffer)
      if (event !== 'close' || endedByUs || closing) return emit(event, ...args)
      closing = true
      // `false`: refuse further writes.
      afterFlush(() => emit('close', false))
      return true
    },
  })
}

/** Runs after the driver has flushed its buffer, in its next turn. */
export const afterFlush = (then: () => unknown) => setImmediate(() => setImmediate(then))

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
  const message = fields.get('M') ?? 'The database ended the connection'
  return Object.assign(new Error(message), { code: fields.get('C') ?? 'CONNECTION_CLOSED' })
}
