import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../db/open.ts'
import type { CrashingPostgres } from './crashingPostgres.ts'
import type { Phones } from './phones.ts'
import type { ServiceProcess } from './processes.ts'
import type { Surroundings } from './surroundings.ts'

/** When a process is frozen. */
type Moment = 'now' | 'in a transaction' | 'after its last look' | 'as it connects'
const moments: Moment[] = [
  'now',
  'in a transaction',
  'after its last look',
  'as it connects',
  'after its last look',
]

const LOOK_EVERY_MS = 8
/** If the moment has not come after this, the process is frozen at once. */
const PATIENCE_MS = 4000

export interface ProcessFaults {
  /** The carrier calls this whenever a process connects or calls. */
  onCall(caller: string): void
  killSome(times: number, forMs: number): Promise<void>
  freezeSome(times: number, forMs: number, longestMs: number): Promise<void>
  crashPostgres(times: number, forMs: number): Promise<void>
  freezeAt(process: ServiceProcess, moment: Moment, ms: number): Promise<boolean>
}

/** Kills, freezes and crashes, at times drawn from the seed. `sql` is a pool of the proof's own. */
export function createProcessFaults(
  surroundings: Surroundings,
  sql: Database,
  postgres: CrashingPostgres,
  phones: Phones,
): ProcessFaults {
  const random = surroundings.random.fork('trouble')
  const { signal } = surroundings.proving
  const armed = new Map<string, () => void>()

  const sleep = (ms: number) => wait(ms, undefined, { signal }).catch(() => undefined)

  /** Calls `act` this many times over this time, at random intervals. */
  async function spread(times: number, forMs: number, act: () => Promise<void> | void) {
    const at = Array.from({ length: times }, () => random.between(0, forMs)).sort((a, b) => a - b)
    const start = performance.now()
    for (const ms of at) {
      await sleep(start + ms - performance.now())
      if (signal.aborted) return
      await act()
    }
  }

  /** A running process of a kind of which another one is running: the service stays available. */
  async function anyReady(): Promise<ServiceProcess | null> {
    while (!signal.aborted) {
      const ready = surroundings.processes.filter(({ state }) => state === 'ready')
      const servers = ready.filter(({ serves }) => serves).length
      const spare = ready.filter(({ serves }) => (serves ? servers > 1 : ready.length > 1))
      if (spare.length > 0) return random.pick(spare)
      await sleep(50)
    }
    return null
  }

  /** False when it died while its moment was waited for. */
  async function freezeAt(process: ServiceProcess, moment: Moment, ms: number): Promise<boolean> {
    if (moment === 'as it connects') await calledBy(process)
    else if (moment !== 'now') await seenInDatabase(process, moment)
    if (!process.freeze(ms)) return false
    // Owners whose text the frozen process has claimed send STOP now.
    const held = await sql<
      { phone: string }[]
    >`select phone from messages where status = 'sending' limit 40`.catch(() => [])
    for (const { phone } of held) if (random.chance(0.6)) void phones.say(phone, 'stop')
    return true
  }

  /** Freezes one process when its moment comes, at most two at once: the service stays available. */
  async function freezeOne(longestMs: number) {
    const ms = random.chance(0.7) ? random.between(2000, 6000) : random.between(6000, longestMs)
    const moment = random.pick(moments)
    while (!signal.aborted) {
      const process = await anyReady()
      const frozen = surroundings.processes.filter(({ state }) => state === 'frozen').length
      if (process && frozen < 2 && (await freezeAt(process, moment, Math.min(ms, longestMs)))) return
      await sleep(50)
    }
  }

  function calledBy({ name }: ServiceProcess) {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PATIENCE_MS)
      armed.set(name, () => {
        clearTimeout(timer)
        armed.delete(name)
        resolve()
      })
    })
  }

  /** Polls pg_stat_activity for what the process's connections are doing. */
  async function seenInDatabase({ pid }: ServiceProcess, moment: Moment) {
    const end = performance.now() + PATIENCE_MS
    while (performance.now() < end && !signal.aborted) {
      const [seen] = await sql<{ open: boolean; looked: boolean }[]>`
        select bool_or(state = 'idle in transaction' and query ~ 'send_bucket|messages') as open,
          bool_or(query ~ 'suppressed\\(' and query ~ 'sending' and state_change > clock_timestamp() - interval '20 ms') as looked
        from pg_stat_activity where application_name = ${`salonback:${pid}`}`.catch(() => [])
      if (moment === 'in a transaction' ? seen?.open : seen?.looked) return
      await sleep(LOOK_EVERY_MS)
    }
  }

  return {
    onCall: (caller) => armed.get(caller)?.(),
    freezeAt,
    killSome: (times, forMs) =>
      spread(times, forMs, async () => {
        const process = await anyReady()
        process?.kill()
      }),
    freezeSome: (times, forMs, longestMs) => spread(times, forMs, () => freezeOne(longestMs)),
    crashPostgres: (times, forMs) =>
      spread(times, forMs, async () => {
        await postgres.crash()
        surroundings.proving.log('Postgres crashed and came back')
      }),
  }
}
