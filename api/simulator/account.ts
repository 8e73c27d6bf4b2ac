import { randomBytes } from 'node:crypto'
import type { Sql } from '../db/open.ts'

export interface SimulatedAccount {
  sid: string
  token: string
  /** Our sender on the simulated network, from a range kept for fiction. */
  number: string
}

/** The account our own simulated phone network knows; made once per database, so that restarts keep their handsets. */
export async function simulatedAccount(sql: Sql): Promise<SimulatedAccount> {
  await sql`
    insert into secrets (name, value) values
      ('simulated_account', ${randomBytes(16)}), ('simulated_token', ${randomBytes(16)})
    on conflict (name) do nothing`
  const rows = await sql<{ name: string; value: Buffer }[]>`
    select name, value from secrets where name in ('simulated_account', 'simulated_token')`
  const hex = (name: string) => rows.find((row) => row.name === name)?.value.toString('hex') ?? ''
  return { sid: `AC${hex('simulated_account')}`, token: hex('simulated_token'), number: '+447700900100' }
}
