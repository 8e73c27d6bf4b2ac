import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { listenOn } from './listenOn.ts'

/** ReadyForQuery with status `T`: a statement inside a transaction has ended. */
const READY_IN_TRANSACTION = Buffer.from([0x5a, 0, 0, 0, 5, 0x54])

/**
 * A TCP proxy in front of Postgres that acts like a suspended process: after the nth statement inside a transaction
 * the connection sends nothing until `resume`.
 */
export async function pauseInTransaction(databaseUrl: string, nth: number) {
  const target = new URL(databaseUrl)
  const paused = new Map<Socket, Socket>()
  let statements = 0
  let resumed = false
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    database.on('error', () => undefined)
    database.on('data', (bytes: Buffer) => {
      const isReady = bytes.includes(READY_IN_TRANSACTION)
      if (isReady) statements += 1
      if (!resumed && statements === nth && !paused.has(client) && isReady) {
        client.unpipe(database)
        client.pause()
        paused.set(client, database)
      }
      client.write(bytes)
    })
    client.pipe(database, { end: false })
    client.on('close', () => database.destroy())
    database.on('close', () => client.destroy())
  })
  const { port, stop } = await listenOn(server)
  onTestFinished(stop)
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    isPaused: () => paused.size > 0,
    resume() {
      resumed = true
      for (const [client, database] of paused) client.pipe(database, { end: false })
    },
  }
}
