import type { OutboundStatus } from '@salonback/shared/messages/contract.ts'
import { insertCampaign, queueFirstTexts } from '../campaigns/queries.ts'
import { finishCampaigns, reopenCampaigns } from '../campaigns/watch.ts'
import { databaseNow } from '../db/now.ts'
import type { Deps } from '../deps.ts'
import type { SendOutcome } from '../messages/carrier.ts'
import { claimDue } from '../messages/claim.ts'
import { receiveText } from '../messages/inbound.ts'
import { insertReply, queueText } from '../messages/outbox.ts'
import { recordReceipt } from '../messages/receipts.ts'
import { reconcileUnknown } from '../messages/reconcile.ts'
import { sendClaimed } from '../messages/send.ts'
import { findAgencySender } from '../messages/senders.ts'
import type { ClaimedText } from '../messages/text.ts'
import { expire } from '../messages/transitions/attempt.ts'
import { cancelStrays, failQueued, reclaim } from '../messages/transitions/queued.ts'
import { ErasureRefused, erase } from '../privacy/erase.ts'
import type { testApp } from './app.ts'
import { fictional, makeProspect } from './factories.ts'
import { inboundParams, messageSid } from './webhooks.ts'

type App = Awaited<ReturnType<typeof testApp>>

/** What may happen to the texts of one number. `n` names one of them, or one attempt at them, counted round. */
export type Event =
  | { do: 'claim' | 'maintain' | 'restart' | 'erase' | 'again' }
  /**
   * The attempt's call ends so. `look`: after one more look at the row, as every call begins. `twice`: the word that its
   * outcome is written was lost, so that it may come again, however much later.
   */
  | { do: 'answer'; n: number; outcome: keyof typeof outcomes; look?: boolean; twice?: boolean }
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
  busy: { kind: 'busy', message: 'Later', retryAfterSeconds: null },
  unauthorized: { kind: 'unauthorized', message: 'Who are you?' },
  ambiguous: { kind: 'ambiguous', message: 'Hm' },
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

/** One change of one text's status, as the database saw it. */
export interface Move {
  id: string
  from: OutboundStatus
  to: OutboundStatus
}

/** Writes down each change of a status, also those that one transaction makes and makes undone. Of this test's database alone. */
export async function watchMoves({ sql }: App): Promise<void> {
  await sql.unsafe(`
    create table moves_seen (n bigint generated always as identity, id uuid, "from" text, "to" text);
    create function note_move() returns trigger language plpgsql as $$
      begin insert into moves_seen (id, "from", "to") values (new.id, old.status, new.status); return null; end $$;
    create trigger note_move after update of status on messages for each row
      when (old.status is distinct from new.status) execute function note_move()`)
}

const PHONE = fictional(640)

const nth = <T>(list: T[], n: number): T | undefined => list[n % Math.max(1, list.length)]

/** What a person asks for may be refused; nothing else may. */
async function unlessRefused(asked: Promise<unknown>): Promise<void> {
  await asked.catch((error) => {
    const refused = error instanceof ErasureRefused || [404, 409].includes(error?.status)
    if (!refused) throw error
  })
}

type Walk = Awaited<ReturnType<typeof startWalk>>

/** A prospect with a details text and a first text in the queue and a reply on its way. */
export async function startWalk(app: App) {
  const { sql, clock } = app
  await sql`
    truncate messages, campaigns, prospects, suppressions, undeliverable, receipts, consent_ledger, moves_seen cascade`
  await sql`update send_bucket set stopped_at = null, stopped_reason = null`
  const [admin] = await sql<[{ id: string }]>`select id from admins limit 1`
  const now = clock()
  const prospect = await makeProspect(sql, { phone: PHONE })
  await queueText(sql, { kind: 'details', phone: PHONE, body: 'Details', dedupeKey: 'details', now })
  const more = { segments: 1, carriesLink: false, createdBy: admin.id, setsStatus: null, statusBefore: null }
  const written = { phone: PHONE, body: 'Reply', dedupeKey: 'reply', now, leasedAt: databaseNow(sql, clock) }
  const reply = await insertReply(sql, { sender: await findAgencySender(sql), ...written, ...more })
  const sids = new Map<string, string>()
  const walk = {
    app,
    admin,
    prospect,
    inHand: reply ? [reply] : [],
    sidOf(id: string) {
      const sid = sids.get(id) ?? messageSid()
      sids.set(id, sid)
      return sid
    },
  }
  await queueFirstText(walk)
  return walk
}

