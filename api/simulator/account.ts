import { randomBytes } from 'node:crypto'
import type { Sql } from '../platform/db/open.ts'

export interface SimulatedAccount {
  sid: string
  token: string
  /** The sender number, from a range reserved for fiction. */
  number: string
}

/** Credentials of the built-in simulator. Created once per database, so that a restart keeps the handsets. */
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
