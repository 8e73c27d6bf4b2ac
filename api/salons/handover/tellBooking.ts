import { dayAndClock } from '@salonback/shared/formats.ts'
import type { Told } from '@salonback/shared/salons/handover/contract.ts'
import { clientInText } from '@salonback/shared/salons/handover/quote.ts'
import { toldText } from '@salonback/shared/salons/handover/words.ts'
import { firstNameOf } from '@salonback/shared/salons/salons/rules.ts'
import { insertNote } from '../../core/inbox/desk.ts'
import { audit } from '../../platform/db/audit.ts'
import type { Sql } from '../../platform/db/open.ts'
import { type HandedText, type HandoverContext, lockOpenSalon } from './askOwner.ts'
import { saveBooking } from './queries.ts'
import { tellOwner } from './tellOwner.ts'

interface Booking {
  /** Null if the client has another visit on that day. */
  visitId: string | null
  visitAt: Date | null
}

/** Tells the owner of a booking, once for each time of it. The number is locked. */
export async function tellBooking(
  sql: Sql,
  text: HandedText,
  { visitId, visitAt }: Booking,
  context: HandoverContext,
): Promise<Told> {
  const { clock, actor } = context
  const now = clock()
  const { salonId, phone, id: messageId } = text
  const salon = await lockOpenSalon(sql, salonId)
  const booking = { salonId, phone, messageId, visitId, visitAt, adminId: actor.id, now }
  const id = await saveBooking(sql, booking)
  if (!id) return 'before'
  const time = visitAt && dayAndClock(visitAt.toISOString(), salon.timeZone)
  const words = `${clientInText(text.firstName, phone)} has booked${time ? ` for ${time}` : '. The time is not known yet'}.`
  const told = await tellOwner(sql, context, salon, { id, words, button: 'Details' })
  const owner = firstNameOf(salon.ownerName)
  const when = time ? `Booked for ${time} (${salon.timeZone}).` : 'Booked.'
  const body = `${when} ${toldText[told](owner)}`
  await insertNote(sql, { salonId, number: phone, body, by: { adminId: actor.id }, now })
  await audit(sql, { actor: actor.username, action: 'handover.booking', subject: id, detail: { told } })
  return told
}
