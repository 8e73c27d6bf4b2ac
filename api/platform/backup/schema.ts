import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Sql } from '../db/open.ts'
import { findReferenceDepths, SCHEMAS } from '../privacy/catalogue.ts'
import type { Sequence } from './format.ts'

/** Tables omitted from backups: a copy must not contain valid sessions. */
const EXCLUDED_TABLES = ['public.sessions']

/** Limit for following references; only a cycle exceeds it. */
const MAX_DEPTH = 20

export interface Table {
  /** Quoted schema and table. */
  name: string
  /** Quoted. */
  columns: string[]
}

/** Tables of a backup from the catalogue, ordered so that referenced tables come first. Throws for reference cycles. */
export async function findTables(sql: Sql): Promise<Table[]> {
  const depths = await findReferenceDepths(sql)
  const tables = await sql<Table[]>`
    select format('%I.%I', n.nspname, c.relname) as name,
      array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname = any(${SCHEMAS}) group by 1 order by 1`
  const depthOf = ({ name }: Table) => depths.get(name) ?? 0
  const circular = tables.filter((table) => depthOf(table) >= MAX_DEPTH)
  if (circular.length > 0)
    throw new Error(`Tables refer to each other in a circle: ${circular.map(({ name }) => name).join(', ')}`)
  return tables
    .filter(({ name }) => !EXCLUDED_TABLES.includes(name))
    .sort((a, b) => depthOf(a) - depthOf(b) || (a.name < b.name ? -1 : 1))
}

/** Values of the sequences, read after the tables, because sequences are not part of the snapshot. */
export async function findSequences(sql: Sql): Promise<Sequence[]> {
  const rows = await sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and n.nspname = any(${SCHEMAS}) order by 1`
  const found: Sequence[] = []
  for (const { name } of rows) {
    const [at] = await sql.unsafe<{ value: string; called: boolean }[]>(
      `select last_value::text as value, is_called as called from ${name}`,
    )
    if (at) found.push({ name, ...at })
  }
  return found
}

export interface Migration {
  name: string
  text: string
  hash: string
}

const ownFolder = fileURLToPath(new URL('../db/migrations/', import.meta.url))

/** Migrations of this release, in order. */
export async function readMigrations(folder = ownFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(`${folder}/${name}`, 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}
