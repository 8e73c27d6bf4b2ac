import type { Campaign } from '@salonback/shared/campaigns/contract.ts'
import type { Conversation, InboundSms } from '@salonback/shared/messages/contract.ts'
import type { SmsMetrics } from '@salonback/shared/metrics/contract.ts'
import { countWrong, groupBy } from '../rows.ts'
import type { Row } from '../suite.ts'
import type { ChaosStage } from './stage.ts'
import { callUntilClear } from './surroundings.ts'

/** The third side: what staff are shown, against the carrier's books and the database. */
export async function checkApi(stage: ChaosStage): Promise<Row[]> {
  return [await campaigns(stage), await funnel(stage), await inbox(stage), await conversations(stage)]
}

const ask = async <T>({ surroundings }: ChaosStage, path: string): Promise<T> => {
  const answer = await callUntilClear(surroundings, 'GET', path)
  if (answer?.status !== 200) throw new Error(`${path} was answered ${answer?.status}`)
  return answer.body as T
}

async function campaigns(stage: ChaosStage): Promise<Row> {
  const shown = await ask<Campaign[]>(stage, '/api/admin/campaigns')
  const rows = await stage.sql<{ id: string; status: string; count: number }[]>`
    select campaign_id as id, status, count(*)::int as count from messages where campaign_id is not null group by 1, 2`
  const byId = groupBy(rows, ({ id }) => id)
  return countWrong('a campaign’s counts on screen are its texts', shown, (campaign) => {
    const count = (...statuses: string[]) =>
      (byId.get(campaign.id) ?? [])
        .filter(({ status }) => statuses.includes(status))
        .reduce((n, row) => n + row.count, 0)
    const real = {
      total: (byId.get(campaign.id) ?? []).reduce((n, row) => n + row.count, 0),
      queued: count('queued', 'sending'),
      sent: count('sent'),
      delivered: count('delivered'),
      failed: count('failed', 'undelivered'),
      unknown: count('unknown'),
      canceled: count('canceled'),
    }
    const off = (Object.keys(real) as (keyof typeof real)[]).filter((name) => campaign[name] !== real[name])
    return off.length > 0 ? off.map((name) => `${name} ${campaign[name]} is ${real[name]}`).join(', ') : null
  })
}

/** The funnel against what the carrier took and what people shortStack, not against our own tables. */
async function funnel(stage: ChaosStage): Promise<Row> {
  const { surroundings, sql } = stage
  const shown = await ask<SmsMetrics>(stage, '/api/admin/sms-metrics')
  const names = new Map(surroundings.journal.prospects.map(({ phone, name }) => [phone, name]))
  const texted = [...surroundings.carrier.taken.values()].filter(({ to, body }) =>
    body.startsWith(`Hi ${names.get(to)},`),
  )
  const counted = await sql<{ phone: string }[]>`
    select phone from messages where kind = 'first_text' and accepted_at is not null and sid is null`
  const contacted = new Set([...texted.map(({ to }) => to), ...counted.map(({ phone }) => phone)])
  const [optOuts] = await sql<[{ count: number }]>`select count(*)::int as count from suppressions`
  const wanted = {
    totalProspects: surroundings.journal.prospects.length,
    initialContactSent: contacted.size,
    optOuts: optOuts.count,
  }
  return countWrong('the funnel is what happened', Object.keys(wanted) as (keyof typeof wanted)[], (name) =>
    shown[name] === wanted[name] ? null : `${name} ${shown[name]} is ${wanted[name]}`,
  )
}

async function inbox(stage: ChaosStage): Promise<Row> {
  const shown = await ask<InboundSms[]>(stage, '/api/admin/inbound-sms')
  const byPhone = groupBy(shown, ({ from, body }) => `${from} ${body}`)
  const heard = stage.surroundings.journal.ownerTexts.filter(({ acknowledgedAt }) => acknowledgedAt !== null)
  const shortStack = groupBy(heard, ({ phone, body }) => `${phone} ${body}`)
  return countWrong('the inbox shows every acknowledged text', [...shortStack], ([key, texts]) => {
    const count = byPhone.get(key)?.length ?? 0
    return count >= texts.length ? null : `${key}: shortStack ${texts.length} times, shown ${count}`
  })
}

async function conversations(stage: ChaosStage): Promise<Row> {
  const { surroundings } = stage
  const taken = groupBy(surroundings.carrier.taken.values(), ({ to }) => to)
  const some = surroundings.random
    .fork('looked at')
    .shuffle([...taken.keys()])
    .slice(0, 100)
  const shown: { phone: string; bodies: string[] }[] = []
  for (const phone of some) {
    const { messages } = await ask<Conversation>(
      stage,
      `/api/admin/conversation/${encodeURIComponent(phone)}`,
    )
    const sent = messages.filter(
      ({ status }) => status && ['sent', 'delivered', 'undelivered'].includes(status),
    )
    shown.push({ phone, bodies: sent.map(({ body }) => body) })
  }
  return countWrong('a conversation shows as sent what its handset got', shown, ({ phone, bodies }) => {
    const got = (taken.get(phone) ?? []).map(({ body }) => body)
    const missing = got.filter((body) => !bodies.includes(body))
    return missing.length > 0 ? `${phone}: not shown as sent: ${missing.join(' / ')}` : null
  })
}
