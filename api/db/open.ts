import postgres from 'postgres'

/** The one door to Postgres. Rows come and go in camelCase; `numeric` is never used, bigint arrives as number. */
export function openDatabase(url: string, options: { max?: number; applicationName?: string } = {}) {
  return postgres(url, {
    max: options.max ?? 10,
    transform: postgres.camel,
    onnotice: () => undefined,
    connect_timeout: 10,
    connection: { application_name: options.applicationName ?? `salonback:${process.pid}` },
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

export type Database = ReturnType<typeof openDatabase>
/** A connection pool or an open transaction: what a query function takes first. */
export type Sql = postgres.ISql<{ bigint: number }>
export type Json = postgres.JSONValue

/** Runs the steps in one transaction; nested calls inside an open one become savepoints. */
export function inTransaction<T>(sql: Sql, steps: (sql: Sql) => Promise<T>): Promise<T> {
  if ('begin' in sql) return (sql as Database).begin((open) => steps(open as Sql)) as Promise<T>
  if ('savepoint' in sql) {
    const open = sql as postgres.TransactionSql<{ bigint: number }>
    return open.savepoint((inner) => steps(inner as Sql)) as Promise<T>
  }
  throw new Error('inTransaction needs a pool or an open transaction')
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
