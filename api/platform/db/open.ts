import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { readDatabaseUrl } from './databaseUrl.ts'
import { socketOption } from './socket.ts'

/**
 * Server-side timeouts in ms, so that a suspended or dead process holds no lock. Affected sessions fail with 25P03, 55P03
 * or 57014; see retryOnDeadlock.
 */
const timeouts = {
  /** Idle in transaction. */
  idle_in_transaction_session_timeout: 5000,
  /** Shorter than the idle limit, so that a waiting session retries and succeeds. */
  lock_timeout: 4000,
  /** The longest list over a slow connection. */
  statement_timeout: 300_000,
}

/** Seconds; the last one in ms. */
const keepalives = {
  tcp_keepalives_idle: 30,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 60_000,
}

export interface OpenOptions {
  max?: number
  /** Without named statements and session settings, which a pooler would refuse; for the check of the address only. */
  bare?: boolean
  /** One statement at a time per connection, so that a lock wait blocks no other statement. */
  unpipelined?: boolean
}

/** The only access to Postgres. Columns are camelCase; bigint is returned as number; `numeric` is not used. */
export function openDatabase(
  text: string,
  { max = 10, bare = false, unpipelined = false }: OpenOptions = {},
) {
  const address = readDatabaseUrl(text)
  const pool = postgres(address.forDriver, {
    max,
    transform: postgres.camel,
    onnotice: () => undefined,
    connect_timeout: 10,
    prepare: !bare,
    // The driver's own backoff grows to 20 s, which would delay recovery.
    backoff: (failures: number) => Math.min(1, 0.02 * 2 ** Math.min(failures, 6)),
    connection: {
      application_name: `salonback:${process.pid}`,
      ...(!bare && { ...timeouts, ...keepalives }),
    },
    ...socketOption(address),
    types: {
      bigint: {
        to: 20,
        from: [20],
        serialize: (value: number) => String(value),
        parse: (text: string) => Number(text),
      },
    },
  })
  return unpipelined ? withoutPipelining(pool) : pool
}

/** A pool without pipelining. With the driver's own `max_pipeline: 0` its `begin` would fail. */
function withoutPipelining<T extends postgres.Sql<{ bigint: number }>>(pool: T): T {
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

export type Database = ReturnType<typeof openDatabase>
/** A connection pool or an open transaction. */
export type Sql = postgres.ISql<{ bigint: number }>
/** A SQL fragment. */
export type Fragment = postgres.Fragment
export type Json = postgres.JSONValue

/** Runs the steps in one transaction; nested calls become savepoints. */
export function inTransaction<T>(sql: Sql, steps: (sql: Sql) => Promise<T>): Promise<T> {
  if ('begin' in sql) return transaction(sql as Database, steps)
  const state = states.get(sql)
  if (!state) throw new Error('inTransaction needs a pool or an open transaction')
  const open = sql as postgres.TransactionSql<{ bigint: number }>
  return open.savepoint((inner) => run(inner as Sql, state, steps)) as Promise<T>
}

/** Lifts the idle limit of a transaction that waits between statements, for file data for example. */
export const allowIdle = (open: Sql) => open`
  select set_config('idle_in_transaction_session_timeout', '120000', true), set_config('statement_timeout', '0', true),
    set_config('lock_timeout', '120000', true)`

interface State {
  over: boolean
}

/** State of the transaction of each open handle. */
const states = new WeakMap<Sql, State>()

/** Error codes of lost connections. */
const CONNECTION_LOSS =
  /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|EAI_AGAIN|ERR_STREAM|57P|25P0[34]|53300|08)/

export const isConnectionLoss = (error: unknown) =>
  error instanceof Error && 'code' in error && CONNECTION_LOSS.test(String(error.code))

/**
 * Works around two faults of the driver. After a lost connection, neither the steps nor the driver's rollback may use the
 * connection again, which would end the process (see socket.ts); so a failure is passed on only after the driver
 * could detect the loss. And the driver ignores the result of its `commit`, which is ROLLBACK after a failed statement; so
 * we send and read our own, and the driver's call is left waiting.
 */
async function transaction<T>(pool: Database, steps: (sql: Sql) => Promise<T>): Promise<T> {
  const state = { over: false }
  const begin = (resolve: (value: T) => void, reject: (error: unknown) => void) =>
    pool.begin(async (open) => {
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

/** Throws unless the server answered COMMIT. */
async function commit(open: postgres.TransactionSql<{ bigint: number }>): Promise<void> {
  const { command } = await open.unsafe('commit')
  if (command === 'COMMIT') return
  const message = `The database answered ${command} to a commit: nothing was stored`
  throw Object.assign(new Error(message), { code: 'ROLLED_BACK' })
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

/** The handle of an open transaction; it throws when used after the end. */
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

/** Whether another process of the service uses this database. */
export async function usedByOthers(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ others: boolean }]>`
    select exists (
      select 1 from pg_stat_activity
      where application_name like 'salonback:%' and application_name <> current_setting('application_name')
    ) as others`
  return row.others
}
