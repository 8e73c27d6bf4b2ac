import { countWrong, groupBy } from '../rows.ts'
import type { Row } from '../suite.ts'
import { checkSalonCampaigns } from './checkSalonCampaigns.ts'
import { checkSalons } from './checkSalons.ts'
import { OVERDUE_MS } from './drain.ts'
import { type OwnerText, textsFrom } from './journal.ts'
import type { OutboundText, Stage } from './stage.ts'

/** What the database holds, compared with the carrier and with what was acknowledged. */
export async function checkRecord(stage: Stage): Promise<Row[]> {
  const { sql, testBed } = stage
  const overdueSince = new Date(Date.now() - OVERDUE_MS)
  const texts = await sql<OutboundText[]>`
    select m.id, m.phone, s.address as from, m.kind, m.body, m.sid, m.status, m.accepted_at is not null as accepted, m.error_code, m.error_message,
      waits, o.state,
      coalesce(case m.status when 'queued' then (o.id is null or o.state = 'running') and not waits and m.due_at < ${overdueSince}
        when 'sending' then m.lease_until < ${overdueSince} when 'unknown' then m.reconcile_at < ${overdueSince} end, false) as overdue
    from messages m join senders s on s.id = m.sender_id left join campaigns o on o.id = m.campaign_id
      cross join lateral (select m.kind in ('offer', 'reminder')
        and (m.due_at > now() + interval '1 hour' or pending_review(m.phone)) as waits) w
    where m.direction = 'outbound'`
  return [
    ...(await receivedTextsStored(stage)),
    await leadsStored(stage, texts),
    repliesStored(stage, texts),
    ...checkSalons(stage, texts),
    ...checkSalonCampaigns(stage, texts),
    await checkSuppression(stage),
    noTextStuck(stage, texts),
    noTextUnresolved(stage, texts),
    carrierTextsRecorded(stage, texts),
    recordedTextsAtCarrier(stage, texts),
    ...(await checkCampaigns(stage)),
    await countTransactions(stage),
    { what: 'texts accepted by the carrier', tried: testBed.carrier.accepted.size, wrong: 0 },
  ]
}

async function receivedTextsStored({ sql, testBed }: Stage): Promise<Row[]> {
  const rows = await sql<{ sid: string; to: string | null }[]>`
    select m.sid, s.address as to from messages m
    left join senders s on s.id = m.sender_id and s.salon_id is not distinct from m.salon_id where m.direction = 'inbound'`
  const stored = groupBy(rows, ({ sid }) => sid)
  const { ownerTexts } = testBed.journal
  const unacknowledged = ownerTexts.filter(({ acknowledgedAt }) => acknowledgedAt === null)
  const problemOf = ({ phone, meaning, sid, to }: OwnerText) => {
    const senders = (stored.get(sid) ?? []).map((row) => row.to)
    return senders.length === 1 && senders[0] === to
      ? null
      : `${phone}: ${meaning} ${sid} to ${to} is stored with ${senders.join(', ') || 'no sender'}`
  }
  const bySender = groupBy(unacknowledged, ({ to }) => to)
  const fetched = countWrong(
    'a text that no server acknowledged is fetched',
    unacknowledged,
    problemOf,
    ({ to }) => to,
  )
  const note = [...bySender].map(([to, texts]) => `${texts.length} to ${to}`).join(', ')
  return [
    countWrong('a received text is stored once, with the sender it was sent to', ownerTexts, problemOf),
    { ...fetched, note: fetched.note ?? note },
  ]
}

async function leadsStored({ sql, testBed }: Stage, texts: OutboundText[]): Promise<Row> {
  const rows = await sql<
    { mobileNumber: string; held: string | null }[]
  >`select mobile_number, held from leads`
  const withheld = new Map(rows.map(({ mobileNumber, held }) => [mobileNumber, held]))
  const details = new Set(texts.filter(({ kind }) => kind === 'details').map(({ phone }) => phone))
  return countWrong(
    'an acknowledged lead is stored and has its details text',
    testBed.journal.leads.filter(({ acknowledged }) => acknowledged),
    ({ phone }) => {
      if (!withheld.has(phone)) return `${phone}: no lead`
      return details.has(phone) ? null : `${phone}: no text, withheld: ${withheld.get(phone)}`
    },
  )
}

function repliesStored({ testBed }: Stage, texts: OutboundText[]): Row {
  const acknowledged = testBed.journal.replies.filter(({ answers }) =>
    answers.some(({ status }) => status === 200),
  )
  const stored = new Set(texts.filter(({ kind }) => kind === 'reply').map(({ body }) => body))
  return countWrong('an acknowledged reply is stored', acknowledged, ({ body }) =>
    stored.has(body) ? null : body,
  )
}

