import { countWrong, groupBy } from '../rows.ts'
import type { Row } from '../suite.ts'
import { OVERDUE_MS } from './drain.ts'
import { textsFrom } from './journal.ts'
import type { ChaosStage } from './stage.ts'

interface Text {
  id: string
  phone: string
  kind: string
  body: string
  sid: string | null
  status: string
  accepted: boolean
  overdue: boolean
  state: string | null
}

/** The second side: the database, against the carrier's books and what was acknowledged. */
export async function checkRecord(stage: ChaosStage): Promise<Row[]> {
  const { sql, surroundings, size } = stage
  const late = new Date(Date.now() - OVERDUE_MS)
  const texts = await sql<Text[]>`
    select m.id, m.phone, m.kind, m.body, m.sid, m.status, m.accepted_at is not null as accepted, o.state,
      coalesce(case m.status when 'queued' then (o.id is null or o.state = 'running') and m.due_at < ${late}
        when 'sending' then m.lease_until < ${late} when 'unknown' then m.reconcile_at < ${late} end, false) as overdue
    from messages m left join campaigns o on o.id = m.campaign_id where m.direction = 'outbound'`
  return [
    ...(await nothingLost(stage, texts)),
    await allowedAsLastSaid(stage),
    countWrong(
      'no text is left queued in a campaign that is over, half sent, or overdue',
      texts,
      ({ phone, status, state, overdue }) =>
        overdue ||
        (status === 'queued' && (state === 'canceled' || state === 'finished')) ||
        (size.longSleepMs > 0 && (status === 'sending' || status === 'queued'))
          ? `${phone}: ${status}, campaign ${state}`
          : null,
      ({ status, state }) => `${status} ${state ?? ''}`,
    ),
    settledWhenTold(stage, texts),
    ...agree(stage, texts),
    ...(await campaignsEnd(stage)),
    await deadlocks(stage),
    { what: 'texts taken by the carrier', tried: surroundings.carrier.taken.size, wrong: 0 },
  ]
}

async function nothingLost({ sql, surroundings }: ChaosStage, texts: Text[]): Promise<Row[]> {
  const rows = await sql<{ sid: string; count: number }[]>`
    select sid, count(*)::int as count from messages where direction = 'inbound' group by sid`
  const stored = new Map(rows.map(({ sid, count }) => [sid, count]))
  const shortStack = surroundings.journal.ownerTexts
  const unanswered = shortStack.filter(({ acknowledgedAt }) => acknowledgedAt === null).length
  const kept = countWrong(
    'a received text is kept once, whether or not its webhook was answered',
    shortStack,
    (text) => {
      const times = stored.get(text.sid) ?? 0
      return times === 1 ? null : `${text.phone}: ${text.meaning} ${text.sid} is there ${times} times`
    },
  )
  const leads = await sql<
    { mobileNumber: string; held: string | null }[]
  >`select mobile_number, held from leads`
  const known = new Map(leads.map(({ mobileNumber, held }) => [mobileNumber, held]))
  const details = new Set(texts.filter(({ kind }) => kind === 'details').map(({ phone }) => phone))
  const told = surroundings.journal.replies.filter(({ answers }) =>
    answers.some(({ status }) => status === 200),
  )
  const replies = new Set(texts.filter(({ kind }) => kind === 'reply').map(({ body }) => body))
  return [
    { ...kept, ...(kept.wrong === 0 && { note: `${unanswered} of them were never answered with 200` }) },
    countWrong(
      'an acknowledged lead is kept, with its details text',
      surroundings.journal.leads.filter(({ acknowledged }) => acknowledged),
      ({ phone }) =>
        known.has(phone) && details.has(phone)
          ? null
          : `${phone}: ${known.has(phone) ? `no text, held: ${known.get(phone)}` : 'no lead'}`,
    ),
    countWrong('an acknowledged reply is kept', told, ({ body }) => (replies.has(body) ? null : body)),
  ]
}

