import type { Sql } from '../db/open.ts'

/** What a handset got from us, in order: the only witness of what was really sent. */
export async function arrivedAt(sql: Sql, handset: string): Promise<string[]> {
  const rows = await sql<{ shown: string }[]>`
    select shown from simulator.texts where handset = ${handset} and direction = 'out' and listed order by id`
  return rows.map((row) => row.shown)
}

/** Texts the network took from us, over all handsets. */
export async function arrivedInAll(sql: Sql): Promise<{ handset: string; texts: number }[]> {
  return sql`
    select handset, count(*)::int as texts from simulator.texts where direction = 'out' and listed group by handset`
}
