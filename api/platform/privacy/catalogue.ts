import type { Sql } from '../db/open.ts'

/** Our schemas; a test checks that the list is complete. */
export const SCHEMAS = ['public', 'simulator']

/** Accounts that Postgres keeps from changes. They name a client by initial and last three digits only. */
export const FROZEN_TABLES = ['ledger_entries', 'statements']

/** How values of a column are read and written as text. */
export type Kind = 'text' | 'json' | 'list' | 'bytes'

export interface TextColumn {
  name: string
  /** Quoted name. */
  quoted: string
  kind: Kind
  /** SQL type for casts. */
  type: string
  nullable: boolean
  /** Part of a unique key: values must stay distinct. */
  unique: boolean
}

export interface TextTable {
  /** Quoted schema and table. */
  name: string
  columns: TextColumn[]
}

const kinds: Record<string, Kind> = {
  text: 'text',
  varchar: 'text',
  bpchar: 'text',
  citext: 'text',
  name: 'text',
  json: 'json',
  jsonb: 'json',
  _text: 'list',
  _varchar: 'list',
  _bpchar: 'list',
  _citext: 'list',
  bytea: 'bytes',
}

/** Types that cannot hold a phone number as text. */
const others = [
  'bool',
  'int2',
  'int4',
  'int8',
  'float4',
  'float8',
  'uuid',
  '_uuid',
  'timestamptz',
  '_timestamptz',
  'date',
  'interval',
  'xid8',
]

/** Depth of the foreign-key chain by table; deeper rows are deleted first. */
export async function findReferenceDepths(sql: Sql): Promise<Map<string, number>> {
  const rows = await sql<{ name: string; depth: number }[]>`
    with recursive refers as (
      select conrelid as table_id, confrelid as other_id from pg_constraint where contype = 'f' and conrelid <> confrelid
    ), behind as (
      select c.oid as table_id, 0 as depth from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname = any(${SCHEMAS})
      union
      select refers.table_id, behind.depth + 1 from refers join behind on behind.table_id = refers.other_id
      where behind.depth < 20
    )
    select format('%I.%I', n.nspname, c.relname) as name, max(depth) as depth
    from behind join pg_class c on c.oid = behind.table_id join pg_namespace n on n.oid = c.relnamespace group by 1`
  return new Map(rows.map(({ name, depth }) => [name, depth]))
}

/** All our tables with their textual columns, from Postgres's catalogue, so that new columns are covered. Throws for unknown types. */
export async function findTextTables(sql: Sql): Promise<TextTable[]> {
  const columns = await sql<(Omit<TextColumn, 'kind'> & { tableName: string; base: string })[]>`
    select format('%I.%I', n.nspname, c.relname) as table_name, a.attname::text as name,
      quote_ident(a.attname) as quoted,
      format_type(a.atttypid, a.atttypmod) as type, coalesce(base.typname, t.typname)::text as base,
      not a.attnotnull as nullable,
      exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisunique and (
        a.attnum = any(i.indkey) or exists (select 1 from pg_depend d
          where d.classid = 'pg_class'::regclass and d.objid = i.indexrelid
            and d.refclassid = 'pg_class'::regclass and d.refobjid = c.oid and d.refobjsubid = a.attnum))) as "unique"
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    join pg_type t on t.oid = a.atttypid
    left join pg_type base on base.oid = t.typbasetype
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any(${SCHEMAS})
      and c.relname <> all(${FROZEN_TABLES})
    order by c.relname = 'messages', 1, a.attnum`
  const tables = new Map<string, TextTable>()
  for (const { tableName, base, ...column } of columns) {
    const kind = kinds[base]
    if (!kind && !others.includes(base)) {
      throw new Error(
        `${tableName}.${column.name} has type ${base}: say in catalogue.ts whether it holds text`,
      )
    }
    const table = tables.get(tableName) ?? { name: tableName, columns: [] }
    if (kind) table.columns.push({ ...column, kind })
    tables.set(tableName, table)
  }
  return [...tables.values()].filter((table) => table.columns.length > 0)
}
