import type { ContactStatus } from '@salonback/shared/prospects/contract.ts'
import type { Sql } from '../db/open.ts'

/** The n-th mobile number of the British range kept for fiction, n from 0 to 999. */
export const fictional = (n: number) => `+447700900${String(n).padStart(3, '0')}`

interface NewProspect {
  name?: string
  phone?: string
  category?: string | null
  country?: string | null
  phoneType?: string | null
  contactStatus?: ContactStatus | null
}

/** One prospect; a mobile salon in London unless said. */
export async function makeProspect(
  sql: Sql,
  given: NewProspect = {},
): Promise<{ id: string; phone: string; name: string }> {
  const prospect = {
    name: 'Glow Nail Lounge',
    phone: fictional(201),
    category: 'Nail Salon',
    country: 'GB',
    phoneType: 'mobile',
    contactStatus: null,
    ...given,
  }
  const [row] = await sql<[{ id: string; phone: string; name: string }]>`
    insert into prospects ${sql(prospect)} returning id, phone, name`
  return row
}

/** Several prospects with numbers from `fictional(from)` on. */
export async function makeProspects(sql: Sql, count: number, from = 300) {
  const made = []
  for (let n = 0; n < count; n++) {
    made.push(await makeProspect(sql, { name: `Salon ${n + 1}`, phone: fictional(from + n) }))
  }
  return made
}
