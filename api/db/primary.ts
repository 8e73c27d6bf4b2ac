import { setTimeout as wait } from 'node:timers/promises'
import { connectionError } from './connect.ts'
import type { DatabaseHost } from './databaseUrl.ts'

/** What a host says of itself. A promoted one has a higher timeline than the one it was promoted from. */
export interface HostState {
  standby: boolean
  timeline: number
}

/** A found primary is believed for this long, so that a pool filling up does not ask for every connection. */
const FRESH_MS = 1000
/** Once one primary is known, how long others may take to say that they are a later one. */
const OTHERS_MS = 300

/**
 * The host that takes writes, found anew for each connection: after a failover it is another one. Of two that both do
 * (the old primary came back by itself) it is the one promoted last. Fails with what each host said.
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
  // None of them to be had at all: a wrong password, say, is told as it is.
  if (!latest && failures.length === hosts.length) throw failures[0]
  if (!latest) throw connectionError('CONNECTION_NO_PRIMARY', `No host takes writes: ${refusals.join('; ')}`)
  return latest.host
}
