import type { AcceptedText } from '../network.ts'
import { countWrong, groupBy } from '../rows.ts'
import type { Row } from '../suite.ts'
import { REJECTED } from './carrierFaults.ts'
import { type OwnerText, textsFrom } from './journal.ts'
import type { TestBed } from './testBed.ts'

/** Work that is due this long is overdue: the service polls every second. */
const OVERDUE_MS = 15_000

/** An outbound text as the database holds it at the end. */
interface OutboundText {
  id: string
  phone: string
  /** Address of its sender. */
  from: string
  kind: string
  body: string
  sid: string | null
  status: string
  accepted: boolean
  errorCode: number | null
  overdue: boolean
  /** Of its campaign. */
  state: string | null
}

/** What the database holds, compared with the carrier and with what was acknowledged. */
export async function checkRecord(testBed: TestBed): Promise<Row[]> {
  const overdueSince = new Date(Date.now() - OVERDUE_MS)
  const texts = await testBed.sql<OutboundText[]>`
    select m.id, m.phone, s.address as from, m.kind, m.body, m.sid, m.status, m.accepted_at is not null as accepted, m.error_code, o.state,
      coalesce(case m.status when 'queued' then (o.id is null or o.state = 'running') and m.due_at < ${overdueSince}
        when 'sending' then m.lease_until < ${overdueSince} when 'unknown' then m.reconcile_at < ${overdueSince} end, false) as overdue
    from messages m join senders s on s.id = m.sender_id left join campaigns o on o.id = m.campaign_id
    where m.direction = 'outbound'`
  const atCarrier = await testBed.network.accepted()
  return [
    ...(await receivedTextsStored(testBed)),
    await leadsStored(testBed, texts),
    repliesStored(testBed, texts),
    ownSenderOnly(testBed, texts),
    salonTextsLeave(testBed, texts),
    await checkSuppression(testBed),
    noTextStuck(texts),
    noTextUnresolved(atCarrier, texts),
    carrierTextsRecorded(atCarrier, texts),
    recordedTextsAtCarrier(atCarrier, texts),
    ...(await checkCampaigns(testBed)),
  ]
}

