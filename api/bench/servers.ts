import { fork } from 'node:child_process'
import { Agent, get } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Database } from '../platform/db/open.ts'
import { ONE_CONNECTION, withTables } from './withDatabase.ts'

/** What a server process sends to the bench when it listens. */
export interface ServerAddress {
  origin: string
  /** Of a logged-in session. */
  cookie: string
}

export interface Server {
  /** Resolves at the last byte of the response, which is neither decompressed nor parsed. */
  read(path: string): Promise<void>
}

/** Runs `measure` with our service and the bare one on the same database and session. */
export const withServers = <T>(
  measure: (sql: Database, app: Server, bare: Server) => Promise<T>,
): Promise<T> =>
  withTables(async (sql, url) => {
    const running: ServerProcess[] = []
    const start = async (script: URL, ...args: string[]) => {
      const server = await startServerProcess(script, url, ...args)
      running.push(server)
      return server
    }
    try {
      const app = await start(new URL('appServer.ts', import.meta.url))
      const bare = await start(new URL('bare/listServer.ts', import.meta.url), app.cookie)
      return await measure(sql, app, bare)
    } finally {
      for (const server of running) await server.stop()
    }
  }, ONE_CONNECTION)

interface ServerProcess extends Server, ServerAddress {
  stop(): Promise<void>
}

/** Starts a server in its own process and reads from it. */
export async function startServerProcess(script: URL, ...args: string[]): Promise<ServerProcess> {
  const child = fork(fileURLToPath(script), args, { execArgv: ['--import', 'tsx'] })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const { origin, cookie } = await new Promise<ServerAddress>((resolve, reject) => {
    child.once('message', (message) => resolve(message as ServerAddress))
    child.once('exit', (code) => reject(new Error(`the server exited with ${code}`)))
  })
  const agent = new Agent({ keepAlive: true })
  const headers = { cookie, accept: 'application/json', 'accept-encoding': 'gzip' }
  return {
    origin,
    cookie,
    read: (path) =>
      new Promise((resolve, reject) => {
        const request = get(origin + path, { agent, headers }, (response) => {
          response.resume()
          response.once('error', reject)
          response.once('end', () =>
            response.statusCode === 200
              ? resolve()
              : reject(new Error(`${path} responded with ${response.statusCode ?? ''}`)),
          )
        })
        request.once('error', reject)
      }),
    async stop() {
      agent.destroy()
      child.kill()
      await exited
    },
  }
}
