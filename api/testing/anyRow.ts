import type { Sql } from '../db/open.ts'

export interface Column {
  table: string
  column: string
  type: string
  /** A value that the row cannot do without: as SQL, or null where the database fills it in. */
  needs: string | null
}

/** Every column of ours as the standard's own catalogue has it, with what a row needs to be made. */
export async function findColumns(sql: Sql): Promise<Column[]> {
  const rows = await sql<
    (Omit<Column, 'needs'> & { needed: boolean; refers: string | null; one: string | null })[]
  >`
    select format('%I.%I', c.table_schema, c.table_name) as "table", quote_ident(c.column_name) as "column",
      c.udt_name::text as type,
      c.is_nullable = 'NO' and c.column_default is null and c.is_identity = 'NO' as needed,
      -- Rather one that is not yet referred to: it may be allowed once.
      (select format('(select r.%1$I from %2$s r order by exists (select 1 from %3$s x where x.%4$I = r.%1$I) limit 1)',
          a.attname, k.confrelid::regclass, t.oid::regclass, col.attname) from pg_constraint k
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = k.confkey[1]
        where k.contype = 'f' and k.conrelid = t.oid and k.conkey = array[col.attnum]) as refers,
      (select substring(pg_get_constraintdef(k.oid) from '''([^'']+)''::text') from pg_constraint k
        where k.contype = 'c' and k.conrelid = t.oid and k.conkey = array[col.attnum]) as one
    from information_schema.columns c
    join information_schema.tables using (table_schema, table_name)
    join pg_class t on t.oid = format('%I.%I', c.table_schema, c.table_name)::regclass
    join pg_attribute col on col.attrelid = t.oid and col.attname = c.column_name
    where table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
      and c.is_generated = 'NEVER'
    order by 1, c.ordinal_position`
  return rows.map(({ needed, refers, one, ...column }) => ({
    ...column,
    needs: needed ? (refers ?? (one ? `'${one}'` : plainValue(column.type))) : null,
  }))
}

function plainValue(type: string): string {
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type === 'timestamptz') return 'now()'
  if (type === 'bool') return 'true'
  if (type === 'jsonb') return `'{}'`
  if (type === 'bytea') return `decode(md5(random()::text), 'hex')`
  if (type.startsWith('_')) return `'{}'`
  if (/^(int|float)/.test(type)) return `(20000 + random() * 10000000)::int`
  return 'md5(random()::text)'
}

export const tablesOf = (columns: Column[]) => [...new Set(columns.map(({ table }) => table))]

/** A row in each table where that is simple, made in an order in which what it refers to is there. */
export async function makeRows(sql: Sql, columns: Column[]): Promise<void> {
  let waiting = tablesOf(columns)
  while (waiting.length > 0) {
    const failed: string[] = []
    for (const table of waiting) {
      const needed = columns.filter((column) => column.table === table && column.needs !== null)
      const given = needed.map(({ column, needs }) => `${needs} as ${column}`).join(', ')
      const names = needed.map(({ column }) => column).join(', ')
      if ((await sql.unsafe(`select 1 from ${table} limit 1`)).length > 0) continue
      await sql.unsafe(`insert into ${table} (${names}) select ${given}`).catch(() => failed.push(table))
    }
    // A table that wants one of several columns filled gets its rows below.
    waiting = failed.length < waiting.length ? failed : []
  }
}
