import { randomUUID } from 'node:crypto'
import { brand } from '@salonback/shared/brand.ts'
import type { WithheldReason } from '@salonback/shared/core/publicTexts/contract.ts'
import {
  describeRun,
  type Run,
  rangeOf,
  shareOf,
  unusualRun,
} from '@salonback/shared/core/publicTexts/rules.ts'
import { publicTextRefusal, regionOf } from '@salonback/shared/sms/phone.ts'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../env.ts'
import type { Sql } from '../../platform/db/open.ts'
import { isPublicAddress } from '../../platform/http/address.ts'
import { queueText, type TextToQueue } from '../messages/outbox.ts'
import {
  countOfSalon,
  countUnanswered,
  DAY_MS,
  findObstacles,
  findRecent,
  HOUR_MS,
  type Limit,
  lockKey,
  stopTexts,
  takeSlots,
} from './queries.ts'

type Gate = Pick<Deps, 'env' | 'log'>
type PublicText = TextToQueue & {
  kind: 'details' | 'notice' | 'confirmation'
  /** Texts to this number that the person answered on a page. */
  answered?: string[]
}

/** Details and confirmations that a number gets in a day without an answer, from all senders. */
const MOST_UNANSWERED = 2

export function limitsOf(env: Env): Limit[] {
  return [
    { span: 'hour', most: env.PUBLIC_TEXTS_PER_HOUR, ms: HOUR_MS },
    { span: 'day', most: env.PUBLIC_TEXTS_PER_DAY, ms: DAY_MS },
  ]
}

/**
 * Queues a public text or returns why it is withheld. Null: queued, or the dedupe key already has a text. Must be the last
 * step of the caller's transaction.
 */
export async function queuePublicText(
  sql: Sql,
  gate: Gate,
  text: PublicText,
  address: string | null,
): Promise<WithheldReason | null> {
  const { env } = gate
  const refusal = publicTextRefusal(text.phone, env.SEND_COUNTRIES)
  if (refusal) return refusal
  const limits = limitsOf(env)
  const found = await findObstacles(sql, env, { ...text, limits })
  if (found.hasText) return null
  if (found.suppressed && text.kind !== 'notice') return 'opted_out'
  if (found.stopped) return 'unusual'
  if (!found.room) return 'budget'
  // An answer to a received text holds locks already, so another lock could deadlock.
  const locks = text.kind === 'details' || address !== null
  if (locks && (await isEnough(sql, text))) return 'budget'
  const salonId = text.sender?.salonId
  if (salonId && (await isShareUsed(sql, env, { salonId, locks, now: text.now }))) return 'budget'
  const target = { phone: text.phone, country: regionOf(text.phone) ?? '' }
  const withheld = await checkRuns(sql, gate, { ...target, address, locks, liftedAt: found.liftedAt, text })
  if (withheld) return withheld
  const messageId = randomUUID()
  if (!(await takeSlots(sql, limits, { messageId, country: target.country, address }, text.now)))
    return 'budget'
  await queueText(sql, { ...text, id: messageId })
  return null
}

/** Whether strangers have caused enough texts to this number today: with many join pages they could text it all day. */
async function isEnough(sql: Sql, { phone, answered = [], now }: PublicText): Promise<boolean> {
  await lockKey(sql, `to number ${phone}`)
  return (await countUnanswered(sql, { phone, answered, now })) >= MOST_UNANSWERED
}

/** Whether a salon has used its share of the budget: strangers at one salon must leave the rest to the others. */
async function isShareUsed(
  sql: Sql,
  env: Env,
  { salonId, locks, now }: { salonId: string; locks: boolean; now: Date },
): Promise<boolean> {
  if (locks) await lockKey(sql, `of salon ${salonId}`)
  const used = await countOfSalon(sql, salonId, now)
  return used.hour >= shareOf(env.PUBLIC_TEXTS_PER_HOUR) || used.day >= shareOf(env.PUBLIC_TEXTS_PER_DAY)
}

interface RunCheck {
  phone: string
  country: string
  address: string | null
  locks: boolean
  liftedAt: Date
  text: PublicText
}

/** Checks the share of the address and unusual runs, which stop all further public texts. */
async function checkRuns(sql: Sql, gate: Gate, { text, address, locks, liftedAt, ...target }: RunCheck) {
  const ownAddress = address !== null && isPublicAddress(address)
  if (locks) {
    if (ownAddress) await lockKey(sql, `from ${address}`)
    await lockKey(sql, `to ${rangeOf(target.phone)}`)
  }
  const { PUBLIC_TEXTS_PER_DAY: perDay, PUBLIC_TEXTS_PER_HOUR, DEFAULT_COUNTRY: home } = gate.env
  const recent = await findRecent(sql, { country: target.country, perDay, now: text.now })
  const fromAddress = recent.lastHour.filter((one) => one.address === address).length
  if (ownAddress && fromAddress >= shareOf(PUBLIC_TEXTS_PER_HOUR)) return 'address'
  const lastHour = recent.lastHour.filter(({ at }) => at >= liftedAt)
  const run = unusualRun(target, { lastHour, earlier: recent.earlier, home })
  if (!run) return null
  await stop(sql, gate, run, text.now)
  return 'unusual'
}

/** Alerts once, even if several requests detect the run concurrently. */
async function stop(sql: Sql, { env, log }: Gate, run: Run, now: Date) {
  const stops = await stopTexts(sql, run, now)
  if (stops === null) return
  log.warn({ kind: run.kind, place: run.place, texts: run.texts }, 'an unusual run stopped public texts')
  if (!env.ALERT_SMS_NUMBER) return
  await queueText(sql, {
    kind: 'alert',
    phone: env.ALERT_SMS_NUMBER,
    body: `${brand.name} stopped texting new leads: ${describeRun(run)}. See Leads in the console.`,
    dedupeKey: `alert:stop:${stops}`,
    now,
  })
}

/** Queues an alert within the alerts' share of the budget. False if it is used up. */
export async function queueAlert(sql: Sql, env: Env, alert: { body: string; dedupeKey: string; now: Date }) {
  const phone = env.ALERT_SMS_NUMBER
  if (!phone) return false
  const share = shareOf(env.PUBLIC_TEXTS_PER_HOUR)
  const limits: Limit[] = [...limitsOf(env), { span: 'alert', most: share, ms: HOUR_MS }]
  const id = randomUUID()
  if (!(await takeSlots(sql, limits, { messageId: id, country: null, address: null }, alert.now)))
    return false
  return (await queueText(sql, { ...alert, id, kind: 'alert', phone })) !== null
}
