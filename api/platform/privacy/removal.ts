import { inTransaction, type Sql } from '../db/open.ts'
import { findReferenceDepths, type Kind, type TextColumn } from './catalogue.ts'
import type { Trace } from './traces.ts'

/** Rows per statement. */
const CHUNK = 1000

/**
 * Deletes rows about the person and removes the number from others; the rows must be locked. Updates come first and
 * referencing rows before referenced ones, because deleting a prospect updates its texts, which changes their ctid.
 */
export async function removeTraces(sql: Sql, traces: Trace[]): Promise<void> {
  const depths = await findReferenceDepths(sql)
  const depthOf = ({ table }: Trace) => depths.get(table) ?? 0
  const inOrder = traces.toSorted((a, b) => depthOf(b) - depthOf(a))
  const others = inOrder.filter(({ changes }) => changes !== null)
  for (const chunk of chunksOf(others, shapeOf)) {
    await unlessBroken(
      () => inTransaction(sql, (open) => rewrite(open, chunk)),
      () => replaceOneByOne(sql, chunk),
    )
  }
  const whole = inOrder.filter(({ changes }) => changes === null)
  for (const chunk of chunksOf(whole, ({ part }) => part)) await remove(sql, chunk)
}

/** Rows rewritten by one statement. */
const shapeOf = ({ part, changes }: Trace) =>
  [part, ...[...(changes ?? [])].map(([{ name }, left]) => `${name} ${left === null}`)].join()

function* chunksOf(traces: Trace[], groupKey: (trace: Trace) => string): Generator<Trace[]> {
  const groups = new Map<string, Trace[]>()
  for (const trace of traces) {
    const key = groupKey(trace)
    const group = groups.get(key)
    if (group) group.push(trace)
    else groups.set(key, [trace])
  }
  for (const alike of groups.values()) {
    for (let at = 0; at < alike.length; at += CHUNK) yield alike.slice(at, at + CHUNK)
  }
}

async function remove(sql: Sql, traces: Trace[]): Promise<void> {
  const [first] = traces
  const { count } = await sql.unsafe(`delete from ${first?.part} where ctid = any($1::text[]::tid[])`, [
    traces.map(({ ctid }) => ctid),
  ])
  requireAll(count, traces)
}

/** Throws if a row moved: it would stay although the erasure reports success. */
function requireAll(count: number, traces: Trace[]): void {
  if (count !== traces.length) throw new Error(`Rows of ${traces[0]?.table} changed during the erasure`)
}

/** Writes back a value that was read as text. */
const asValue: Record<Kind, (text: string, type: string) => string> = {
  text: (text, type) => `${text}::${type}`,
  json: (text, type) => `${text}::${type}`,
  list: (text, type) =>
    `(select array_agg(one order by n) from jsonb_array_elements_text(${text}::jsonb) with ordinality as e (one, n))::${type}`,
  bytes: (text) => `decode(${text}, 'hex')`,
}

async function rewrite(sql: Sql, traces: Trace[]): Promise<void> {
  const [first] = traces
  const columns = [...(first?.changes?.keys() ?? [])]
  const sets = columns.map(({ quoted, kind, type }, n) => `${quoted} = ${asValue[kind](`v.c${n}`, type)}`)
  const lists = ['$1::text[]::tid[]', ...columns.map((_, n) => `$${n + 2}::text[]`)]
  const { count } = await sql.unsafe(
    `update ${first?.part} t set ${sets.join(', ')}
    from unnest(${lists.join(', ')}) as v (row_id, ${columns.map((_, n) => `c${n}`).join(', ')})
    where t.ctid = v.row_id and t.ctid = any($1::text[]::tid[])`,
    [
      traces.map(({ ctid }) => ctid),
      ...columns.map((column) => traces.map((trace) => leftIn(trace, column))),
    ],
  )
  requireAll(count, traces)
}

/** Rows of a chunk share their column objects. */
const leftIn = ({ changes }: Trace, column: TextColumn) => changes?.get(column) ?? null

/** If the marker violates a constraint: null if allowed, else the row is deleted. */
async function replaceOneByOne(sql: Sql, traces: Trace[]): Promise<void> {
  for (const trace of traces) {
    await unlessBroken(
      () => inTransaction(sql, (open) => rewrite(open, [trace])),
      () =>
        unlessBroken(
          () => inTransaction(sql, (open) => rewrite(open, [emptied(trace)])),
          () => remove(sql, [trace]),
        ),
    )
  }
}

const emptied = (trace: Trace): Trace => ({
  ...trace,
  changes: new Map(
    [...(trace.changes ?? [])].map(([column, left]) => [column, column.nullable ? null : left]),
  ),
})

/** Integrity constraints are class 23; 22001: text too long. */
const BROKEN = /^(23|22001)/

async function unlessBroken(steps: () => Promise<void>, otherwise: () => Promise<void>): Promise<void> {
  try {
    await steps()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && BROKEN.test(String(error.code)))) throw error
    await otherwise()
  }
}