async function allowedAsLastSaid({ sql, surroundings }: ChaosStage): Promise<Row> {
  const rows = await sql<{ phone: string }[]>`select phone from suppressions where phone is not null`
  const suppressed = new Set(rows.map(({ phone }) => phone))
  const byPhone = [...groupBy(surroundings.journal.ownerTexts, ({ phone }) => phone).keys()]
  return countWrong('a number may be texted exactly when its last word allows it', byPhone, (phone) => {
    const last = textsFrom(surroundings.journal, phone).findLast(
      ({ meaning }) => meaning === 'stop' || meaning === 'start',
    )
    const must = last?.meaning === 'stop'
    return suppressed.has(phone) === must
      ? null
      : `${phone}: last word ${last?.meaning ?? 'none'}, suppressed: ${!must}`
  })
}

/** Unknown may stay only what the carrier cannot tell of, and for which nobody waits. */
function settledWhenTold({ surroundings, size }: ChaosStage, texts: Text[]): Row {
  const taken = groupBy(surroundings.carrier.taken.values(), ({ to, body }) => `${to} ${body}`)
  const waitedFor = ['reply', 'details', 'alert']
  return countWrong(
    'every unknown text is settled when the carrier can tell',
    texts,
    ({ phone, body, kind, status }) => {
      if (status !== 'unknown') return null
      if (taken.has(`${phone} ${body}`)) return `${phone}: ${kind} is unknown, the carrier has it`
      if (size.longSleepMs > 0 && waitedFor.includes(kind))
        return `${phone}: ${kind} is unknown, somebody waits for it`
      return null
    },
  )
}

/** Text by text, both ways. */
function agree({ surroundings }: ChaosStage, texts: Text[]): Row[] {
  const bySid = new Map(texts.flatMap((text) => (text.sid === null ? [] : [[text.sid, text] as const])))
  const { taken } = surroundings.carrier
  return [
    countWrong(
      'what the carrier has, we know as sent, with its own last word',
      [...taken.values()],
      (text) => {
        const ours = bySid.get(text.sid)
        if (!ours) return `${text.to}: the carrier has “${text.body}”, we do not`
        if (!ours.accepted) return `${text.to}: the carrier has it, we say ${ours.status}`
        if (!text.acknowledged.has(text.status) || text.status === 'sent') return null
        return ours.status === text.status
          ? null
          : `${text.to}: the carrier says ${text.status}, we say ${ours.status}`
      },
    ),
    countWrong(
      'what we call sent, the carrier has',
      texts.filter(
        ({ sid, status }) => sid !== null || ['sent', 'delivered', 'undelivered'].includes(status),
      ),
      ({ sid, phone, status }) => {
        // Without an id a person counted it as sent.
        if (sid === null) return status === 'sent' ? null : `${phone}: ${status} without an id`
        return taken.has(sid) ? null : `${phone}: ${status} ${sid}, unknown to the carrier`
      },
    ),
  ]
}

async function campaignsEnd({ sql, surroundings, size }: ChaosStage): Promise<Row[]> {
  const rows = await sql<{ id: string; state: string; open: number }[]>`
    select id, state, (select count(*)::int from messages m where m.campaign_id = o.id
      and m.status in ('queued', 'sending')) as open from campaigns o`
  return [
    countWrong('a campaign with nothing left to send is finished', rows, ({ id, state, open }) =>
      state === 'running' && (open === 0 || size.longSleepMs > 0) ? `${id}: ${state}, ${open} open` : null,
    ),
    {
      what: 'a campaign whose start was repeated is one campaign',
      tried: surroundings.journal.campaigns.length,
      wrong: Math.abs(rows.length - new Set(surroundings.journal.campaigns.map(({ id }) => id)).size),
    },
  ]
}

async function deadlocks({ sql }: ChaosStage): Promise<Row> {
  const [row] = await sql<[{ deadlocks: number; all: number }]>`
    select deadlocks::int, xact_commit::int + 1 as all from pg_stat_database where datname = current_database()`
  return {
    what: 'transactions since the last crash',
    tried: row.all,
    wrong: 0,
    note: `${row.deadlocks} deadlocks, retried`,
  }
}
