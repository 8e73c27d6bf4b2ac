import { Id } from '@salonback/shared/fields.ts'
import type { Deps } from '../../deps.ts'
import { bookingFile } from '../handover/bookingFile.ts'
import { findHandover } from '../handover/queries.ts'
import { openLink, unknownLink } from './openLink.ts'

/** The calendar file of a booking that this link shows. Throws 404 for another. */
export async function bookingFileOf({ sql, clock }: Deps, token: string, id: string): Promise<string> {
  const { salon, subjectId } = await openLink(sql, token, clock(), { step: 'handover' })
  const isShown = Id.safeParse(id).success && (subjectId === null || subjectId === id)
  const booking = isShown ? await findHandover(sql, salon.id, id) : undefined
  if (booking?.kind !== 'booking' || booking.visitAt === null) throw unknownLink()
  return bookingFile({ ...booking, visitAt: booking.visitAt }, salon.name)
}
