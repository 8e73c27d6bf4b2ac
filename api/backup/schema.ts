import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Sql } from '../db/open.ts'
import { findReferenceDepths, SCHEMAS } from '../privacy/catalogue.ts'
import type { Sequence } from './format.ts'

/** Stay out of a backup: whoever held a copy could not log in with them, and everybody logs in again after a restore. */
const LEFT_OUT = ['public.sessions']

/** As far as references are followed; only a circle goes so deep. */
const DEEPEST = 20

export interface Table {
  /** Schema and table, quoted as SQL needs them. */
  name: string
  /** Quoted as well. */
  columns: string[]
}

/**
 * Every table a backup holds, as the database itself lists them, so that no new one is forgotten; each after those it
 * refers to. Throws where tables refer to each other in a circle, which no order can restore.
 */
export async function findTables(sql: Sql): Promise<Table[]> {
  const depths = await findReferenceDepths(sql)
  const tables = await sql<Table[]>`
    select format('%I.%I', n.nspname, c.relname) as name,
      array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname = any(${SCHEMAS}) group by 1 order by 1`
  const depthOf = ({ name }: Table) => depths.get(name) ?? 0
  const circular = tables.filter((table) => depthOf(table) >= DEEPEST)
  if (circular.length > 0)
    throw new Error(`Tables refer to each other in a circle: ${circular.map(({ name }) => name).join(', ')}`)
  return tables
    .filter(({ name }) => !LEFT_OUT.includes(name))
    .sort((a, b) => depthOf(a) - depthOf(b) || (a.name < b.name ? -1 : 1))
}

/** Where each sequence stands. Not part of any snapshot: read after the tables it is never behind them. */
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

/** The migrations of this release, in their order. */
export async function readMigrations(folder = ownFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(`${folder}/${name}`, 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}
