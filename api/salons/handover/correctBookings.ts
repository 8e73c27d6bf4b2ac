import { dayAndClock } from '@salonback/shared/formats.ts'
import { UNDO_MS } from '@salonback/shared/platform/http/endpoint.ts'
import type { Told } from '@salonback/shared/salons/handover/contract.ts'
import { clientInText } from '@salonback/shared/salons/handover/quote.ts'
import { bookingWords, notBookedWords, toldText } from '@salonback/shared/salons/handover/words.ts'
import { firstNameOf } from '@salonback/shared/salons/salons/rules.ts'
import { insertNote } from '../../core/inbox/desk.ts'
import { audit } from '../../platform/db/audit.ts'
import type { Sql } from '../../platform/db/open.ts'
import { withdrawUnsent } from '../ownerLinks/ownerMessages.ts'
import type { VisitSubscriber } from '../visits/subscribers.ts'
import type { HandoverContext } from './askOwner.ts'
import {
  type ChangedBooking,
  findChangedBookings,
  type HandoverSalon,
  lockHandoverSalon,
  saveCanceled,
  saveMoved,
  saveTold,
} from './queries.ts'
import { type TellDeps, tellOwner } from './tellOwner.ts'

/**
 * Tells the owner about bookings of this number that staff moved or took back after the owner knew of them. Drops a message
 * that was not sent yet instead. Lock the number first.
 */
export async function correctBookings(
  sql: Sql,
  { salonId, phone }: { salonId: string; phone: string },
  context: HandoverContext,
): Promise<void> {
  const changed = await findChangedBookings(sql, { salonId, phone, now: context.clock() })
  if (changed.length === 0) return
  const salon = await lockHandoverSalon(sql, salonId)
  if (!salon || salon.state === 'closed') return
  for (const booking of changed) {
    const correct = booking.isCanceled ? tellCanceled : tellMoved
    await correct(sql, { ...booking, phone }, salon, context)
  }
}

/** Corrects what the owner knows after staff changed a visit. The owner and the booking system know what they changed. */
export const followBookings = (deps: TellDeps): VisitSubscriber => ({
  async onVisitChanged(sql, { salon, phone, by }) {
    if (by.kind === 'staff') await correctBookings(sql, { salonId: salon.id, phone }, { ...deps, actor: by })
  },
})

type Changed = ChangedBooking & { phone: string }

async function tellCanceled(sql: Sql, booking: Changed, salon: HandoverSalon, context: HandoverContext) {
  const { id, phone, firstName, toldBy, toldFor } = booking
  const now = context.clock()
  const isKnown = toldBy !== null && !(await withdrawUnsent(sql, id, now))
  await saveCanceled(sql, id, now)
  if (!isKnown) return saveTold(sql, [id], 'page', now)
  const time = timeAt(toldFor, salon)
  const words = notBookedWords({ client: clientInText(firstName, phone), time })
  await tellChange(sql, context, salon, { id, phone, words, note: 'Not booked after all', time })
}

async function tellMoved(sql: Sql, booking: Changed, salon: HandoverSalon, context: HandoverContext) {
  const { id, phone, firstName, toldBy, toldFor, visitAt } = booking
  await saveMoved(sql, booking)
  if (toldBy === null) return
  const isKnown = !(await withdrawUnsent(sql, id, context.clock()))
  const time = timeAt(visitAt, salon)
  const was = isKnown ? timeAt(toldFor, salon) : null
  const words = bookingWords({ client: clientInText(firstName, phone), time, was })
  await tellChange(sql, context, salon, { id, phone, words, note: 'Booked', time })
}

/** A time as the salon's clock shows it. */
export const timeAt = (at: Date | null, { timeZone }: HandoverSalon) =>
  at && dayAndClock(at.toISOString(), timeZone)

interface TellChange {
  id: string
  phone: string
  words: string
  /** Beginning of the note for colleagues; the time follows. */
  note: string
  time: string | null
}

/** Tells the owner about a change, after the time in which staff can undo it, and colleagues in a note. Lock the salon first. */
export async function tellChange(
  sql: Sql,
  context: HandoverContext,
  salon: HandoverSalon,
  { id, phone, words, note, time }: TellChange,
): Promise<Told> {
  const { actor, clock } = context
  const dueAt = new Date(clock().getTime() + UNDO_MS)
  const told = await tellOwner(sql, context, salon, { id, words, button: 'Details', dueAt })
  const when = time ? ` for ${time} (${salon.timeZone})` : ''
  const body = `${note}${when}. ${toldText[told](firstNameOf(salon.ownerName))}`
  const by = { adminId: actor.id }
  await insertNote(sql, { salonId: salon.id, number: phone, body, by, now: clock() })
  await audit(sql, { actor, action: 'handover.booking', subject: id, detail: { told } })
  return told
}
