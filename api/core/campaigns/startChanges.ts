import type { Moment } from '../../platform/db/now.ts'
import type { Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Carrier } from '../messages/carrier.ts'

export interface QueuedText {
  id: string
  phone: string
}

/** The state of a campaign, locked, so that a cancel waits. Undefined if the owner has no such campaign. */
async function lockState(sql: Sql, id: string, salonId: string | null): Promise<string | undefined> {
  const [row] = await sql<{ state: string }[]>`
    select state from campaigns where id = ${id} and salon_id is not distinct from ${salonId}::uuid for update`
  return row?.state
}

/**
 * The queued texts of a campaign that has sent none, locked in the order of a cancel, so that no worker claims them before
 * the commit. Throws `conflict` if one has left. Undefined if there is no such campaign.
 */
export async function lockUnsent(sql: Sql, id: string, salonId: string | null) {
  const state = await lockState(sql, id, salonId)
  if (!state) return undefined
  if (state !== 'running' && state !== 'paused')
    throw new AppError('conflict', `This campaign is ${state}; its start cannot change`)
  const texts = await sql<(QueuedText & { status: string })[]>`
    with locked as (
      select id, phone, status, due_at, seq from messages where campaign_id = ${id} order by id for update
    )
    select id, phone, status from locked order by due_at, seq`
  if (texts.some(({ status }) => status !== 'queued' && status !== 'canceled'))
    throw new AppError('conflict', 'The first texts have left, so the start cannot change')
  return texts.filter(({ status }) => status === 'queued')
}

export interface MovedText {
  id: string
  dueAt: Date
  /** End of its window; null: endless. */
  dueUntil: Date | null
}

/** Texts per statement. */
const CHUNK = 2500

/** Stores the new start of a campaign and the times of its locked texts. Its update notifies workers and consoles. */
export async function moveTexts(sql: Sql, id: string, startsAt: Date | null, texts: MovedText[]) {
  for (let at = 0; at < texts.length; at += CHUNK) {
    const chunk = texts.slice(at, at + CHUNK).map(({ id: text, dueAt, dueUntil }) => ({
      id: text,
      due_at: dueAt.toISOString(),
      due_until: dueUntil?.toISOString() ?? 'infinity',
    }))
    await sql`
      update messages m set due_at = t.due_at, due_until = t.due_until
      from jsonb_to_recordset(${sql.json(chunk)}) as t (id uuid, due_at timestamptz, due_until timestamptz)
      where m.id = t.id and m.status = 'queued'`
  }
  await sql`update campaigns set starts_at = ${startsAt} where id = ${id}`
}

/**
 * Lets the queued texts of a running campaign leave now, outside of their hours. Only on the simulated network: throws
 * `conflict` at a carrier. False if there is no such campaign.
 */
export async function waiveHours(
  sql: Sql,
  { simulated }: Pick<Carrier, 'simulated'>,
  { id, salonId, now, moment }: { id: string; salonId: string | null; now: Date; moment: Moment },
): Promise<boolean> {
  if (!simulated) throw new AppError('conflict', 'Only on the simulated phone network')
  const state = await lockState(sql, id, salonId)
  if (!state) return false
  if (state !== 'running') throw new AppError('conflict', `This campaign is ${state}; it sends nothing`)
  await sql`
    update messages set due_at = least(due_at, ${moment}), due_until = 'infinity'
    where id in (select id from messages where campaign_id = ${id} and status = 'queued' order by id for update)`
  await sql`update campaigns set hours_waived_at = ${now}, starts_at = null where id = ${id}`
  return true
}

/** Whether staff sent this text outside of its hours. Never at a carrier. */
export async function areHoursWaived(sql: Sql, { simulated }: Pick<Carrier, 'simulated'>, textId: string) {
  if (!simulated) return false
  const { count } = await sql`
    select 1 from messages m join campaigns c on c.id = m.campaign_id
    where m.id = ${textId} and m.created_at <= c.hours_waived_at`
  return count > 0
}
