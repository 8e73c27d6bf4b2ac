import { setTimeout as wait } from 'node:timers/promises'
import { connectionError } from './connect.ts'
import type { DatabaseHost } from './databaseUrl.ts'

/** State of a host. A promoted host has a higher timeline. */
export interface HostState {
  standby: boolean
  timeline: number
}

/** Cache time of a found primary. */
const FRESH_MS = 1000
/** After the first primary answered, how long to wait for a later one. */
const OTHERS_MS = 300

/**
 * Finds the host that accepts writes; after a failover it is another one. Of two primaries it is the one promoted last.
 * Fails with the answers of all hosts.
 */
export function primaryOf(hosts: DatabaseHost[], ask: (host: DatabaseHost) => Promise<HostState>) {
  const [only] = hosts
  if (hosts.length === 1 && only) return async () => only
  let known: { host: DatabaseHost; at: number } | undefined
  let asking: Promise<DatabaseHost> | undefined
  return () => {
    if (known && performance.now() - known.at < FRESH_MS) return Promise.resolve(known.host)
    asking ??= askAll(hosts, ask)
      .then((host) => {
        known = { host, at: performance.now() }
        return host
      })
      .finally(() => {
        asking = undefined
      })
    return asking
  }
}

async function askAll(
  hosts: DatabaseHost[],
  ask: (host: DatabaseHost) => Promise<HostState>,
): Promise<DatabaseHost> {
  const primaries: { host: DatabaseHost; timeline: number }[] = []
  const refusals: string[] = []
  const failures: unknown[] = []
  let found: () => void = () => undefined
  const first = new Promise<void>((resolve) => {
    found = resolve
  })
  const all = hosts.map(async (host) => {
    const name = host.path ?? `${host.host}:${host.port}`
    try {
      const { standby, timeline } = await ask(host)
      if (standby) return void refusals.push(`${name} is a standby`)
      primaries.push({ host, timeline })
      found()
    } catch (error) {
      failures.push(error)
      refusals.push(`${name}: ${error instanceof Error && error.message ? error.message : String(error)}`)
    }
  })
  const everybody = Promise.all(all)
  await Promise.race([everybody, first.then(() => Promise.race([everybody, wait(OTHERS_MS)]))])
  const [latest] = primaries.sort((a, b) => b.timeline - a.timeline)
  // Report the original error, such as a wrong password.
  if (!latest && failures.length === hosts.length) throw failures[0]
  if (!latest)
    throw connectionError('CONNECTION_NO_PRIMARY', `No host accepts writes: ${refusals.join('; ')}`)
  return latest.host
}
