import type { Told } from '@salonback/shared/salons/handover/contract.ts'
import { clientInText } from '@salonback/shared/salons/handover/quote.ts'
import { bookingWords } from '@salonback/shared/salons/handover/words.ts'
import type { Sql } from '../../platform/db/open.ts'
import { withdrawUnsent } from '../ownerLinks/ownerMessages.ts'
import { type HandedText, type HandoverContext, lockOpenSalon } from './askOwner.ts'
import { tellChange, timeAt } from './correctBookings.ts'
import { saveBooking } from './queries.ts'

interface TellBooking {
  /** Visit of the booking; null if the client has another visit on that day. */
  visitId: string | null
  visitAt: Date | null
}

/** Tells the owner about a booking, once for each of its times. Lock the number first. */
export async function tellBooking(
  sql: Sql,
  text: HandedText,
  { visitId, visitAt }: TellBooking,
  context: HandoverContext,
): Promise<Told> {
  const { clock, actor } = context
  const { salonId, phone, id: messageId } = text
  const salon = await lockOpenSalon(sql, salonId)
  const booking = { salonId, phone, messageId, visitId, visitAt, adminId: actor.id, now: clock() }
  const saved = await saveBooking(sql, booking)
  if (!saved) return 'before'
  const { id, toldFor } = saved
  const isKnown = toldFor !== null && !(await withdrawUnsent(sql, id, clock()))
  const time = timeAt(visitAt, salon)
  const words = bookingWords({
    client: clientInText(text.firstName, phone),
    time,
    was: isKnown ? timeAt(toldFor.visitAt, salon) : null,
  })
  return tellChange(sql, context, salon, { id, phone, words, note: 'Booked', time })
}
