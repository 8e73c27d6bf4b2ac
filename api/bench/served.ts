import { fork } from 'node:child_process'
import { Agent, get } from 'node:http'
import { fileURLToPath } from 'node:url'
import { migrate } from '../db/migrate.ts'
import { type Database, openDatabase } from '../db/open.ts'
import { onPostgres } from './postgres.ts'

/**
 * All that is read is read one after the other. Postgres plans a prepared statement for good after five times on each
 * connection, so one connection is warm soonest.
 */
export const ONE_AT_A_TIME = { max: 1 }
/** Rounds until every statement is planned for good, and every second one backwards. */
export const ORDER = { warmUp: 6, mirrored: true }

/** What the bench is told of its server. */
export interface ServedBy {
  origin: string
  cookie: string
}

export interface Served {
  /** Ends with the last byte of the answer, as it came: to unpack and parse it is the client's work. */
  read(path: string): Promise<void>
}

/**
 * An empty database of ours with the service on it, for as long as `measure` takes; beside it a bare one (`bare/lists.ts`)
 * on the same database and with the same session.
 */
export const onService = <T>(
  measure: (sql: Database, server: Served, bare: Served) => Promise<T>,
): Promise<T> =>
  onPostgres(async ({ url }) => {
    const sql = openDatabase(url, ONE_AT_A_TIME)
    const running: ServedApart[] = []
    const start = async (script: URL, ...args: string[]) => {
      const server = await serveApart(script, url, ...args)
      running.push(server)
      return server
    }
    try {
      await migrate(sql)
      const ours = await start(new URL('servedOnce.ts', import.meta.url))
      const bare = await start(new URL('bare/lists.ts', import.meta.url), ours.cookie)
      return await measure(sql, ours, bare)
    } finally {
      for (const server of running) await server.stop()
      await sql.end()
    }
  })

interface ServedApart extends Served {
  cookie: string
  stop(): Promise<void>
}

/** A server on this database, in a process of its own, and one connection to it with a session. */
async function serveApart(file: URL, ...args: string[]): Promise<ServedApart> {
  const child = fork(fileURLToPath(file), args, { execArgv: ['--import', 'tsx'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const { origin, cookie } = await new Promise<ServedBy>((resolve, reject) => {
    child.once('message', (message) => resolve(message as ServedBy))
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { cookie, accept: 'application/json', 'accept-encoding': 'gzip' }
  return {
    cookie,
    read: (path) =>
      new Promise((resolve, reject) => {
        const request = get(origin + path, { agent, headers }, (answer) => {
          answer.resume()
          answer.once('error', reject)
          answer.once('end', () =>
            answer.statusCode === 200
              ? resolve()
              : reject(new Error(`${path} answers ${answer.statusCode ?? ''}`)),
          )
        })
        request.once('error', reject)
      }),
    async stop() {
      agent.destroy()
      child.kill()
      await ended
    },
  }
}
