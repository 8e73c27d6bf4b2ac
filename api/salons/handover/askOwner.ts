import type { Told } from '@salonback/shared/salons/handover/contract.ts'
import { clientInText, quoteOf } from '@salonback/shared/salons/handover/quote.ts'
import { toldText } from '@salonback/shared/salons/handover/words.ts'
import { firstNameOf } from '@salonback/shared/salons/salons/rules.ts'
import { insertNote, releaseConversation, snoozeConversation } from '../../core/inbox/desk.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { audit } from '../../platform/db/audit.ts'
import type { Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type HandoverSalon, insertQuestion, lockHandoverSalon } from './queries.ts'
import { type TellDeps, tellOwner } from './tellOwner.ts'

/** Time after which a question without an answer comes back to review. */
const WAIT_MS = 24 * 3_600_000

/** A text of a client to a salon. */
export interface HandedText {
  id: string
  salonId: string
  phone: string
  firstName: string | null
  body: string
}

export type HandoverContext = TellDeps & { actor: Actor }

/** Locks a salon. Throws 409 if it is closed. */
export async function lockOpenSalon(sql: Sql, salonId: string): Promise<HandoverSalon> {
  const salon = await lockHandoverSalon(sql, salonId)
  if (!salon || salon.state === 'closed') throw new AppError('conflict', 'This salon is closed')
  return salon
}

/**
 * Asks the owner about a text of a client, once, and takes the conversation out of review until the answer, at most a day. The
 * number is locked.
 */
export async function askOwner(sql: Sql, text: HandedText, context: HandoverContext): Promise<Told> {
  const { clock, actor } = context
  const now = clock()
  const { salonId, phone, id: messageId } = text
  const salon = await lockOpenSalon(sql, salonId)
  const id = await insertQuestion(sql, { salonId, phone, messageId, adminId: actor.id, now })
  if (!id) return 'before'
  const client = clientInText(text.firstName, phone)
  const words = `${client} asks: "${quoteOf(text.body)}"`
  const told = await tellOwner(sql, context, salon, { id, words, button: 'Answer' })
  const key = { salonId, number: phone }
  const owner = firstNameOf(salon.ownerName)
  const body = `Asked ${owner}: "${quoteOf(text.body)}" ${toldText[told](owner)}`
  await insertNote(sql, { ...key, body, by: { adminId: actor.id }, now })
  await snoozeConversation(sql, key, new Date(now.getTime() + WAIT_MS))
  await releaseConversation(sql, { ...key, adminId: actor.id })
  await audit(sql, { actor, action: 'handover.ask', subject: id, detail: { told } })
  return told
}
