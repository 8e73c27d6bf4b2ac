import type { Sql } from '../platform/db/open.ts'

/** Bodies of the texts that a simulated handset received, oldest first: what was really sent. */
export async function textsOnHandset(sql: Sql, handset: string): Promise<string[]> {
  const rows = await sql<{ shown: string }[]>`
    select shown from simulator.texts where handset = ${handset} and direction = 'out' and listed order by id`
  return rows.map((row) => row.shown)
}

/** Number of texts that each simulated handset received. */
export async function textsPerHandset(sql: Sql): Promise<{ handset: string; texts: number }[]> {
  return sql`
    select handset, count(*)::int as texts from simulator.texts where direction = 'out' and listed group by handset`
}
