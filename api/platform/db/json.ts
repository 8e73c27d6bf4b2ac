import type { Fragment, Sql } from './open.ts'

/** Rows of a query as a JSON array built by Postgres. Name the columns as in the contract. */
export async function jsonOf(sql: Sql, query: Fragment): Promise<string> {
  const [row] = await sql<[{ json: string }]>`
    select coalesce('[' || string_agg(row_to_json(t)::text, ',') || ']', '[]') as json from (${query}) t`
  return row.json
}
