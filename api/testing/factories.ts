import { randomUUID } from 'node:crypto'
import type { ContactStatus } from '@salonback/shared/core/inbox/contactStatus.ts'
import type { Sender } from '../core/messages/senders.ts'
import type { Json, Sql } from '../platform/db/open.ts'

/** The n-th mobile number of the British range reserved for fiction, n from 0 to 999. */
export const fictional = (n: number) => `+447700900${String(n).padStart(3, '0')}`

/** The n-th British mobile number, n from 0 to 400. They are far apart, so they do not count as a run of numbers. */
export const scattered = (n: number) => `+${447_400_100_123 + n * 10_007}`

interface NewProspect {
  name?: string
  phone?: string
  category?: string | null
  country?: string | null
  phoneType?: string | null
  contactStatus?: ContactStatus | null
}

/** Inserts a prospect; by default a nail salon with a British mobile number. */
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

/** Inserts prospects with consecutive numbers from `fictional(from)`. */
export async function makeProspects(sql: Sql, count: number, from = 300) {
  const made = []
  for (let n = 0; n < count; n++) {
    made.push(await makeProspect(sql, { name: `Salon ${n + 1}`, phone: fictional(from + n) }))
  }
  return made
}

interface NewText {
  phone: string
  direction?: 'inbound' | 'outbound'
  kind?: string
  body?: string
  status?: string
  createdAt?: Date
  acceptedAt?: Date | null
  carriesLink?: boolean
  intent?: string | null
  processed?: boolean
  isOptOut?: boolean
  sid?: string | null
  /** Unset: the agency's. */
  senderId?: string
  salonId?: string | null
  clientId?: string
  ourNumber?: string
  attemptedAt?: Date
  errorMessage?: string | null
  raw?: object
}

/** Inserts a text directly; by default a sent reply. */
export async function makeText(sql: Sql, given: NewText): Promise<{ id: string }> {
  const inbound = given.direction === 'inbound'
  const text = {
    direction: 'outbound',
    kind: inbound ? 'inbound' : 'reply',
    body: 'Hello',
    status: inbound ? 'received' : 'sent',
    createdAt: new Date('2026-03-10T11:00:00Z'),
    ...given,
  }
  const [row] = await sql<[{ id: string }]>`
    insert into messages ${sql({ ...text, raw: text.raw ? sql.json(text.raw as Json) : null })} returning id`
  return row
}

/** A salon in London. */
export async function makeSalon(sql: Sql, given: object = {}): Promise<{ id: string }> {
  const plain = { slug: randomUUID(), name: 'Aoife Hair', country: 'GB', timeZone: 'Europe/London' }
  const salon = { ...plain, currency: 'GBP', ownerName: 'Aoife Byrne', ...given }
  const [row] = await sql<[{ id: string }]>`insert into salons ${sql(salon)} returning id`
  return row
}

/** A sender of a salon. */
export async function makeSender(sql: Sql, address: string, given: object = {}): Promise<Sender> {
  const sender = { kind: 'number', address, salonId: (await makeSalon(sql)).id, ...given }
  const [row] = await sql<[Sender]>`
    insert into senders ${sql(sender)} returning id, kind, address, salon_id`
  return row
}
