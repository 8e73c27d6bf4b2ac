import { errorMessage } from '@salonback/shared/errorMessage.ts'
import { connectionError } from './connect.ts'
import type { DatabaseHost } from './databaseUrl.ts'

class StandbyError extends Error {}

/** Finds the host that accepts writes; after a failover it is another one. Fails with the answers of all hosts. */
export function primaryOf(hosts: DatabaseHost[], isStandby: (host: DatabaseHost) => Promise<boolean>) {
  const ask = async (host: DatabaseHost) => {
    if (await isStandby(host)) throw new StandbyError('is a standby')
    return host
  }
  return async (): Promise<DatabaseHost> => {
    const [only] = hosts
    if (hosts.length === 1 && only) return only
    try {
      return await Promise.any(hosts.map(ask))
    } catch (error) {
      const { errors } = error as AggregateError
      // Report the original error, such as a wrong password.
      if (!errors.some((one) => one instanceof StandbyError)) throw errors[0]
      const refusals = hosts.map(
        ({ path, host, port }, n) => `${path ?? `${host}:${port}`}: ${errorMessage(errors[n])}`,
      )
      throw connectionError('CONNECTION_NO_PRIMARY', `No host accepts writes: ${refusals.join('; ')}`)
    }
  }
}
