import { isJoin } from '@salonback/shared/sms/joinKeywords.ts'
import { numberOfSender } from '@salonback/shared/sms/replyRefusal.ts'
import { type Intent, type Understanding, understand } from '@salonback/shared/sms/understand.ts'
import type { Json } from '../../platform/db/open.ts'
import { retryOnDeadlock, retryStatement } from '../../platform/db/retryOnDeadlock.ts'
import { isFromBeforeErasure, isSuppressed, lockNumber } from '../suppressions/suppressions.ts'
import {
  type Backfilled,
  type IncomingText,
  insertReceived,
  type StoreReceived,
  storeReceived,
} from './storeReceived.ts'

/** Webhook parameters as sent, including unknown ones; repeated names are arrays. */
export type WebhookParams = Record<string, string | string[]>

// The number is part of an index key, which has a maximum size.
const MAX_PHONE_LENGTH = 100

/**
 * Stores and classifies a received text and applies its effects in one transaction. A replay of the same MessageSid
 * changes nothing and returns null. Makes no carrier call.
 */
export async function receiveText(
  deps: StoreReceived,
  params: WebhookParams,
  now: Date,
  backfilled?: Backfilled,
): Promise<string | null> {
  const text = readText(params, now)
  // Most texts have no effects and need only one statement.
  if (hasNoEffect(text.understood.intent) && !isJoin(text.body) && !backfilled) {
    const stored = await retryStatement(() => insertReceived(deps, text))
    return stored?.id ?? null
  }
  return retryOnDeadlock(deps.sql, async (open) => {
    // Lock first: effects depend on earlier texts, and taking row locks before could deadlock.
    await lockNumber(open, text.phone)
    if (backfilled && (await isFromBeforeErasure(open, deps.env, { phone: text.phone, at: now }))) return null
    const suppressed = await isSuppressed(open, deps.env, text.phone)
    return storeReceived({ ...deps, sql: open }, text, { suppressed, backfilled })
  })
}

/** Intents without automatic effects. */
const hasNoEffect = (intent: Intent) =>
  intent === 'negative' || intent === 'unclear' || intent === 'automatic_reply'

function readText(params: WebhookParams, now: Date): IncomingText {
  const body = parameter(params, 'Body')
  return {
    sid: parameter(params, 'MessageSid'),
    messagingService: parameter(params, 'MessagingServiceSid'),
    body,
    now,
    segments: wholeNumber(params.NumSegments, 1),
    media: wholeNumber(params.NumMedia, 0),
    raw: params as Json,
    phone: numberOfSender(parameter(params, 'From')).slice(0, MAX_PHONE_LENGTH),
    to: numberOfSender(parameter(params, 'To')),
    understood: withoutUnsureYes(understand(body, { optOutType: first(params.OptOutType) ?? null })),
  }
}

/** Nothing automatic follows a yes that may be something else: to us it is unclear. */
const withoutUnsureYes = (read: Understanding): Understanding =>
  read.isUnsure ? { ...read, intent: 'unclear' } : read

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

const parameter = (params: WebhookParams, name: string) => first(params[name]) ?? ''

function wholeNumber(value: string | string[] | undefined, fallback: number): number {
  const number = Number(first(value))
  return Number.isInteger(number) && number >= 0 && number < 1000 ? number : fallback
}
