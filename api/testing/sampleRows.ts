import type { Sql } from '../platform/db/open.ts'

export interface Column {
  table: string
  column: string
  type: string
  /** SQL for a valid value of a required column; null if the column is optional. */
  requiredValue: string | null
}

/** All writable columns of our tables, from `information_schema`. */
export async function findColumns(sql: Sql): Promise<Column[]> {
  const rows = await sql<
    (Omit<Column, 'requiredValue'> & {
      required: boolean
      referenced: string | null
      allowed: string | null
    })[]
  >`
    select format('%I.%I', c.table_schema, c.table_name) as "table", quote_ident(c.column_name) as "column",
      c.udt_name::text as type,
      c.is_nullable = 'NO' and c.column_default is null and c.is_identity = 'NO' as required,
      -- Prefer a row that is not yet referenced, for unique foreign keys, and the oldest of these.
      (select format('(select r.%1$I from %2$s r order by exists (select 1 from %3$s x where x.%4$I = r.%1$I), r.ctid limit 1)',
          a.attname, k.confrelid::regclass, t.oid::regclass, col.attname) from pg_constraint k
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = k.confkey[1]
        where k.contype = 'f' and k.conrelid = t.oid and k.conkey = array[col.attnum]) as referenced,
      (select substring(pg_get_constraintdef(k.oid) from '''([^'']+)''::text') from pg_constraint k
        where k.contype = 'c' and k.conrelid = t.oid and k.conkey = array[col.attnum]) as allowed
    from information_schema.columns c
    join information_schema.tables using (table_schema, table_name)
    join pg_class t on t.oid = format('%I.%I', c.table_schema, c.table_name)::regclass
    join pg_attribute col on col.attrelid = t.oid and col.attname = c.column_name
    where table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
      and c.is_generated = 'NEVER'
    order by 1, c.ordinal_position`
  return rows.map(({ required, referenced, allowed, ...column }) => ({
    ...column,
    requiredValue: required ? (referenced ?? (allowed ? `'${allowed}'` : sampleValue(column))) : null,
  }))
}

function sampleValue({ table, column, type }: Omit<Column, 'requiredValue'>): string {
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type === 'timestamptz') return 'now()'
  if (type === 'date') return 'current_date'
  if (type === 'bool') return 'true'
  if (type === 'jsonb') return `'{}'`
  if (type === 'bytea') return `decode(md5(random()::text), 'hex')`
  if (type.startsWith('_')) return `'{}'`
  // Counted upwards: a random number can repeat and violate a unique key.
  if (/^(int|float)/.test(type)) return `(select coalesce(max(${column}), 20000) + 1 from ${table})`
  return 'md5(random()::text)'
}

export const tablesOf = (columns: Column[]) => [...new Set(columns.map(({ table }) => table))]

/** Inserts a row into each empty table, referenced tables first. Skips tables that need more than required columns. */
export async function insertSampleRows(sql: Sql, columns: Column[]): Promise<void> {
  let remaining = tablesOf(columns)
  while (remaining.length > 0) {
    const failed: string[] = []
    for (const table of remaining) {
      const required = columns.filter((column) => column.table === table && column.requiredValue !== null)
      const values = required.map(({ column, requiredValue }) => `${requiredValue} as ${column}`).join(', ')
      const names = required.map(({ column }) => column).join(', ')
      if ((await sql.unsafe(`select 1 from ${table} limit 1`)).length > 0) continue
      await sql.unsafe(`insert into ${table} (${names}) select ${values}`).catch(() => failed.push(table))
    }
    // Stop when a pass inserted nothing.
    remaining = failed.length < remaining.length ? failed : []
  }
}
