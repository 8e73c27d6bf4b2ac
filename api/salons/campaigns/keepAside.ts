import { createHash } from 'node:crypto'
import { MIN_COMPARED } from '@salonback/shared/salons/campaigns/contract.ts'
import type { ScheduledText } from '@salonback/shared/salons/campaigns/schedule.ts'
import type { Sql } from '../../platform/db/open.ts'
import type { StoredClient } from '../clients/clientFacts.ts'

/** Percent of the compared clients, unless the plan says otherwise. */
const USUAL_PERCENT = 10
const DAY_MS = 24 * 3_600_000
/** Clients per step. */
const STEP = 100

/** The place of a client in the draw of a campaign. A restart computes the same. */
const drawOf = (campaignId: string, clientId: string) =>
  createHash('sha256').update(`${campaignId}:${clientId}`).digest('hex')

/** The clients with the lowest draws. Does not depend on the order of the clients. */
export const drawClients = (campaignId: string, clientIds: readonly string[], percent: number): Set<string> =>
  toEnd(drawInSteps(campaignId, clientIds, percent))

/** Groups of a draw, which are sorted one after the other: 30,000 draws together take longer than a turn of the event loop. */
const GROUPS = 256

function* drawInSteps(campaignId: string, clientIds: readonly string[], percent: number) {
  const groups = Array.from({ length: GROUPS }, (): { id: string; draw: string }[] => [])
  for (const [index, id] of clientIds.entries()) {
    if (index % STEP === 0) yield
    const draw = drawOf(campaignId, id)
    groups[Number.parseInt(draw.slice(0, 2), 16)]?.push({ id, draw })
  }
  const wanted = Math.round((clientIds.length * percent) / 100)
  const drawn = new Set<string>()
  for (const group of groups) {
    yield
    group.sort((one, other) => (one.draw < other.draw ? -1 : 1))
    for (const { id } of group) if (drawn.size < wanted) drawn.add(id)
  }
  return drawn
}

function toEnd<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

export interface Draw {
  percent: number
  /** Clients that can be compared, including those kept aside. */
  compared: Set<string>
  keptAside: Set<string>
}

/** The clients that get the second offer of a campaign: one half. Another draw than that of the clients kept aside. */
export const drawOther = (campaignId: string, clientIds: readonly string[]): Set<string> =>
  toEnd(drawOtherInSteps(campaignId, clientIds))

export const drawOtherInSteps = (campaignId: string, clientIds: readonly string[]) =>
  drawInSteps(`${campaignId}:other`, clientIds, 50)

interface KeepAside {
  campaignId: string
  /** Its texts are compared with each other, also if no client is kept aside. */
  hasTwoTexts: boolean
  percent: number | undefined
  attributionDays: number
  now: Date
}

/**
 * Draws the clients that a campaign keeps aside. Does not compare a client with a text so recent that a visit would still be
 * charged: the earlier text would count as an effect, and the salon would pay for a client who was kept aside.
 */
export function* keepAside(
  recipients: readonly Pick<StoredClient, 'id' | 'lastTextAt'>[],
  { campaignId, hasTwoTexts, percent = USUAL_PERCENT, attributionDays, now }: KeepAside,
): Generator<void, Draw> {
  const share = recipients.length < MIN_COMPARED ? 0 : percent
  if (share === 0 && !hasTwoTexts) return { percent: 0, compared: new Set(), keptAside: new Set() }
  const since = now.getTime() - Math.max(30, attributionDays) * DAY_MS
  const compared = recipients
    .filter(({ lastTextAt }) => lastTextAt === null || new Date(lastTextAt).getTime() < since)
    .map(({ id }) => id)
  const keptAside = yield* drawInSteps(campaignId, compared, share)
  return { percent: share, compared: new Set(compared), keptAside }
}

export interface Assignment {
  clientId: string
  assigned: 'text' | 'kept_aside'
  beside: string | null
  dueAt: Date
}

/** What each compared client gets. Those kept aside stand beside texts over the whole time of the campaign. */
export function assignmentsOf(
  { compared, keptAside }: Draw,
  scheduled: readonly ScheduledText<{ id: string }>[],
): Assignment[] {
  const texts = scheduled.filter(({ recipient }) => compared.has(recipient.id))
  const texted = texts.map(({ recipient, dueAt }): Assignment => {
    return { clientId: recipient.id, assigned: 'text', beside: null, dueAt }
  })
  const kept = [...keptAside].flatMap((clientId, n): Assignment[] => {
    const text = texts[Math.floor((n * texts.length) / keptAside.size)]
    return text ? [{ clientId, assigned: 'kept_aside', beside: text.recipient.id, dueAt: text.dueAt }] : []
  })
  return [...texted, ...kept]
}

/** Rows per statement. */
const CHUNK = 1000

export async function saveAssignments(
  sql: Sql,
  campaignId: string,
  assignments: readonly Assignment[],
): Promise<void> {
  for (let at = 0; at < assignments.length; at += CHUNK) {
    const chunk = assignments.slice(at, at + CHUNK).map(({ clientId, assigned, beside, dueAt }) => ({
      client_id: clientId,
      assigned,
      beside,
      due_at: dueAt.toISOString(),
    }))
    // An erasure may delete a client while the campaign starts.
    await sql`
      insert into assignments (campaign_id, client_id, assigned, beside, due_at)
      select ${campaignId}, t.client_id, t.assigned, b.id, t.due_at
      from jsonb_to_recordset(${sql.json(chunk)}) as t (client_id uuid, assigned text, beside uuid, due_at timestamptz)
        join clients c on c.id = t.client_id left join clients b on b.id = t.beside`
  }
}
