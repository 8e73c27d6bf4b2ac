import { audit } from '../db/audit.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { findPerson } from './person.ts'
import { findHeld, type Held } from './queries.ts'

export interface PersonalData {
  phone: string
  exportedAt: string
  held: Held
}

/** Everything held about a number, row by row, for the person who asks for it. That it was handed out is kept. */
export function exportPerson(sql: Database, phone: string, now: Date): Promise<PersonalData> {
  return inTransaction(sql, async (open) => {
    const held = await findHeld(open, await findPerson(open, phone))
    await audit(open, { actor: 'command line', action: 'privacy.export' })
    return { phone, exportedAt: now.toISOString(), held }
  })
}
