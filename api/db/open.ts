import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { ResilientSocket } from './resilientSocket.ts'

/**
 * What Postgres ends by itself, so that a process that stands still, or is gone, keeps nothing that others need. Times in
 * ms, keepalives in s. Whoever is ended so gets 25P03, 55P03 or 57014; see retryOnDeadlock.
 */
const limits = {
  /** A transaction between two of its statements. */
  idle_in_transaction_session_timeout: 5000,
  /** Less than that, so that who waits for such a transaction fails, tries again, and gets through. */
  lock_timeout: 4000,
  /** The longest list, read over the slowest line. */
  statement_timeout: 300_000,
  tcp_keepalives_idle: 30,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 60_000,
}

/** The one door to Postgres. Rows come and go in camelCase; `numeric` is never used, bigint arrives as number. */
export function openDatabase(url: string, options: { max?: number } = {}) {
  return postgres(url, {
    max: options.max ?? 10,
    transform: postgres.camel,
    onnotice: () => undefined,
    connect_timeout: 10,
    connection: { application_name: `salonback:${process.pid}`, ...limits },
    ...socketOf(url),
    types: {
      bigint: {
        to: 20,
        from: [20],
        serialize: (value: number) => String(value),
        parse: (text: string) => Number(text),
      },
    },
  })
}

interface Address {
  host: string[]
  port: number[]
  path: string | false
}

/** The driver's own socket is kept for TLS, which it puts around it itself, and for several hosts. */
function socketOf(url: string): object {
  if (/[?&]ssl(mode)?=/.test(url) || url.includes(',')) return {}
  return {
    socket: ({ host, port, path }: Address) =>
      path
        ? new ResilientSocket().connect(path)
        : new ResilientSocket().connect(port[0] as number, host[0] as string),
  }
}

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
  /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ETIMEDOUT|ERR_STREAM|57P|25P0[34]|53300|08)/

export const isConnectionLoss = (error: unknown) =>
  error instanceof Error && 'code' in error && CONNECTION_LOSS.test(String(error.code))

/**
 * A transaction whose connection is lost ends there and then, and its steps may find out later: neither they nor the
 * driver's own rollback may touch the connection again, which ends the process (see ResilientSocket). So a failure is
 * handed to the driver only after it had the time to notice a loss by itself.
 */
async function transaction<T>(pool: Database, steps: (sql: Sql) => Promise<T>): Promise<T> {
  const state = { over: false }
  try {
    return (await pool.begin((open) => run(open as Sql, state, steps))) as T
  } finally {
    state.over = true
  }
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
