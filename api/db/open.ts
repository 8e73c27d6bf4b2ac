import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { connectionError, type Gate, ownSockets } from './connect.ts'
import { type DatabaseHost, type DatabaseUrl, readDatabaseUrl } from './databaseUrl.ts'
import { type HostState, primaryOf } from './primary.ts'

/**
 * What Postgres ends by itself, so that a process that stands still, or is gone, keeps nothing that others need. Times in
 * ms. Whoever is ended so gets 25P03, 55P03 or 57014; see retryOnDeadlock.
 */
const timeouts = {
  /** A transaction between two of its statements. */
  idle_in_transaction_session_timeout: 5000,
  /** Less than that, so that who waits for such a transaction fails, tries again, and gets through. */
  lock_timeout: 4000,
  /** The longest list, read over the slowest line. */
  statement_timeout: 300_000,
}

/** In s, the last one in ms. */
const keepalives = {
  tcp_keepalives_idle: 30,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 60_000,
}

export interface OpenOptions {
  max?: number
  /**
   * A pooler may give every transaction another server connection: nothing is prepared by name, nothing is set for the
   * session (PgBouncer refuses that at the start), and each transaction brings its own timeouts.
   */
  pooled?: boolean
  /** One statement at a time on each connection: one that waits for a lock holds up no other. */
  unpipelined?: boolean
  /** False where no arrays are read or written: the driver then asks nothing first, whose failure nobody would catch. */
  arrays?: boolean
  gate?: Gate | undefined
}

/** The one door to Postgres. Rows come and go in camelCase; `numeric` is never used, bigint arrives as number. */
export function openDatabase(
  text: string,
  { max = 10, pooled = false, unpipelined = pooled, arrays = true, gate }: OpenOptions = {},
) {
  const url = readDatabaseUrl(text)
  const choose = primaryOf(url.hosts, (host) => askHost(url, host))
  const pool = postgres({
    ...loginOf(url),
    max,
    transform: postgres.camel,
    onnotice: () => undefined,
    connect_timeout: 10,
    prepare: !pooled,
    fetch_types: arrays,
    // The driver's own grows to 20 s: as long would a database that is back be away for us.
    backoff: (failures: number) => Math.min(1, 0.02 * 2 ** Math.min(failures, 6)),
    connection: sessionOf(url, pooled ? {} : { ...timeouts, ...keepalives }),
    ...ownSockets({ tls: url.tls, choose, gate }),
    types: {
      bigint: {
        to: 20,
        from: [20],
        serialize: (value: number) => String(value),
        parse: (text: string) => Number(text),
      },
    },
  })
  const handle = unpipelined ? oneByOne(pool) : pool
  if (pooled) withoutSession.add(handle)
  return handle
}

/** One host for the driver, which would never report that several are all away; `ownSockets` chooses. */
const loginOf = ({ hosts, user, password, database }: DatabaseUrl) => ({
  // For the words of its errors; with a comma it would take them for several, and keep what goes wrong to itself.
  host: hosts.map(({ host }) => host).join(' or '),
  port: hosts[0]?.port ?? 5432,
  ...(user && { user }),
  ...(password && { password }),
  ...(database && { database }),
})

const sessionOf = ({ options }: DatabaseUrl, settings: Record<string, number>) => ({
  application_name: `salonback:${process.pid}`,
  ...settings,
  ...(options && { options }),
})

const ASK_TIMEOUT_S = 3

async function askHost(url: DatabaseUrl, host: DatabaseHost): Promise<HostState> {
  const source = { tls: url.tls, choose: async () => host, timeoutMs: ASK_TIMEOUT_S * 1000 }
  const sql = postgres({
    ...loginOf(url),
    max: 1,
    prepare: false,
    fetch_types: false,
    connect_timeout: ASK_TIMEOUT_S,
    connection: sessionOf(url, {}),
    ...ownSockets(source),
  })
  const late = connectionError('CONNECT_TIMEOUT', `did not answer within ${ASK_TIMEOUT_S} s`)
  try {
    const answer = sql<[HostState]>`
      select pg_is_in_recovery() as standby, case when pg_is_in_recovery() then 0
        else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`
    const [state] = await Promise.race([answer, wait(ASK_TIMEOUT_S * 1000).then(() => Promise.reject(late))])
    return state
  } finally {
    void sql.end({ timeout: 0 })
  }
}

/**
 * A pool whose connections take one statement at a time. PgBouncer lets a server connection go at the end of a statement,
 * even when the first half of the next is on its way there: the second half would then meet another server.
 */
function oneByOne<T extends postgres.Sql<{ bigint: number }>>(pool: T): T {
  const alone = (made: unknown) => {
    if (made instanceof Promise && 'options' in made)
      Object.assign(made.options as object, { onexecute: () => false })
    return made
  }
  return new Proxy(pool, {
    apply: (target, self, args) => alone(Reflect.apply(target, self, args)),
    get(target, key, receiver) {
      const value = Reflect.get(target, key, receiver) as unknown
      if (key !== 'unsafe') return value
      return (...args: unknown[]) => alone(Reflect.apply(value as () => unknown, target, args))
    },
  })
}

