import { inTransaction, type Sql } from '../platform/db/open.ts'

/** Empties tables and those that refer to them, also those that refuse TRUNCATE. */
export const emptyTables = (sql: Sql, tables: readonly string[]): Promise<void> =>
  inTransaction(sql, async (open) => {
    const guards = await open<{ name: string; onTable: string }[]>`
      select quote_ident(tgname) as name, tgrelid::regclass::text as on_table from pg_trigger
      where tgfoid = 'refuse_truncate'::regproc`
    for (const { name, onTable } of guards)
      await open.unsafe(`alter table ${onTable} disable trigger ${name}`)
    await open.unsafe(`truncate ${tables.join(', ')} cascade`)
    for (const { name, onTable } of guards) await open.unsafe(`alter table ${onTable} enable trigger ${name}`)
  })
