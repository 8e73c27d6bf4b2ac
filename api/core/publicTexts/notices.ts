import { helpText, optOutConfirmation } from '@salonback/shared/sms/texts.ts'
import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import { queueText } from '../messages/outbox.ts'
import type { Subscriber } from '../messages/subscribers.ts'
import type { ReceivedText } from '../messages/text.ts'
import { queuePublicText } from './gate.ts'
import { DAY_MS, findContactHistory } from './queries.ts'

type Gate = Pick<Deps, 'env' | 'log'>

/** Limit for a number that sends STOP and START in turn. */
const NOTICES_A_DAY = 4

/** Answers STOP and HELP where the carrier does not. */
export const answerKeywords = (gate: Gate): Subscriber => ({
  async onOptOut(sql, { text }) {
    if (text && !gate.env.TWILIO_HANDLES_OPT_OUT) await queueNotice(sql, gate, text, optOutConfirmation)
  },
  async onReceived(sql, text) {
    if (text.understood.intent !== 'help') return false
    return (
      gate.env.TWILIO_HANDLES_OPT_OUT || text.suppressed || (await queueNotice(sql, gate, text, helpText))
    )
  },
})

/**
 * Queues one answer to STOP or HELP, from the sender that the text came to. False if none may be sent: the daily limit is
 * reached, or staff never texted the number and the gate for public texts refuses it.
 */
async function queueNotice(
  sql: Sql,
  gate: Gate,
  { phone, sid, now, senderId, salonId }: ReceivedText,
  body: string,
): Promise<boolean> {
  const { notices, texted } = await findContactHistory(sql, phone, new Date(now.getTime() - DAY_MS))
  if (notices >= NOTICES_A_DAY) return false
  const sender = senderId === null ? undefined : { id: senderId, salonId }
  const text = { kind: 'notice', phone, body, dedupeKey: `notice:${sid}`, sender, now } as const
  if (texted) return (await queueText(sql, text)) !== null
  return (await queuePublicText(sql, gate, text, null)) === null
}
