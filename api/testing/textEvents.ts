import type { OutboundStatus } from '@salonback/shared/core/messages/text.ts'
import { campaignPolicies } from '../campaignPolicies.ts'
import { finishCampaigns, reopenCampaigns } from '../core/campaigns/finish.ts'
import { insertCampaign } from '../core/campaigns/queries.ts'
import { ErasureRefused, erase } from '../core/erasure/erase.ts'
import type { SendOutcome } from '../core/messages/carrier.ts'
import { claimDue } from '../core/messages/claim.ts'
import { receiveText } from '../core/messages/inbound.ts'
import { insertReply, queueText } from '../core/messages/outbox.ts'
import { recordReceipt } from '../core/messages/receipts.ts'
import { reconcileUnknown } from '../core/messages/reconcile.ts'
import { sendClaimed } from '../core/messages/send.ts'
import { findAgencySender } from '../core/messages/senders.ts'
import type { ClaimedText } from '../core/messages/text.ts'
import { expire } from '../core/messages/transitions/attempt.ts'
import { cancelStrays, failQueued, reclaim } from '../core/messages/transitions/queued.ts'
import type { Deps } from '../deps.ts'
import { databaseNow } from '../platform/db/now.ts'
import type { Sql } from '../platform/db/open.ts'
import { reads } from '../reads.ts'
import { queueFirstTexts } from '../sales/firstTexts/queries.ts'
import type { App } from './app.ts'
import { emptyTables } from './emptyTables.ts'
import { fictional, makeProspect } from './factories.ts'
import { inboundParams, messageSid } from './webhooks.ts'

/** Something that can happen to the texts of one number. `n` selects a text or a claimed attempt, modulo their number. */
export type Event =
  | { do: 'claim' | 'maintain' | 'restart' | 'erase' | 'queueAgain' }
  /**
   * The carrier call of an attempt ends with this outcome. `checks`: the send guard checks the row first. `keeps`: the
   * attempt may end a second time, as when the commit of its outcome was not confirmed.
   */
  | { do: 'answer'; n: number; outcome: keyof typeof outcomes; checks?: boolean; keeps?: boolean }
  | { do: 'receipt'; n: number; status: 'sent' | 'delivered' | 'undelivered' | 'failed'; code: number | null }
  | { do: 'text'; body: 'STOP' | 'START' }
  | { do: 'wait'; seconds: number }
  | { do: 'reconcile'; known: boolean }
  | { do: 'campaign'; verb: 'pause' | 'resume' | 'cancel' }
  | { do: 'resolve'; n: number; outcome: 'sent' | 'failed' }
  | { do: 'reclaim' | 'failQueued'; n: number }

const outcomes = {
  accepted: { kind: 'accepted', sid: '', segments: 1 },
  refused: { kind: 'refused', code: 21211, message: 'No such number' },
  optedOut: { kind: 'refused', code: 21610, message: 'Opted out' },
  busy: { kind: 'busy', message: 'Too many requests', retryAfterSeconds: null },
  unauthorized: { kind: 'unauthorized', message: 'Authenticate' },
  ambiguous: { kind: 'ambiguous', message: 'Connection reset' },
} as const satisfies Record<string, SendOutcome>

export interface Text {
  id: string
  kind: string
  status: OutboundStatus
  attempts: number
  accepted: boolean
  retried: boolean
  campaignId: string | null
  leaseOver: boolean
}

export interface StatusChange {
  id: string
  from: OutboundStatus
  to: OutboundStatus
}

/** Records each status change in a table, including several within one transaction. */
export async function recordStatusChanges({ sql }: App): Promise<void> {
  await sql.unsafe(`
    create table status_changes (n bigint generated always as identity, id uuid, "from" text, "to" text);
    create function record_status_change() returns trigger language plpgsql as $$
      begin insert into status_changes (id, "from", "to") values (new.id, old.status, new.status); return null; end $$;
    create trigger record_status_change after update of status on messages for each row
      when (old.status is distinct from new.status) execute function record_status_change()`)
}

/** The status changes since the last call. */
export const takeStatusChanges = async ({ sql }: App): Promise<StatusChange[]> => [
  ...(await sql<StatusChange[]>`
    with taken as (delete from status_changes returning *) select id, "from", "to" from taken order by n`),
]

const PHONE = fictional(640)

const pick = <T>(list: T[], n: number): T | undefined => list[n % Math.max(1, list.length)]

type Scenario = Awaited<ReturnType<typeof startScenario>>

/** Empties the tables, then creates a prospect with a queued details text, a queued first text and a claimed reply. */
export async function startScenario(app: App) {
  const { sql, clock } = app
  await emptyTables(sql, [
    ...['messages', 'campaigns', 'prospects', 'suppressions', 'undeliverable', 'receipts', 'consent_ledger'],
    'status_changes',
  ])
  await resumeSending(sql)
  const [admin] = await sql<[{ id: string }]>`select id from admins limit 1`
  const now = clock()
  const prospect = await makeProspect(sql, { phone: PHONE })
  await queueText(sql, { kind: 'details', phone: PHONE, body: 'Details', dedupeKey: 'details', now })
  const more = { segments: 1, carriesLink: false, createdBy: admin.id, setsStatus: null, statusBefore: null }
  const written = { phone: PHONE, body: 'Reply', dedupeKey: 'reply', now, leasedAt: databaseNow(sql, clock) }
  const reply = await insertReply(sql, { sender: await findAgencySender(sql), ...written, ...more })
  const sids = new Map<string, string>()
  const scenario = {
    app,
    admin,
    prospect,
    claimed: reply ? [reply] : [],
    sidOf(id: string) {
      const sid = sids.get(id) ?? messageSid()
      sids.set(id, sid)
      return sid
    },
  }
  await queueFirstText(scenario)
  return scenario
}

