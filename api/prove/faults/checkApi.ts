import type { Conversation, InboundSms } from '@salonback/shared/core/inbox/conversation.ts'
import type { Campaign } from '@salonback/shared/sales/firstTexts/contract.ts'
import type { SmsMetrics } from '@salonback/shared/sales/metrics/contract.ts'
import { countWrong, groupBy } from '../rows.ts'
import type { Row } from '../suite.ts'
import { textsFrom } from './journal.ts'
import type { Stage } from './stage.ts'
import { callUntilClear } from './testBed.ts'

const CONVERSATIONS = 100

/** What the API shows to staff, compared with the carrier and the database. */
export async function checkApi(stage: Stage): Promise<Row[]> {
  return [
    await checkCampaigns(stage),
    await checkFigures(stage),
    await checkInbox(stage),
    await checkConversations(stage),
  ]
}

const get = async <T>({ testBed }: Stage, path: string): Promise<T> => {
  const answer = await callUntilClear(testBed, 'GET', path)
  if (answer?.status !== 200) throw new Error(`${path}: status ${answer?.status}`)
  return answer.body as T
}

async function checkCampaigns(stage: Stage): Promise<Row> {
  const shown = await get<Campaign[]>(stage, '/api/admin/campaigns')
  const rows = await stage.sql<{ id: string; status: string; count: number }[]>`
    select campaign_id as id, status, count(*)::int as count from messages where campaign_id is not null group by 1, 2`
  const byId = groupBy(rows, ({ id }) => id)
  return countWrong('the counts of a campaign equal its texts', shown, (campaign) => {
    const texts = byId.get(campaign.id) ?? []
    const sumOf = (some: typeof texts) => some.reduce((sum, { count }) => sum + count, 0)
    const count = (...statuses: string[]) => sumOf(texts.filter(({ status }) => statuses.includes(status)))
    const actual = {
      total: sumOf(texts),
      queued: count('queued', 'sending'),
      sent: count('sent'),
      delivered: count('delivered'),
      failed: count('failed', 'undelivered'),
      unknown: count('unknown'),
      canceled: count('canceled'),
    }
    const wrong = (Object.keys(actual) as (keyof typeof actual)[]).filter(
      (name) => campaign[name] !== actual[name],
    )
    return wrong.length > 0
      ? wrong.map((name) => `${name} ${campaign[name]} instead of ${actual[name]}`).join(', ')
      : null
  })
}

/** Compares with the texts at the carrier and the journal, not with the service's own counts. */
async function checkFigures(stage: Stage): Promise<Row> {
  const { testBed, sql } = stage
  const shown = await get<SmsMetrics>(stage, '/api/admin/sms-metrics')
  const names = new Map(testBed.journal.prospects.map(({ phone, name }) => [phone, name]))
  const firstTexts = [...testBed.carrier.accepted.values()].filter(({ to, body }) =>
    body.startsWith(`Hi ${names.get(to)},`),
  )
  const resolvedAsSent = await sql<{ phone: string }[]>`
    select phone from messages where kind = 'first_text' and accepted_at is not null and sid is null`
  const contacted = new Set([...firstTexts.map(({ to }) => to), ...resolvedAsSent.map(({ phone }) => phone)])
  const [optOuts] = await sql<[{ count: number }]>`
    select count(*)::int as count from suppressions where salon_id is null`
  const actual = {
    totalProspects: testBed.journal.prospects.length,
    initialContactSent: contacted.size,
    optOuts: optOuts.count,
  }
  return countWrong(
    'the figures equal what happened',
    Object.keys(actual) as (keyof typeof actual)[],
    (name) => (shown[name] === actual[name] ? null : `${name} ${shown[name]} instead of ${actual[name]}`),
  )
}

async function checkInbox(stage: Stage): Promise<Row> {
  const shown = await get<InboundSms[]>(stage, '/api/admin/inbound-sms')
  const shownTexts = groupBy(shown, ({ from, body }) => `${from} ${body}`)
  const agency = stage.testBed.senders[0]?.address
  const sentTexts = groupBy(stage.testBed.journal.ownerTexts, ({ phone, body }) => `${phone} ${body}`)
  return countWrong(
    'the inbox shows every text to the agency and none to a salon',
    [...sentTexts],
    ([key, texts]) => {
      const count = shownTexts.get(key)?.length ?? 0
      const sent = texts.filter(({ to }) => to === agency).length
      return count === sent ? null : `${key}: sent ${sent} times, shown ${count} times`
    },
  )
}

async function checkConversations(stage: Stage): Promise<Row> {
  const { testBed } = stage
  const agency = testBed.senders[0]?.address
  const byPhone = groupBy(testBed.carrier.accepted.values(), ({ to }) => to)
  const some = testBed.random
    .fork('looked at')
    .shuffle([...byPhone.keys()])
    .slice(0, CONVERSATIONS)
  const shown: { phone: string; bodies: string[]; received: string[] }[] = []
  for (const phone of some) {
    const path = `/api/admin/conversation/${encodeURIComponent(phone)}`
    const { messages } = await get<Conversation>(stage, path)
    const sent = messages.filter(
      ({ status }) => status && ['sent', 'delivered', 'undelivered'].includes(status),
    )
    const received = messages.filter(({ direction }) => direction === 'inbound')
    shown.push({
      phone,
      bodies: sent.map(({ body }) => body),
      received: received.map(({ body }) => body).sort(),
    })
  }
  return countWrong(
    "a conversation shows every text of the agency on the handset as sent, and none of a salon's",
    shown,
    ({ phone, bodies, received }) => {
      const onHandset = byPhone.get(phone) ?? []
      const missing = onHandset.filter(({ from, body }) => from === agency && !bodies.includes(body))
      if (missing.length > 0)
        return `${phone}: not shown as sent: ${missing.map(({ body }) => body).join(' / ')}`
      const foreign = onHandset.find(({ from, body }) => from !== agency && bodies.includes(body))
      if (foreign) return `${phone}: shows “${foreign.body}” from ${foreign.from}`
      const written = textsFrom(testBed.journal, phone)
        .filter(({ to }) => to === agency)
        .map(({ body }) => body)
        .sort()
      return String(received) === String(written) ? null : `${phone}: wrote ${written}, shown ${received}`
    },
  )
}
