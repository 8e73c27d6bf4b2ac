import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, type Sql } from '../../platform/db/open.ts'
import { FROZEN_TABLES, SCHEMAS } from '../../platform/privacy/catalogue.ts'
import { testApp } from '../../testing/app.ts'
import { OTHER_NUMBERS, SPELLINGS } from '../../testing/phoneSpellings.ts'
import { type Column, findColumns, insertSampleRows, tablesOf } from '../../testing/sampleRows.ts'
import { erase } from './erase.ts'

const PHONE = '+447700900123'

/** A value with this text for each textual type. Add new types here. */
const holding: Record<string, (words: string) => string> = {
  text: (words) => words,
  varchar: (words) => words,
  json: (words) => JSON.stringify({ [words]: [words, { deep: words }] }),
  jsonb: (words) => JSON.stringify({ [words]: [words, { deep: words, n: 12.5 }] }),
  _text: (words) => `{${JSON.stringify(words)},"untouched"}`,
  bytea: (words) => `\\x${Buffer.from(words).toString('hex')}`,
}
const cannotHold = 'uuid timestamptz _timestamptz _uuid bool int2 int4 int8 float4 float8 date xid8'.split(
  ' ',
)

/** Inserts a row with this text in these columns; updates the row of a one-row table. */
async function fill(sql: Sql, columns: Column[], words: string): Promise<void> {
  const table = columns[0]?.table as string
  const filled = columns.filter(({ type }) => holding[type])
  const values = filled.map(({ type }) => holding[type]?.(words) as string)
  const needed = columns.filter(({ requiredValue, type }) => requiredValue !== null && !holding[type])
  const names = [...needed, ...filled].map(({ column }) => column)
  const casts = filled.map(({ type }, n) => `$${n + 1}::text::${type}`)
  const given = [...needed.map(({ requiredValue }) => requiredValue), ...casts]
  if (filled.length === 0) return
  const sets = filled.map(({ column }, n) => `${column} = ${casts[n]}`)
  const onlyOne = columns.some(({ column }) => column === 'one')
  await sql.unsafe(
    onlyOne
      ? `update ${table} set ${sets.join(', ')}`
      : `insert into ${table} (${names.join(', ')}) values (${given.join(', ')})`,
    values,
  )
}

/** Groups of columns that can be filled together, because checks and references can exclude combinations. */
async function waysToFill(sql: Sql, columns: Column[]): Promise<Column[][]> {
  const ways: Column[][] = []
  const covered = new Set<Column>()
  for (const first of columns.filter(({ type }) => holding[type])) {
    if (covered.has(first)) continue
    const open = await largestWith(sql, columns, first)
    if (!open.includes(first)) continue
    for (const column of open) covered.add(column)
    ways.push(columns.map((column) => (open.includes(column) ? column : closed(column))))
  }
  return ways
}

/** Columns that can be filled together with this one. */
async function largestWith(sql: Sql, columns: Column[], first: Column): Promise<Column[]> {
  const open: Column[] = []
  const waiting = [first, ...columns.filter((column) => column !== first && holding[column.type])]
  for (let grown = true; grown; ) {
    grown = false
    for (const column of waiting.filter((one) => !open.includes(one))) {
      const tried = [...open, column]
      const opened = columns.map((one) => (tried.includes(one) ? one : closed(one)))
      const error = await attempt(sql, opened)
      if (error && !/^(23503|23514)$/.test(error))
        throw new Error(`${column.table}.${column.column}: ${error}`)
      if (error) continue
      open.push(column)
      grown = true
    }
  }
  return open
}

/** Columns that only get a valid default. */
const closed = (column: Column): Column => ({ ...column, type: `closed ${column.type}` })

/** Runs it in a rolled-back transaction and returns the error code, if any. */
async function attempt(sql: Sql, columns: Column[]): Promise<string | null> {
  class Undo extends Error {}
  try {
    await (sql as unknown as { begin(steps: (open: Sql) => Promise<void>): Promise<void> }).begin(
      async (open) => {
        await fill(open, columns, 'words of 7 kinds')
        throw new Undo()
      },
    )
    return null
  } catch (error) {
    return error instanceof Undo ? null : String((error as { code?: string }).code ?? error)
  }
}

/** All textual values: strings, JSON names and values, array elements, bytes. */
async function allWords(sql: Sql, columns: Column[]): Promise<{ at: string; words: string }[]> {
  const found: { at: string; words: string }[] = []
  for (const { table, column, type } of columns) {
    if (!holding[type]) continue
    const asText =
      type === 'bytea' ? `encode(${column}, 'hex')` : type === '_text' ? `to_json(${column})` : column
    const rows = await sql.unsafe<{ value: string }[]>(
      `select (${asText})::text as value from ${table} where ${column} is not null`,
    )
    for (const { value } of rows) {
      for (const words of wordsIn(type, value)) found.push({ at: `${table}.${column}`, words })
    }
  }
  return found
}

function wordsIn(type: string, value: string): string[] {
  if (type === 'bytea') return [Buffer.from(value, 'hex').toString('utf8')]
  return /json|^_/.test(type) ? stringsIn(JSON.parse(value)) : [value]
}

function stringsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)]
  return Object.entries(value).flatMap(([key, inner]) => [key, ...stringsIn(inner)])
}

