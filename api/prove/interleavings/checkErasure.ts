import type { Sql } from '../../platform/db/open.ts'
import { findErased } from '../../platform/privacy/hash.ts'
import { countWrong } from '../rows.ts'
import type { Row } from '../suite.ts'
import { hasAction, pairOf, type Stage, type Trial } from './trial.ts'

/** The numbers of these trials that get no texts: opted out, or erased. */
export async function findSuppressed({ sql, apps }: Stage, trials: Trial[]): Promise<Set<string>> {
  const phones = trials.map(({ phone }) => phone)
  const rows = await sql<{ phone: string }[]>`
    select phone from unnest(${phones}::text[]) as phone where suppressed(phone)`
  const erased = await findErased(sql, apps[0].env, phones)
  return new Set([...rows.map(({ phone }) => phone), ...erased])
}

/** Trials with traces of their number: the other action stored something during the erasure. They need a second erasure. */
export async function findIncompletelyErased(stage: Stage, trials: Trial[]): Promise<Trial[]> {
  const erased = erasedTrials(trials)
  const traceOf = await findTraces(stage, erased)
  return erased.filter((trial) => traceOf(trial) !== null)
}

export async function checkErasure(stage: Stage, trials: Trial[]): Promise<Row[]> {
  const erased = erasedTrials(trials)
  return [
    countWrong('only a hash of an erased number remains', erased, await findTraces(stage, erased), pairOf),
    countWrong(
      'an erasure succeeds, or is refused because a text is being sent',
      erased.flatMap((trial) => trial.erasures.map((erasure) => ({ trial, erasure }))),
      ({ erasure }) => ('crashed' in erasure ? erasure.crashed : null),
      ({ trial }) => pairOf(trial),
    ),
  ]
}

const erasedTrials = (trials: Trial[]) => trials.filter((trial) => hasAction(trial, 'erase'))

/** Returns a function that names what is left of an erased number, also that it is not suppressed; null if nothing is. */
async function findTraces(stage: Stage, erased: Trial[]): Promise<(trial: Trial) => string | null> {
  const tableOf = await findNumbersInTables(stage.sql)
  const suppressed = await findSuppressed(stage, erased)
  const texts = await stage.network.accepted()
  const atCarrier = new Set(texts.filter(({ deleted }) => !deleted).map(({ to }) => to))
  return ({ phone }) => {
    if (tableOf.has(phone)) return `${phone} is still in ${tableOf.get(phone)}`
    if (atCarrier.has(phone)) return `the carrier still has a text to ${phone}`
    return suppressed.has(phone) ? null : `${phone} is not suppressed`
  }
}

/** Searches all tables for numbers with the prefix of erased numbers, in any format: +447401…, 07401 …, 0044 (0)7401-…. */
async function findNumbersInTables(sql: Sql): Promise<Map<string, string>> {
  const tableOf = new Map<string, string>()
  for (const { name, columns } of await tablesWithText(sql)) {
    const text = columns.map((column) => `"${column}"::text`).join(', ')
    const found = await sql.unsafe<{ digits: string }[]>(
      `select regexp_replace(m[1], '\\D', '', 'g') as digits
       from ${name}, regexp_matches(concat_ws(' ', ${text}), '(7\\D{0,3}4\\D{0,3}0\\D{0,3}1(?:\\D{0,3}\\d){6})', 'g') as m`,
    )
    for (const { digits } of found) tableOf.set(`+44${digits}`, name)
  }
  return tableOf
}

/** All tables with columns that can contain text. */
const tablesWithText = (sql: Sql) => sql<{ name: string; columns: string[] }[]>`
  select format('%I.%I', table_schema, table_name) as name, array_agg(column_name::text) as columns
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
    and data_type in ('text', 'character varying', 'jsonb', 'json', 'ARRAY')
  group by 1`