/** Pools whose connections have no session of ours to set anything in. */
const withoutSession = new WeakSet<object>()

export type Database = ReturnType<typeof openDatabase>
/** A connection pool or an open transaction: what a query function takes first. */
export type Sql = postgres.ISql<{ bigint: number }>
/** A piece of SQL to stand inside a statement. */
export type Fragment = postgres.Fragment
export type Json = postgres.JSONValue

/** Runs the steps in one transaction; nested calls inside an open one become savepoints. */
export function inTransaction<T>(sql: Sql, steps: (sql: Sql) => Promise<T>): Promise<T> {
  if ('begin' in sql) return transaction(sql as Database, steps)
  const state = states.get(sql)
  if (!state) throw new Error('inTransaction needs a pool or an open transaction')
  const open = sql as postgres.TransactionSql<{ bigint: number }>
  return open.savepoint((inner) => run(inner as Sql, state, steps)) as Promise<T>
}

/** For an open transaction that must wait for somebody, or think long between two statements: a file's bytes, say. */
export const allowIdle = (open: Sql) => open`
  select set_config('idle_in_transaction_session_timeout', '120000', true), set_config('statement_timeout', '0', true),
    set_config('lock_timeout', '120000', true)`

interface State {
  over: boolean
}

/** The state of the transaction each open handle belongs to. */
const states = new WeakMap<Sql, State>()

/** Codes of errors that mean: this connection is gone, or about to be. */
const CONNECTION_LOSS =
  /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|EAI_AGAIN|ERR_STREAM|57P|25P0[34]|53300|08)/

export const isConnectionLoss = (error: unknown) =>
  error instanceof Error && 'code' in error && CONNECTION_LOSS.test(String(error.code))

/**
 * A transaction whose connection is lost ends there and then, and its steps may find out later: neither they nor the
 * driver's own rollback may touch the connection again, which ends the process (see resilientSocket.ts). So a failure is
 * handed to the driver only after it had the time to notice a loss by itself.
 *
 * The driver does not read the answer to its own `commit`, and Postgres answers ROLLBACK, without an error, where the
 * transaction had failed. So ours is sent and read here; the driver gives the connection back at its end, and its own
 * call is left waiting: a second `commit` from there would end somebody else's transaction.
 */
async function transaction<T>(pool: Database, steps: (sql: Sql) => Promise<T>): Promise<T> {
  const state = { over: false }
  const begin = (resolve: (value: T) => void, reject: (error: unknown) => void) =>
    pool.begin(async (open) => {
      if (withoutSession.has(pool)) await open.unsafe(LOCAL_TIMEOUTS)
      const value = await run(open as unknown as Sql, state, steps)
      commit(open).then(() => resolve(value), reject)
      return new Promise<never>(() => undefined)
    })
  try {
    return await new Promise<T>((resolve, reject) => void begin(resolve, reject).catch(reject))
  } finally {
    state.over = true
  }
}

const LOCAL_TIMEOUTS = Object.entries(timeouts)
  .map(([name, ms]) => `set local ${name} = ${ms}`)
  .join(';')

/** Throws unless the server says that it is committed. */
async function commit(open: postgres.TransactionSql<{ bigint: number }>): Promise<void> {
  const { command } = await open.unsafe('commit')
  if (command === 'COMMIT') return
  throw connectionError('ROLLED_BACK', `The database answered ${command} to a commit: nothing was stored`)
}

function run<T>(open: Sql, state: State, steps: (sql: Sql) => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const failed = async (error: unknown) => {
      await (isConnectionLoss(error) ? wait(100) : nextTurn())
      if (!state.over) reject(error)
    }
    steps(guarded(open, state)).then((value) => {
      if (!state.over) resolve(value)
    }, failed)
  })
}

/** The open transaction until it is over; from then on every use of it throws. */
function guarded(open: Sql, state: State): Sql {
  const check = () => {
    if (!state.over) return
    const error = new Error('The connection to the database was lost')
    throw Object.assign(error, { code: 'CONNECTION_CLOSED' })
  }
  const handle = new Proxy(open, {
    apply(target, self, args) {
      check()
      return Reflect.apply(target, self, args) as unknown
    },
    get(target, key, receiver) {
      check()
      return Reflect.get(target, key, receiver) as unknown
    },
  })
  states.set(handle, state)
  return handle
}

/** Whether another process of ours works on this database too. */
export async function usedByOthers(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ others: boolean }]>`
    select exists (
      select 1 from pg_stat_activity
      where application_name like 'salonback:%' and application_name <> current_setting('application_name')
    ) as others`
  return row.others
}