async function queueFirstText({ app, admin, prospect }: Pick<Scenario, 'app' | 'admin' | 'prospect'>) {
  const { sql, clock } = app
  const campaign = { createdBy: admin.id, now: clock() }
  const id = await insertCampaign(sql, { template: 'Hi', basis: 'consent', ...campaign })
  const text = { prospectId: prospect.id, place: 1, phone: PHONE, body: `Hi ${id}`, segments: 1 }
  const skipped = await queueFirstTexts(sql, { id, now: campaign.now, basis: 'consent', actor: 'maya' }, [
    { ...text, dueAt: clock(), dueUntil: null },
  ])
  if (skipped.length > 0) await sql`delete from campaigns where id = ${id}`
}

const resumeSending = (sql: Sql) => sql`update send_bucket set stopped_at = null, stopped_reason = null`

export function textsOf({ sql, clock }: App): Promise<Text[]> {
  return sql<Text[]>`
    select id, kind, status, attempts, accepted_at is not null as accepted, retried, campaign_id,
      lease_until <= ${clock()} as lease_over
    from messages where direction = 'outbound' order by seq`
}

type Handlers = {
  [Name in Event['do']]: (
    scenario: Scenario,
    event: Extract<Event, { do: Name }>,
  ) => Promise<ClaimedText | undefined> | Promise<void> | void
}

const handlers: Handlers = {
  async claim({ app, claimed }) {
    claimed.push(...(await claimDue(app.deps, 50)))
  },
  answer: endAttempt,
  receipt: receive,
  async text({ app: { deps, clock } }, { body }) {
    await receiveText(deps, inboundParams({ From: PHONE, Body: body }), clock())
  },
  wait: ({ app }, { seconds }) => app.clock.advance(seconds * 1000),
  async maintain({ app: { sql, deps, clock } }) {
    await expire(sql, deps.subscribers, databaseNow(sql, clock), clock())
    await cancelStrays(sql, clock())
    await reopenCampaigns(sql, reads.salons)
    await finishCampaigns(sql, campaignPolicies, clock())
  },
  reconcile,
  async restart(scenario) {
    scenario.claimed = []
    await resumeSending(scenario.app.sql)
  },
  async campaign({ app: { sql, staff } }, { verb }) {
    const [campaign] = await sql<{ id: string }[]>`select id from campaigns order by created_at, id limit 1`
    if (campaign) await ignoreRejection(staff.firstTexts[verb]({ id: campaign.id }))
  },
  async resolve({ app }, { n, outcome }) {
    const text = pick(await textsOf(app), n)
    if (text) await ignoreRejection(app.staff.inbox.resolveUnknown({ id: text.id, outcome }))
  },
  async queueAgain(scenario) {
    const { app } = scenario
    for (const { id } of await textsOf(app)) await ignoreRejection(app.staff.inbox.allowFirstText({ id }))
    await queueFirstText(scenario)
  },
  async reclaim({ app: { sql, clock }, claimed }, { n }) {
    const text = pick(claimed, n)
    const reclaimed = text && (await reclaim(sql, text, databaseNow(sql, clock)))
    if (reclaimed) claimed.push(reclaimed)
  },
  async failQueued({ app }, { n }) {
    const text = pick(await textsOf(app), n)
    if (text)
      await failQueued(app.sql, app.deps.subscribers, { id: text.id, reason: 'Busy', now: app.clock() })
  },
  erase: ({ app: { sql, env, clock } }) =>
    ignoreRejection(erase(sql, env, null, { phone: PHONE, now: clock() })),
}

/** Applies one event. Returns the attempt that ended, if one did. */
export async function applyEvent(scenario: Scenario, event: Event): Promise<ClaimedText | undefined> {
  const handle = handlers[event.do] as (scenario: Scenario, event: Event) => Promise<ClaimedText | undefined>
  return handle(scenario, event)
}

/** Staff actions may be rejected, because the event does not fit the state. */
async function ignoreRejection(action: Promise<unknown>): Promise<void> {
  await action.catch((error) => {
    const rejected = error instanceof ErasureRefused || [404, 409].includes(error?.status)
    if (!rejected) throw error
  })
}

async function endAttempt({ app, claimed, sidOf }: Scenario, event: EventOf<'answer'>) {
  const { n, outcome, checks, keeps } = event
  const text = pick(claimed, n)
  if (!text) return undefined
  const result = outcomes[outcome]
  const sent = result.kind === 'accepted' ? { ...result, sid: sidOf(text.id) } : result
  const send: Deps['carrier']['send'] = async (_, guard) =>
    checks && !(await guard.check()) ? { kind: 'blocked' } : sent
  await sendClaimed({ ...app.deps, carrier: { ...app.deps.carrier, send } }, text)
  if (!keeps) claimed.splice(claimed.indexOf(text), 1)
  return text
}

type EventOf<Name extends Event['do']> = Extract<Event, { do: Name }>

async function receive({ app, sidOf }: Scenario, { n, status, code }: EventOf<'receipt'>) {
  const text = pick(await textsOf(app), n)
  if (!text) return
  const receipt = { sid: sidOf(text.id), messageId: text.id, status, errorCode: code, raw: {} }
  await recordReceipt(app.deps, receipt, app.clock())
}

async function reconcile({ app, sidOf }: Scenario, { known }: EventOf<'reconcile'>) {
  const { sql, deps } = app
  const find: Deps['carrier']['find'] = async ({ body }) => {
    const [text] = await sql<{ id: string }[]>`select id from messages where body = ${body}`
    return known && text ? [{ sid: sidOf(text.id), status: 'delivered', errorCode: null }] : []
  }
  await reconcileUnknown({ ...deps, carrier: { ...deps.carrier, find } })
}
