import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../../testing/random.ts'
import type { CrashingPostgres } from './crashingPostgres.ts'
import type { Phones } from './phones.ts'
import type { ServiceProcess } from './processes.ts'
import type { TestBed } from './testBed.ts'

/** When a process is frozen. The order is part of the seed. */
const moments = ['now', 'in a transaction', 'after the send guard', 'after the send guard'] as const

const POLL_MS = 8
/** If the moment does not come within this time, the process is frozen anyway. */
const MOMENT_TIMEOUT_MS = 4000

interface State {
  testBed: TestBed
  phones: Phones
  random: Random
}

/** Kills, freezes and crashes at times drawn from the seed. */
export function createProcessFaults(testBed: TestBed, postgres: CrashingPostgres, phones: Phones) {
  const state: State = { testBed, phones, random: testBed.random.fork('trouble') }
  return {
    killSome: (times: number, withinMs: number) =>
      spread(state, times, withinMs, async () => (await pickSpareProcess(state))?.kill()),
    freezeSome: (times: number, withinMs: number, longestMs: number) =>
      spread(state, times, withinMs, () => freezeOne(state, longestMs)),
    crashPostgres: (times: number, withinMs: number) =>
      spread(state, times, withinMs, async () => {
        await postgres.crash()
        testBed.context.log('Postgres crashed and was restarted')
      }),
  }
}

const pause = ({ testBed }: State, ms: number) =>
  wait(ms, undefined, { signal: testBed.context.signal }).catch(() => undefined)

/** Calls `act` this many times at random times within the period. */
async function spread(state: State, times: number, withinMs: number, act: () => Promise<unknown>) {
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

async function freezeAt(
  state: State,
  process: ServiceProcess,
  moment: (typeof moments)[number],
  ms: number,
): Promise<boolean> {
  const { testBed, random, phones } = state
  if (moment !== 'now') await seenInDatabase(state, process, moment)
  if (!process.freeze(ms)) return false
  // Owners send STOP now while their text is being sent, possibly by the frozen process.
  const claimed = await testBed.sql<{ phone: string; address: string }[]>`
    select phone, address from messages m join senders s on s.id = m.sender_id where status = 'sending' limit 40`.catch(
    () => [],
  )
  for (const { phone, address } of claimed) if (random.chance(0.6)) void phones.sendStop(phone, address)
  return true
}

/** Polls pg_stat_activity for the statements of the process. */
async function seenInDatabase(state: State, { pid }: ServiceProcess, moment: (typeof moments)[number]) {
  const { testBed } = state
  const { sql } = testBed
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
