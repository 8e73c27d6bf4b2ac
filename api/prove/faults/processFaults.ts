import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../platform/db/open.ts'
import type { Random } from '../random.ts'
import type { CrashingPostgres } from './crashingPostgres.ts'
import type { Phones } from './phones.ts'
import type { ServiceProcess } from './processes.ts'
import type { TestBed } from './testBed.ts'

/** When a process is frozen. */
type Moment = 'now' | 'in a transaction' | 'after the send guard' | 'while connecting'
/** A moment that is listed twice is drawn twice as often. The order is part of the seed. */
const moments: Moment[] = [
  'now',
  'in a transaction',
  'after the send guard',
  'while connecting',
  'after the send guard',
]

const POLL_MS = 8
/** If the moment does not come within this time, the process is frozen anyway. */
const MOMENT_TIMEOUT_MS = 4000

export interface ProcessFaults {
  /** Must be called when a process connects to the carrier or makes a create call. */
  onCall(caller: string): void
  killSome(times: number, withinMs: number): Promise<void>
  freezeSome(times: number, withinMs: number, longestMs: number): Promise<void>
  crashPostgres(times: number, withinMs: number): Promise<void>
  /** False if the process exited before the moment came. */
  freezeAt(process: ServiceProcess, moment: Moment, ms: number): Promise<boolean>
}

interface State {
  testBed: TestBed
  /** The suite's own connections. */
  sql: Database
  phones: Phones
  random: Random
  /** Called at the next connection or create call of the process with this name. */
  callListeners: Map<string, () => void>
}

/** Kills, freezes and crashes at times drawn from the seed. */
export function createProcessFaults(
  testBed: TestBed,
  sql: Database,
  postgres: CrashingPostgres,
  phones: Phones,
): ProcessFaults {
  const random = testBed.random.fork('trouble')
  const state: State = { testBed, sql, phones, random, callListeners: new Map() }
  return {
    onCall: (caller) => state.callListeners.get(caller)?.(),
    freezeAt: (process, moment, ms) => freezeAt(state, process, moment, ms),
    killSome: (times, withinMs) =>
      spread(state, times, withinMs, async () => {
        const process = await pickSpareProcess(state)
        process?.kill()
      }),
    freezeSome: (times, withinMs, longestMs) =>
      spread(state, times, withinMs, () => freezeOne(state, longestMs)),
    crashPostgres: (times, withinMs) =>
      spread(state, times, withinMs, async () => {
        await postgres.crash()
        testBed.context.log('Postgres crashed and was restarted')
      }),
  }
}

const pause = ({ testBed }: State, ms: number) =>
  wait(ms, undefined, { signal: testBed.context.signal }).catch(() => undefined)

/** Calls `act` this many times at random times within the period. */
async function spread(state: State, times: number, withinMs: number, act: () => Promise<void> | void) {
  const at = Array.from({ length: times }, () => state.random.between(0, withinMs)).sort((a, b) => a - b)
  const start = performance.now()
  for (const ms of at) {
    await pause(state, start + ms - performance.now())
    if (state.testBed.context.signal.aborted) return
    await act()
  }
}

/** A ready process that is not the last of its kind, so that the service stays available. */
async function pickSpareProcess(state: State): Promise<ServiceProcess | null> {
  const { processes, context } = state.testBed
  while (!context.signal.aborted) {
    const ready = processes.filter((process) => process.state === 'ready')
    const servers = ready.filter(({ serves }) => serves).length
    const spare = ready.filter(({ serves }) => (serves ? servers > 1 : ready.length > 1))
    if (spare.length > 0) return state.random.pick(spare)
    await pause(state, 50)
  }
  return null
}

/** Freezes one process; at most two are frozen at the same time, so that the service stays available. */
async function freezeOne(state: State, longestMs: number) {
  const { random, testBed } = state
  const ms = random.chance(0.7) ? random.between(2000, 6000) : random.between(6000, longestMs)
  const moment = random.pick(moments)
  while (!testBed.context.signal.aborted) {
    const process = await pickSpareProcess(state)
    const frozen = testBed.processes.filter((one) => one.state === 'frozen').length
    if (process && frozen < 2 && (await freezeAt(state, process, moment, Math.min(ms, longestMs)))) return
    await pause(state, 50)
  }
}

async function freezeAt(state: State, process: ServiceProcess, moment: Moment, ms: number): Promise<boolean> {
  const { sql, random, phones } = state
  if (moment === 'while connecting') await nextCallOf(state, process)
  else if (moment !== 'now') await seenInDatabase(state, process, moment)
  if (!process.freeze(ms)) return false
  // Owners whose text is being sent, possibly by the frozen process, send STOP now.
  const claimed = await sql<{ phone: string; address: string }[]>`
    select phone, address from messages m join senders s on s.id = m.sender_id where status = 'sending' limit 40`.catch(
    () => [],
  )
  for (const { phone, address } of claimed) if (random.chance(0.6)) void phones.sendStop(phone, address)
  return true
}

function nextCallOf({ callListeners }: State, { name }: ServiceProcess) {
  return new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, MOMENT_TIMEOUT_MS)
    callListeners.set(name, () => {
      clearTimeout(timer)
      callListeners.delete(name)
      resolve()
    })
  })
}

/** Polls pg_stat_activity for the statements of the process. */
async function seenInDatabase(state: State, { pid }: ServiceProcess, moment: Moment) {
  const { sql, testBed } = state
  const end = performance.now() + MOMENT_TIMEOUT_MS
  while (performance.now() < end && !testBed.context.signal.aborted) {
    const [seen] = await sql<{ inTransaction: boolean; guarded: boolean }[]>`
      select bool_or(state = 'idle in transaction' and query ~ 'send_bucket|messages') as in_transaction,
        bool_or(query ~ 'suppressed\\(' and query ~ 'sending' and state_change > clock_timestamp() - interval '20 ms') as guarded
      from pg_stat_activity where application_name = ${`salonback:${pid}`}`.catch(() => [])
    if (moment === 'in a transaction' ? seen?.inTransaction : seen?.guarded) return
    await pause(state, POLL_MS)
  }
}
