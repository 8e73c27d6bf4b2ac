import { readdir, readFile } from 'node:fs/promises'
import type { Sql } from '../platform/db/open.ts'

const folder = new URL('../platform/db/migrations/', import.meta.url)
export const schemaFile = new URL('../platform/db/schema.sql', import.meta.url)

interface Table {
  name: string
  columns: string[]
  constraints: string[]
  indexes: string[]
}

/** The migrated schema: tables with columns, constraints and indexes, and what the migrations say about each table. */
export async function schemaText(sql: Sql): Promise<string> {
  const tables = await sql<Table[]>`
    select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as name,
      (select array_agg(concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod),
          case when a.attnotnull then 'not null' end,
          case when a.attidentity <> '' then 'generated as identity'
            when a.attgenerated <> '' then 'generated as (' || pg_get_expr(d.adbin, d.adrelid) || ')'
            else 'default ' || pg_get_expr(d.adbin, d.adrelid) end) order by a.attnum)
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      array(select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c', 'x') order by k.contype = 'p' desc, k.conname) as constraints,
      array(select regexp_replace(pg_get_indexdef(i.indexrelid), 'INDEX \\S+ ON \\S+ USING btree', 'INDEX ON')
        from pg_index i where i.indrelid = c.oid
          and not exists (select from pg_constraint k where k.conindid = i.indexrelid) order by 1) as indexes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'simulator') order by n.nspname, c.relname`
  const meanings = await readMeanings()
  const parts = tables.map((table) => wordsOf(table, meanings.get(table.name) ?? ''))
  return `-- Written by \`npm run format\` from the migrations; do not edit. To read: what each table means and holds.\n\n${parts.join('\n\n')}\n`
}

function wordsOf({ name, columns, constraints, indexes }: Table, meaning: string): string {
  const parts = columns.map(plain)
  for (const constraint of constraints.map(plain)) {
    const [, kind, column, rest = ''] =
      /^(primary key|unique|foreign key) \((\w+)\)( references .*)?$/.exec(constraint) ?? []
    const at = parts.findIndex((part) => part.startsWith(`${column} `))
    if (at >= 0) parts[at] = withRule(parts[at] ?? '', kind, rest)
    else parts.push(constraint)
  }
  const last = parts.length - 1
  const entries = parts.map(
    (one, n) => `${n === 0 ? `create table ${name} (` : ''}${one}${n < last ? ',' : ');'}`,
  )
  return [
    ...wrapped(meaning ? meaning.split(' ') : [], '-- '),
    ...wrapped(entries).map((line, n) => (n === 0 ? line.trimStart() : line)),
    ...wrapped(indexes.map((index) => `${plain(index)};`)).map((line) => line.trimStart()),
  ].join('\n')
}

/** A column with its key or reference. */
function withRule(column: string, kind = '', references = ''): string {
  if (kind === 'primary key') return `${column.replace(' not null', '')} primary key`
  return column + (kind === 'foreign key' ? references : ` ${kind}`)
}

const plain = (text: string) =>
  text
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replaceAll('::text', '')
    .replace(/\s+/g, ' ')
    .replace(
      /\b(PRIMARY KEY|FOREIGN KEY|REFERENCES|ON DELETE|CASCADE|SET NULL|CHECK|UNIQUE|INDEX|CREATE|WHERE|IS|NOT|NULL|AND|OR|DESC|ANY|ARRAY)\b/g,
      (word) => word.toLowerCase(),
    )
    .replace('index ON', 'index on')
    .replace(/= any \(array\[([^\]]*)\]\)/g, 'in ($1)')

const WIDTH = 118

/** Words in lines of this width. */
function wrapped(words: string[], before = '  '): string[] {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length >= WIDTH) lines.push(before + word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

/** The comment above each `create table` of the migrations. */
async function readMeanings(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const name of (await readdir(folder)).sort()) {
    const text = await readFile(new URL(name, folder), 'utf8')
    for (const [, comment = '', table = ''] of text.matchAll(/((?:^--(?!-).*\n)*)^create table (\S+)/gm)) {
      found.set(table, comment.replaceAll(/^-- ?/gm, '').replaceAll('\n', ' ').trim())
    }
  }
  return found
}
