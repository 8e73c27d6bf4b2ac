import type { Sql } from '../platform/db/open.ts'
import { type AcceptedText, acceptedCalls, type ProofNetwork } from './network.ts'
import { countWrong, groupBy } from './rows.ts'
import type { Row } from './suite.ts'

/** An outbound text as the database holds it at the end. */
interface StoredText {
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
  reason: string | null
  /** Work that was due at the given time and is not done. */
  overdue: boolean
  /** Of its campaign. */
  state: string | null
}

const findTexts = (sql: Sql, dueAt: Date) => sql<StoredText[]>`
  select m.id, m.phone, s.address as from, m.kind, m.body, m.sid, m.status, m.accepted_at is not null as accepted,
    m.error_code, m.error_message as reason, o.state,
    coalesce(case m.status when 'queued' then (o.id is null or o.state = 'running') and m.due_at < ${dueAt}
      when 'sending' then m.lease_until < ${dueAt} when 'unknown' then m.reconcile_at < ${dueAt} end, false) as overdue
  from messages m join senders s on s.id = m.sender_id left join campaigns o on o.id = m.campaign_id
  where m.direction = 'outbound'`

/** What the carrier and the database hold when nothing is left to do. */
export interface Records {
  network: ProofNetwork
  atCarrier: AcceptedText[]
  texts: StoredText[]
  /** Numbers that are in neither record. */
  erased: ReadonlySet<string>
  /** Groups the wrong cases of a number. */
  groupOf?: (phone: string) => string
}

interface ReadRecords extends Omit<Records, 'atCarrier' | 'texts'> {
  sql: Sql
  dueAt: Date
}

export const readRecords = async ({ sql, dueAt, ...records }: ReadRecords): Promise<Records> => ({
  ...records,
  texts: await findTexts(sql, dueAt),
  atCarrier: await records.network.accepted(),
})

/** The texts of the database compared with those of the carrier, in both directions. */
export const checkRecords = (records: Records): Row[] => [
  ownSenderOnly(records),
  noTextUnresolved(records),
  carrierTextsRecorded(records),
  recordedTextsAtCarrier(records),
]

/** Every create call, accepted or not. */
function ownSenderOnly({ network, texts, erased }: Records): Row {
  const sendersOf = groupBy(texts, ({ phone, body }) => `${phone} ${body}`)
  return countWrong(
    'no text leaves from a sender other than its own',
    network.calls.filter(({ to }) => !erased.has(to)),
    ({ from, to, body }) => {
      const own = (sendersOf.get(`${to} ${body}`) ?? []).map((text) => text.from)
      return own.includes(from) ? null : `${to}: left from ${from}, belongs to ${own.join(', ') || 'no text'}`
    },
    ({ from }) => from,
  )
}

/** A first text that the carrier does not have may stay unknown. */
function noTextUnresolved({ atCarrier, texts, groupOf }: Records): Row {
  const accepted = new Set(atCarrier.map(({ from, to, body }) => `${from} ${to} ${body}`))
  return countWrong(
    'no text stays unknown if the carrier has it',
    texts,
    ({ from, phone, body, kind, status }) =>
      status === 'unknown' && accepted.has(`${from} ${phone} ${body}`)
        ? `${phone}: ${kind} is unknown, the carrier has it`
        : null,
    ({ phone }) => groupOf?.(phone) ?? 'all',
  )
}

function carrierTextsRecorded({ atCarrier, texts, erased, groupOf }: Records): Row {
  const bySid = new Map(texts.flatMap((text) => (text.sid === null ? [] : [[text.sid, text] as const])))
  return countWrong(
    'every text at the carrier is recorded as sent, with its sender and final status',
    atCarrier.filter(({ to }) => !erased.has(to)),
    (text) => {
      const row = bySid.get(text.sid)
      if (!row) return `${text.to}: “${text.body}” is at the carrier but not in the database`
      if (row.from !== text.from) return `${text.to}: left from ${text.from}, the database says ${row.from}`
      if (!row.accepted) return `${text.to}: the carrier has it, the database says ${row.status}`
      return !text.acknowledged || row.status === text.status
        ? null
        : `${text.to}: the carrier says ${text.status}, the database says ${row.status}`
    },
    ({ to }) => groupOf?.(to) ?? 'all',
  )
}

function recordedTextsAtCarrier({ atCarrier, texts, groupOf }: Records): Row {
  const sids = new Set(atCarrier.map(({ sid }) => sid))
  return countWrong(
    'every text recorded as sent is at the carrier',
    texts.filter(({ sid, status }) => sid !== null || ['sent', 'delivered', 'undelivered'].includes(status)),
    ({ sid, phone, status }) => {
      // Staff resolved an unknown text as sent.
      if (sid === null) return status === 'sent' ? null : `${phone}: ${status} without a sid`
      return sids.has(sid) ? null : `${phone}: ${status} ${sid}, unknown to the carrier`
    },
    ({ phone }) => groupOf?.(phone) ?? 'all',
  )
}

interface SalonText {
  id: string
  phone: string
  /** Address of the sender. */
  from: string
  body: string
}

/** `mayEnd`: another end than sent or canceled is correct for this text, of a number that opted out or of one that did not. */
export function salonTextsLeave<T extends SalonText>(
  { network, texts, erased, groupOf }: Records,
  queued: readonly T[],
  mayEnd: (text: T, stored: StoredText) => boolean,
): Row {
  const byId = new Map(texts.map((text) => [text.id, text]))
  const byBody = groupBy(acceptedCalls(network), ({ body }) => body)
  return countWrong(
    'a queued text of a salon is sent once from its sender, or canceled by an opt-out',
    queued.filter(({ phone }) => !erased.has(phone)),
    (text) => {
      const { id, phone, from, body } = text
      const sent = byBody.get(body) ?? []
      if (sent.length > 1) return `${phone}: sent ${sent.length} times`
      const stored = byId.get(id)
      if (!stored) return `${phone}: the text is missing`
      if ([stored, ...sent].some((one) => one.from !== from)) return `${phone}: did not leave from ${from}`
      return sent.length === 1 || mayEnd(text, stored)
        ? null
        : `${phone}: ${stored.status} ${stored.errorCode ?? ''}, not sent`
    },
    ({ phone }) => groupOf?.(phone) ?? 'all',
  )
}

/** Returns a function that describes how a received text is stored, if not once with the sender that it was sent to. */
export async function findReceived(sql: Sql) {
  const rows = await sql<{ sid: string; to: string | null }[]>`
    select m.sid, s.address as to from messages m
    left join senders s on s.id = m.sender_id and s.salon_id is not distinct from m.salon_id where m.direction = 'inbound'`
  const stored = groupBy(rows, ({ sid }) => sid)
  return ({ phone, sid, to }: { phone: string; sid: string; to: string }): string | null => {
    const senders = (stored.get(sid) ?? []).map((row) => row.to)
    return senders.length === 1 && senders[0] === to
      ? null
      : `${phone}: ${sid} to ${to} is stored with ${senders.join(', ') || 'no sender'}`
  }
}

/** Whether a number is suppressed after these keywords: a STOP to any sender stands until a START to the same one. */
export function isStoppedBy(keywords: readonly { keyword: string; to: string }[]): boolean {
  const stopped = new Set<string>()
  for (const { keyword, to } of keywords) stopped[keyword === 'stop' ? 'add' : 'delete'](to)
  return stopped.size > 0
}
