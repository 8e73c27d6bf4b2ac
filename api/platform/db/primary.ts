import { connectionError } from './connect.ts'
import type { DatabaseHost } from './databaseUrl.ts'

/**
 * Finds the host that accepts writes: the one found last, else the next of the list. After a failover it is another one.
 * Fails with the answers of all hosts.
 */
export function primaryOf(hosts: DatabaseHost[], isStandby: (host: DatabaseHost) => Promise<boolean>) {
  let inOrder = hosts
  return async (): Promise<DatabaseHost> => {
    const [only] = hosts
    if (hosts.length === 1 && only) return only
    const failures: unknown[] = []
    const refusals: string[] = []
    for (const host of inOrder) {
      const name = host.path ?? `${host.host}:${host.port}`
      try {
        if (await isStandby(host)) refusals.push(`${name} is a standby`)
        else {
          inOrder = [host, ...hosts.filter((other) => other !== host)]
          return host
        }
      } catch (error) {
        failures.push(error)
        refusals.push(`${name}: ${error instanceof Error && error.message ? error.message : String(error)}`)
      }
    }
    // Report the original error, such as a wrong password.
    if (failures.length === hosts.length) throw failures[0]
    throw connectionError('CONNECTION_NO_PRIMARY', `No host accepts writes: ${refusals.join('; ')}`)
  }
}