async function checkSuppression({ sql, testBed }: Stage): Promise<Row> {
  const rows = await sql<{ phone: string }[]>`select phone from suppressions where phone is not null`
  const suppressed = new Set(rows.map(({ phone }) => phone))
  const phones = groupBy(testBed.journal.ownerTexts, ({ phone }) => phone).keys()
  return countWrong('the last STOP or START to each sender decides suppression', [...phones], (phone) => {
    const keywords = textsFrom(testBed.journal, phone).filter(
      ({ meaning }) => meaning === 'stop' || meaning === 'start',
    )
    const stopped = new Set<string>()
    for (const { meaning, to } of keywords) stopped[meaning === 'stop' ? 'add' : 'delete'](to)
    const is = suppressed.has(phone)
    const all = keywords.map(({ meaning, to, sid }) => `${meaning} to ${to} (${sid})`).join(', ')
    return is === stopped.size > 0 ? null : `${phone}: ${all || 'no keyword'}; suppressed: ${is}`
  })
}

function noTextStuck({ size }: Stage, texts: OutboundText[]): Row {
  return countWrong(
    'no text is overdue, stays sending, or is queued in an ended campaign',
    texts,
    ({ phone, status, state, overdue, waits }) =>
      overdue ||
      (status === 'queued' && (state === 'canceled' || state === 'finished')) ||
      (size.longFreezeMs > 0 && (status === 'sending' || (status === 'queued' && !waits)))
        ? `${phone}: ${status}, campaign ${state}`
        : null,
    ({ status, state }) => `${status} ${state ?? ''}`,
  )
}

/** A first text that the carrier does not have may stay unknown. After a long wait other kinds may not: they are retried. */
function noTextUnresolved({ testBed, size }: Stage, texts: OutboundText[]): Row {
  const accepted = testBed.carrier.accepted.values()
  const atCarrier = groupBy(accepted, ({ from, to, body }) => `${from} ${to} ${body}`)
  const retriedKinds = ['reply', 'details', 'alert']
  return countWrong(
    'no text stays unknown if the carrier has it or if it is retried',
    texts,
    ({ from, phone, body, kind, status }) => {
      if (status !== 'unknown') return null
      if (atCarrier.has(`${from} ${phone} ${body}`)) return `${phone}: ${kind} is unknown, the carrier has it`
      if (size.longFreezeMs > 0 && retriedKinds.includes(kind))
        return `${phone}: ${kind} is unknown and was not retried`
      return null
    },
  )
}

function carrierTextsRecorded({ testBed }: Stage, texts: OutboundText[]): Row {
  const bySid = new Map(texts.flatMap((text) => (text.sid === null ? [] : [[text.sid, text] as const])))
  return countWrong(
    'every text at the carrier is recorded as sent, with its sender and final status',
    [...testBed.carrier.accepted.values()],
    (text) => {
      const row = bySid.get(text.sid)
      if (!row) return `${text.to}: “${text.body}” is at the carrier but not in the database`
      if (row.from !== text.from) return `${text.to}: left from ${text.from}, the database says ${row.from}`
      if (!row.accepted) return `${text.to}: the carrier has it, the database says ${row.status}`
      if (!text.acknowledged.has(text.status) || text.status === 'sent') return null
      return row.status === text.status
        ? null
        : `${text.to}: the carrier says ${text.status}, the database says ${row.status}`
    },
  )
}

function recordedTextsAtCarrier({ testBed }: Stage, texts: OutboundText[]): Row {
  return countWrong(
    'every text recorded as sent is at the carrier',
    texts.filter(({ sid, status }) => sid !== null || ['sent', 'delivered', 'undelivered'].includes(status)),
    ({ sid, phone, status }) => {
      // Staff resolved an unknown text as sent.
      if (sid === null) return status === 'sent' ? null : `${phone}: ${status} without a sid`
      return testBed.carrier.accepted.has(sid) ? null : `${phone}: ${status} ${sid}, unknown to the carrier`
    },
  )
}

async function checkCampaigns({ sql, testBed, size }: Stage): Promise<Row[]> {
  const rows = await sql<
    { id: string; salonId: string | null; state: string; open: number; waits: boolean }[]
  >`
    select id, salon_id, state, (select count(*)::int from messages m where m.campaign_id = o.id
      and m.status in ('queued', 'sending')) as open, exists (select 1 from messages m where m.campaign_id = o.id
      and m.status = 'queued' and (m.due_at > now() + interval '1 hour' or pending_review(m.phone))) as waits
    from campaigns o`
  const ofAgency = rows.filter(({ salonId }) => salonId === null)
  return [
    countWrong('a campaign with nothing left to send is finished', rows, ({ id, state, open, waits }) =>
      state === 'running' && !waits && (open === 0 || size.longFreezeMs > 0)
        ? `${id}: ${state}, ${open} open`
        : null,
    ),
    {
      what: 'a repeated start creates one campaign',
      tried: testBed.journal.campaigns.length,
      wrong: Math.abs(ofAgency.length - new Set(testBed.journal.campaigns.map(({ id }) => id)).size),
    },
  ]
}

/** A figure, not a check. Postgres resets its statistics after a crash. */
async function countTransactions({ sql }: Stage): Promise<Row> {
  const [row] = await sql<[{ deadlocks: number; all: number }]>`
    select deadlocks::int, xact_commit::int + 1 as all from pg_stat_database where datname = current_database()`
  return {
    what: 'transactions since the last crash',
    tried: row.all,
    wrong: 0,
    note: `${row.deadlocks} deadlocks, retried`,
  }
}
