import type { Fragment, Sql } from './open.ts'

/** The rows of this query, in its order, as a JSON array made by Postgres. Its columns are named as the contract names them. */
export async function jsonOf(sql: Sql, query: Fragment): Promise<string> {
  const [row] = await sql<[{ json: string }]>`
    select coalesce('[' || string_agg(row_to_json(t)::text, ',') || ']', '[]') as json from (${query}) t`
  return row.json
}
