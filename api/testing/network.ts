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

export interface Trouble {
  kind: string
  number?: string
  code?: number
  ms?: number
  times?: number
  count?: number
  probability?: number
}

/** Tells the simulated network to misbehave. */
export async function injectFault(origin: string, trouble: Trouble): Promise<void> {
  const response = await fetch(`${origin}/dev/phones/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(trouble),
  })
  if (!response.ok) throw new Error(`no trouble made: ${response.status} ${await response.text()}`)
}

export async function endTrouble(origin: string): Promise<void> {
  await fetch(`${origin}/dev/phones/faults`, { method: 'DELETE' })
}

/** Sends a text from a simulated phone, as its owner would. */
export async function textFromPhone(origin: string, phone: string, body: string) {
  const response = await fetch(`${origin}/dev/phones/api/handsets/${encodeURIComponent(phone)}/send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ body }),
  })
  if (!response.ok) throw new Error(`the phone could not send: ${response.status} ${await response.text()}`)
}
