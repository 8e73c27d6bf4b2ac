import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { listenOn } from './listenOn.ts'

/** The ErrorResponse that Postgres sends before it closes a connection on shutdown. */
const fields = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'
const shutdownError = Buffer.from(`E\0\0\0${String.fromCharCode(fields.length + 4)}${fields}`, 'latin1')

/** Part of the first query that the driver sends on each new connection. */
export const FIRST_QUERY = 'pg_catalog.pg_type'

/** A TCP proxy in front of Postgres, for one test, that fails or holds queries with a given text. */
export async function startDatabaseProxy(url: string) {
  const real = new URL(url)
  let failing: { text: string; times: number } | null = null
  let holding: string | null = null
  const held: (() => void)[] = []
  let failed = 0
  function forward(client: Socket, database: Socket, bytes: Buffer) {
    if (failing && failing.times > 0 && bytes.includes(failing.text)) {
      failed++
      failing.times--
      database.destroy()
      return void client.end(shutdownError)
    }
    if (holding && bytes.includes(holding)) return void held.push(() => database.write(bytes))
    database.write(bytes)
  }
  const server = createServer((client) => {
    const database = connect(Number(real.port), real.hostname)
    database.on('error', () => undefined)
    client.on('close', () => database.destroy())
    database.on('close', () => client.destroy())
    client.on('data', (bytes) => forward(client, database, bytes))
    database.on('data', (bytes) => client.write(bytes))
  })
  const { port, dropConnections } = await listenOn(server)
  const stop = () => void server.close()
  onTestFinished(stop)
  const proxied = new URL(url)
  proxied.port = String(port)
  return {
    url: proxied.href,
    /** Ends the connection of each query that contains `text`, at most `times` times. */
    failQueries(text: string, times = Number.POSITIVE_INFINITY) {
      failing = { text, times }
    },
    failedQueries: () => failed,
    stopFailing() {
      failing = null
    },
    dropConnections,
    /** Keeps queries that contain `text` from the database until `releaseQueries`. */
    holdQueries(text: string) {
      holding = text
    },
    heldQueries: () => held.length,
    releaseQueries() {
      holding = null
      for (const resume of held.splice(0)) resume()
    },
    stop,
  }
}