/** Rows to refer to: some tables have one row for each salon, visit or appointment, and take a row for each number. */
async function addRows(sql: Sql, columns: Column[]) {
  const add = async (name: string) => {
    const needed = columns.filter(({ table, requiredValue }) => table === `public.${name}` && requiredValue)
    const [names, values] = [
      needed.map(({ column }) => column),
      needed.map(({ requiredValue }) => requiredValue),
    ]
    await sql.unsafe(`insert into ${name} (${names}) values (${values})`)
  }
  for (const [name, count] of [
    ['salons', 600],
    ['appointment_imports', 250],
    ['visits', 250],
  ] as const) {
    for (let n = 0; n < count; n++) await add(name)
  }
  await sql`
    insert into appointments (salon_id, external_id, phone_hash, starts_at, state, source, due, created_at)
    select id, id::text, ${Buffer.from([1])}, now(), 'booked', 'list', false, now() from salons`
}

/** Rows with the number of a neighbour; bytes as hex. */
async function rowsOfFriends(sql: Sql, columns: Column[]) {
  const rows: string[] = []
  for (const table of tablesOf(columns)) {
    const found = await sql.unsafe<{ row: string }[]>(`select t::text as row from ${table} t`)
    for (const { row } of found) {
      if (/friend |friend:|667269656e64/.test(row) && !/a friend of|61206672/.test(row))
        rows.push(`${table} ${row}`)
    }
  }
  return rows.sort()
}

test('after an erasure no column contains the number in any spelling; other numbers are untouched', async () => {
  const { sql: pool, databaseUrl, env, clock } = await testApp()
  // One connection stores rows in the order of their inserts, so that a friend's row refers to a friend.
  const sql = openDatabase(databaseUrl, { max: 1 })
  onTestFinished(() => sql.end({ timeout: 5 }))
  const every = await findColumns(sql)
  const columns = every.filter(({ table }) => !FROZEN_TABLES.some((name) => table === `public.${name}`))
  expect([...new Set(columns.map(({ type }) => type))].filter((type) => !holding[type]).sort()).toEqual(
    cannotHold.filter((type) => columns.some((column) => column.type === type)).sort(),
  )
  await insertSampleRows(sql, every)
  await addRows(sql, every)
  const tables: Column[][] = []
  for (const table of tablesOf(columns)) {
    const all = columns.filter((column) => column.table === table)
    if (all.every(({ type }) => !holding[type])) continue
    const ways = await waysToFill(sql, all)
    for (const way of ways) await fill(sql, way, `a friend of ${table} ${ways.indexOf(way)}`)
    tables.push(...ways)
  }
  const several = tables.filter((all) => all.every(({ column }) => column !== 'one'))
  for (const all of several) {
    for (const [n, spelling] of SPELLINGS.entries()) {
      await fill(sql, all, `(${n}) Please ring ${spelling}, or else`)
      // Alone in a column it may violate a unique key.
      await fill(sql, all, spelling).catch((error: { code: string }) => expect(error.code).toBe('23505'))
    }
    for (const [n, spelling] of OTHER_NUMBERS.entries()) {
      await fill(sql, all, `(${n}) friend ${spelling}, or else`)
      await fill(sql, all, `friend:${spelling}`)
    }
  }
  for (const all of tables) if (!several.includes(all)) await fill(sql, all, `Please ring ${SPELLINGS[9]}`)
  const before = await allWords(sql, columns)
  expect(new Set(before.filter(({ words }) => words.includes('ring ')).map(({ at }) => at)).size).toBe(
    new Set(tables.flat().flatMap(({ table, column, type }) => (holding[type] ? [`${table}.${column}`] : [])))
      .size,
  )
  // Restore the key mark, which now contains text.
  await sql`update phone_hash_key set mark = null`
  await sql`update campaigns set state = 'finished'`
  const friends = await rowsOfFriends(sql, columns)
  expect(friends).toHaveLength(several.length * OTHER_NUMBERS.length * 2)

  await erase(pool, env, null, { phone: PHONE, now: clock() })

  const left = await allWords(sql, columns)
  const spellings = SPELLINGS.flatMap((spelling) => [spelling, JSON.stringify(spelling).slice(1, -1)])
  const found = left.filter(({ words }) => spellings.some((spelling) => stands(spelling, words)))
  expect(found.slice(0, 5)).toEqual([])
  const rung = left.filter(({ words }) => words.includes('ring '))
  const digits = rung.filter(({ words }) => /7700900123/.test(words.replace(/\D/g, '')))
  expect(digits.slice(0, 5)).toEqual([])
  expect(await rowsOfFriends(sql, columns)).toEqual(friends)
  // Rows of others keep their other text.
  const kept = left.filter(({ words }) => /^\(\d+\) Please ring .*\[erased( \w+)?\].*, or else$/s.test(words))
  const all = before.filter(({ words }) => words.includes('Please ring'))
  expect(kept.length).toBeGreaterThan(0.9 * all.length)
})

/** Whether the spelling occurs without adjacent digits: `07700900123` is not in `077009001234`. */
function stands(spelling: string, words: string): boolean {
  const at = words.indexOf(spelling)
  if (at < 0) return false
  const around = [words[at - 1], words[at + spelling.length]].join('')
  return !/\d/.test(around) && !words.includes('friend')
}

test('an erasure covers all our schemas', async () => {
  const { sql } = await testApp()
  const schemas = await sql<{ name: string }[]>`
    select distinct table_schema as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') order by 1`
  expect(schemas.map(({ name }) => name)).toEqual([...SCHEMAS].sort())
})