async function queueFirstText({ app, admin, prospect }: Pick<Walk, 'app' | 'admin' | 'prospect'>) {
  const { sql, clock } = app
  const campaign = { createdBy: admin.id, now: clock() }
  const id = await insertCampaign(sql, { template: 'Hi', basis: 'consent', ...campaign })
  const text = { prospectId: prospect.id, place: 1, phone: PHONE, body: `Hi ${id}`, segments: 1 }
  const skipped = await queueFirstTexts(sql, { id, now: campaign.now, basis: 'consent', actor: 'maya' }, [
    { ...text, dueAt: clock(), dueUntil: null },
  ])
  if (skipped.length > 0) await sql`delete from campaigns where id = ${id}`
}

export function textsOf({ sql, clock }: App): Promise<Text[]> {
  return sql<Text[]>`
    select id, kind, status, attempts, accepted_at is not null as accepted, retried, campaign_id,
      lease_until <= ${clock()} as lease_over
    from messages where direction = 'outbound' order by seq`
}

/** The moves since this was last asked. */
export const takeMoves = async ({ sql }: App): Promise<Move[]> => [
  ...(await sql<Move[]>`
    with taken as (delete from moves_seen returning *) select id, "from", "to" from taken order by n`),
]

/** Lets one thing happen. Returns the attempt that was answered, if one was. */
export async function happen(walk: Walk, event: Event): Promise<ClaimedText | undefined> {
  const { app } = walk
  const { sql, deps, clock, staff } = app
  switch (event.do) {
    case 'claim':
      walk.inHand.push(...(await claimDue(deps, 50)))
      return
    case 'answer':
      return answer(walk, event)
    case 'receipt':
      await takeOne(walk, event)
      return
    case 'text':
      await receiveText(deps, inboundParams({ From: PHONE, Body: event.body }), clock())
      return
    case 'wait':
      clock.advance(event.seconds * 1000)
      return
    case 'maintain':
      await expire(sql, deps.subscribers, databaseNow(sql, clock), clock())
      await cancelStrays(sql, clock())
      await reopenCampaigns(sql)
      await finishCampaigns(sql)
      return
    case 'reconcile':
      await reconcile(walk, event.known)
      return
    case 'restart':
      walk.inHand = []
      await sql`update send_bucket set stopped_at = null, stopped_reason = null`
      return
    case 'campaign': {
      const [campaign] = await sql<{ id: string }[]>`select id from campaigns order by created_at, id limit 1`
      if (campaign) await unlessRefused(staff.campaigns[event.verb]({ id: campaign.id }))
      return
    }
    case 'resolve': {
      const text = nth(await textsOf(app), event.n)
      if (text) await unlessRefused(staff.messages.resolveUnknown({ id: text.id, outcome: event.outcome }))
      return
    }
    case 'again':
      for (const { id } of await textsOf(app)) await unlessRefused(staff.messages.allowFirstText({ id }))
      await queueFirstText(walk)
      return
    case 'reclaim': {
      const text = nth(walk.inHand, event.n)
      const taken = text && (await reclaim(sql, text, databaseNow(sql, clock)))
      if (taken) walk.inHand.push(taken)
      return
    }
    case 'failQueued': {
      const text = nth(await textsOf(app), event.n)
      if (text) await failQueued(sql, deps.subscribers, { id: text.id, reason: 'Busy', now: clock() })
      return
    }
    case 'erase':
      return unlessRefused(
        erase(app.sql, app.env, null, { phone: PHONE, now: clock() }),
      ) as Promise<undefined>
  }
}

/** The carrier's part: checks the send guard as every call does, then returns the given outcome. */
async function answer({ app, inHand, sidOf }: Walk, event: Extract<Event, { do: 'answer' }>) {
  const { n, outcome, look, twice } = event
  const text = nth(inHand, n)
  if (!text) return undefined
  const said = outcomes[outcome]
  const answered = said.kind === 'accepted' ? { ...said, sid: sidOf(text.id) } : said
  const send: Deps['carrier']['send'] = async (_, fence) =>
    look && !(await fence.check()) ? { kind: 'blocked' } : answered
  await sendClaimed({ ...app.deps, carrier: { ...app.deps.carrier, send } }, text)
  if (!twice) inHand.splice(inHand.indexOf(text), 1)
  return text
}

async function takeOne({ app, sidOf }: Walk, { n, status, code }: Extract<Event, { do: 'receipt' }>) {
  const text = nth(await textsOf(app), n)
  if (!text) return
  const receipt = { sid: sidOf(text.id), messageId: text.id, status, errorCode: code, raw: {} }
  await recordReceipt(app.deps, receipt, app.clock())
}

async function reconcile({ app, sidOf }: Walk, known: boolean) {
  const { sql, deps } = app
  const find: Deps['carrier']['find'] = async ({ body }) => {
    const [text] = await sql<{ id: string }[]>`select id from messages where body = ${body}`
    return known && text ? [{ sid: sidOf(text.id), status: 'delivered', errorCode: null }] : []
  }
  await reconcileUnknown({ ...deps, carrier: { ...deps.carrier, find } })
}
