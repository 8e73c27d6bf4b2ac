import {
  checkRecords,
  findReceived,
  isStoppedBy,
  type Records,
  readRecords,
  salonTextsLeave,
} from '../record.ts'
import { countWrong, groupBy } from '../rows.ts'
import type { Row } from '../suite.ts'
import { REJECTED } from './carrierFaults.ts'
import { textsFrom } from './journal.ts'
import type { TestBed } from './testBed.ts'

/** Work that is due this long is overdue: the service polls every second. */
const OVERDUE_MS = 15_000

/** What the database holds, compared with the carrier and with what was acknowledged. */
export async function checkRecord(testBed: TestBed): Promise<Row[]> {
  const { sql, network, journal } = testBed
  const dueAt = new Date(Date.now() - OVERDUE_MS)
  const records = await readRecords({ sql, network, dueAt, erased: new Set() })
  const optedOut = new Set(
    journal.ownerTexts.filter(({ meaning }) => meaning === 'stop').map(({ phone }) => phone),
  )
  return [
    ...(await receivedTextsStored(testBed)),
    await leadsStored(testBed, records),
    repliesStored(testBed, records),
    salonTextsLeave(
      records,
      journal.salonTexts.filter(({ queued }) => queued),
      ({ phone }, { status, errorCode, accepted }) =>
        // Whether an unknown text may stay so is checked for all texts.
        accepted ||
        status === 'unknown' ||
        (status === 'failed' && REJECTED.includes(errorCode ?? 0)) ||
        (status === 'canceled' && optedOut.has(phone)),
    ),
    await checkSuppression(testBed),
    noTextStuck(records),
    ...checkRecords(records),
    ...(await checkCampaigns(testBed)),
  ]
}

async function receivedTextsStored({ sql, journal }: TestBed): Promise<Row[]> {
  const problemOf = await findReceived(sql)
  const { ownerTexts } = journal
  const unacknowledged = ownerTexts.filter(({ acknowledgedAt }) => acknowledgedAt === null)
  const fetched = 'a text that no server acknowledged is fetched'
  return [
    countWrong('a received text is stored once, with the sender it was sent to', ownerTexts, problemOf),
    countWrong(fetched, unacknowledged, problemOf, ({ to }) => to),
  ]
}

async function leadsStored({ sql, journal }: TestBed, { texts }: Records): Promise<Row> {
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

function repliesStored({ journal }: TestBed, { texts }: Records): Row {
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
    const is = suppressed.has(phone)
    const all = keywords.map(({ meaning, to, sid }) => `${meaning} to ${to} (${sid})`).join(', ')
    return is === isStoppedBy(keywords.map(({ meaning, to }) => ({ keyword: meaning, to })))
      ? null
      : `${phone}: ${all || 'no keyword'}; suppressed: ${is}`
  })
}

function noTextStuck({ texts }: Records): Row {
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
