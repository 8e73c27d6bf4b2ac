import { randomBytes } from 'node:crypto'
import type { Sql } from '../../platform/db/open.ts'
import { fictional } from '../../testing/factories.ts'

/** Stores an API key with an opt-out that waits, and a receiver that is off, with a failed delivery, of this salon. */
export async function storeConnections(sql: Sql, salonId: string, xss: string): Promise<void> {
  const by = { salonId, createdBy: xss, createdAt: new Date() }
  const key = { ...by, name: xss, keyHash: randomBytes(32), ending: 'abcd', scopes: ['visits:write'] }
  const [{ keyId }] = await sql<[{ keyId: string }]>`insert into api_keys ${sql(key)} returning id as key_id`
  await sql`
    insert into opt_out_requests ${sql({ phone: fictional(657), salonId, keyId, reason: xss, at: new Date() })}`
  const receiver = {
    ...by,
    url: `https://a.example/#${xss}`,
    events: 'visit.recorded',
    secret: randomBytes(24),
  }
  const [{ id }] = await sql<[{ id: string }]>`
    insert into receivers ${sql({ ...receiver, state: 'off', offReason: xss })} returning id`
  const delivery = { receiverId: id, kind: 'visit.recorded', subject: 'visit', data: sql.json({}) }
  await sql`insert into deliveries ${sql({ ...delivery, state: 'failed', status: 500, answer: xss })}`
}

/**
 * Stores a programme of this salon with a skipped month, a campaign of two texts, and its conversation with `phone` as assigned
 * to the admin.
 */
export async function storeProgramme(sql: Sql, salonId: string, phone: string, xss: string): Promise<void> {
  const [{ offerId, adminId }] = await sql<[{ offerId: string; adminId: string }]>`
    select o.id as offer_id, a.id as admin_id from offers o, admins a
    where o.salon_id = ${salonId} and o.state = 'approved' limit 1`
  const rules = { perDay: 10, keptAside: 10, askDay: 1, runningFrom: '2026-01-01', setBy: adminId }
  await sql`insert into programmes ${sql({ salonId, offerId, state: 'running', ...rules })}`
  await sql`
    insert into waves (salon_id, asked_for, state, note, created_at) values (${salonId}, '2026-01-01', 'skipped', ${xss}, now())`
  await sql`
    update campaigns set other_offer_id = (select id from offers where salon_id = ${salonId} and id <> ${offerId} limit 1)
    where salon_id = ${salonId}`
  await sql`
    insert into conversation_desk (salon_id, phone, assigned_to, assigned_by, assigned_at)
    values (${salonId}, ${phone}, ${adminId}, ${adminId}, now())
    on conflict (salon_id, phone) do update set assigned_to = ${adminId}, assigned_by = ${adminId}, assigned_at = now()`
}