async function receivedTextsStored({ sql, journal }: TestBed): Promise<Row[]> {
  const rows = await sql<{ sid: string; to: string | null }[]>`
    select m.sid, s.address as to from messages m
    left join senders s on s.id = m.sender_id and s.salon_id is not distinct from m.salon_id where m.direction = 'inbound'`
  const stored = groupBy(rows, ({ sid }) => sid)
  const { ownerTexts } = journal
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

async function leadsStored({ sql, journal }: TestBed, texts: OutboundText[]): Promise<Row> {
  const rows = await sql<
    { mobileNumber: string; held: string | null }[]
  >`select mobile_number, held from leads`
  const withheld = new Map(rows.map(({ mobileNumber, held }) => [mobileNumber, held]))
  const details = new Set(texts.filter(({ kind }) => kind === 'details').map(({ phone }) => phone))
  return countWrong(
    'an acknowledged lead is stored and has its details text',
    journal.leads.filter(({ acknowledged }) => acknowledged),
    ({ phone }) => {
      if (!withheld.has(phone)) return `${phone}: no lead`
      return details.has(phone) ? null : `${phone}: no text, withheld: ${withheld.get(phone)}`
    },
  )
}

function repliesStored({ journal }: TestBed, texts: OutboundText[]): Row {
  const acknowledged = journal.replies.filter(({ answers }) => answers.some(({ status }) => status === 200))
  const stored = new Set(texts.filter(({ kind }) => kind === 'reply').map(({ body }) => body))
  return countWrong('an acknowledged reply is stored', acknowledged, ({ body }) =>
    stored.has(body) ? null : body,
  )
}

async function checkSuppression({ sql, journal }: TestBed): Promise<Row> {
  const rows = await sql<{ phone: string }[]>`select phone from suppressions where phone is not null`
  const suppressed = new Set(rows.map(({ phone }) => phone))
  const phones = groupBy(journal.ownerTexts, ({ phone }) => phone).keys()
  return countWrong('the last STOP or START to each sender decides suppression', [...phones], (phone) => {
    const keywords = textsFrom(journal, phone).filter(
      ({ meaning }) => meaning === 'stop' || meaning === 'start',
    )
    const stopped = new Set<string>()
    for (const { meaning, to } of keywords) stopped[meaning === 'stop' ? 'add' : 'delete'](to)
    const is = suppressed.has(phone)
    const all = keywords.map(({ meaning, to, sid }) => `${meaning} to ${to} (${sid})`).join(', ')
    return is === stopped.size > 0 ? null : `${phone}: ${all || 'no keyword'}; suppressed: ${is}`
  })
}

/** Every create call, accepted or not. */
function ownSenderOnly({ network }: TestBed, texts: OutboundText[]): Row {
  const sendersOf = groupBy(texts, ({ phone, body }) => `${phone} ${body}`)
  return countWrong(
    'no text leaves from a sender other than its own',
    network.calls,
    ({ from, to, body }) => {
      const own = (sendersOf.get(`${to} ${body}`) ?? []).map((text) => text.from)
      return own.includes(from) ? null : `${to}: left from ${from}, belongs to ${own.join(', ') || 'no text'}`
    },
    ({ from }) => from,
  )
}

function salonTextsLeave({ journal }: TestBed, texts: OutboundText[]): Row {
  const byId = new Map(texts.map((text) => [text.id, text]))
  const optedOut = new Set(
    journal.ownerTexts.filter(({ meaning }) => meaning === 'stop').map(({ phone }) => phone),
  )
  return countWrong(
    'a queued text of a salon is sent, or canceled by an opt-out',
    journal.salonTexts.filter(({ queued }) => queued),
    ({ id, phone, from }) => {
      const row = byId.get(id)
      if (!row) return `${phone}: the text is missing`
      const isRejected = row.status === 'failed' && REJECTED.includes(row.errorCode ?? 0)
      const isCanceled = row.status === 'canceled' && optedOut.has(phone)
      // Whether an unknown text may stay so is checked for all texts.
      const isCorrect = row.accepted || isRejected || isCanceled || row.status === 'unknown'
      return isCorrect && row.from === from
        ? null
        : `${phone}: ${row.status} ${row.errorCode ?? ''} from ${row.from}`
    },
    ({ from }) => from,
  )
}

function noTextStuck(texts: OutboundText[]): Row {
  return countWrong(
    'no text is overdue, or is queued in an ended campaign',
    texts,
    ({ phone, status, state, overdue }) =>
      overdue || (status === 'queued' && (state === 'canceled' || state === 'finished'))
        ? `${phone}: ${status}, campaign ${state}`
        : null,
    ({ status, state }) => `${status} ${state ?? ''}`,
  )
}

/** A first text that the carrier does not have may stay unknown. */
function noTextUnresolved(atCarrier: AcceptedText[], texts: OutboundText[]): Row {
  const accepted = new Set(atCarrier.map(({ from, to, body }) => `${from} ${to} ${body}`))
  return countWrong(
    'no text stays unknown if the carrier has it',
    texts,
    ({ from, phone, body, kind, status }) =>
      status === 'unknown' && accepted.has(`${from} ${phone} ${body}`)
        ? `${phone}: ${kind} is unknown, the carrier has it`
        : null,
  )
}

function carrierTextsRecorded(atCarrier: AcceptedText[], texts: OutboundText[]): Row {
  const bySid = new Map(texts.flatMap((text) => (text.sid === null ? [] : [[text.sid, text] as const])))
  return countWrong(
    'every text at the carrier is recorded as sent, with its sender and final status',
    atCarrier,
    (text) => {
      const row = bySid.get(text.sid)
      if (!row) return `${text.to}: “${text.body}” is at the carrier but not in the database`
      if (row.from !== text.from) return `${text.to}: left from ${text.from}, the database says ${row.from}`
      if (!row.accepted) return `${text.to}: the carrier has it, the database says ${row.status}`
      return !text.acknowledged || row.status === text.status
        ? null
        : `${text.to}: the carrier says ${text.status}, the database says ${row.status}`
    },
  )
}

function recordedTextsAtCarrier(atCarrier: AcceptedText[], texts: OutboundText[]): Row {
  const sids = new Set(atCarrier.map(({ sid }) => sid))
  return countWrong(
    'every text recorded as sent is at the carrier',
    texts.filter(({ sid, status }) => sid !== null || ['sent', 'delivered', 'undelivered'].includes(status)),
    ({ sid, phone, status }) => {
      // Staff resolved an unknown text as sent.
      if (sid === null) return status === 'sent' ? null : `${phone}: ${status} without a sid`
      return sids.has(sid) ? null : `${phone}: ${status} ${sid}, unknown to the carrier`
    },
  )
}

async function checkCampaigns({ sql, journal }: TestBed): Promise<Row[]> {
  const rows = await sql<{ id: string; state: string; open: number }[]>`
    select id, state, (select count(*)::int from messages m where m.campaign_id = o.id
      and m.status in ('queued', 'sending')) as open from campaigns o`
  return [
    countWrong('a campaign with nothing left to send is finished', rows, ({ id, state, open }) =>
      state === 'running' && open === 0 ? `${id} is running` : null,
    ),
    {
      what: 'a repeated start creates one campaign',
      tried: journal.campaigns.length,
      wrong: Math.abs(rows.length - new Set(journal.campaigns.map(({ id }) => id)).size),
    },
  ]
}
