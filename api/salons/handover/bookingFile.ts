import { brand } from '@salonback/shared/brand.ts'
import { nameAndNumber } from '@salonback/shared/salons/visits/names.ts'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { HandoverRow } from './queries.ts'

/** Length of an appointment in the file: booking systems do not say it. */
const HOUR_MS = 3_600_000

/**
 * The calendar file of a booking, in UTC. A booking that moved has the same uid and a higher sequence, so that a calendar
 * replaces the earlier entry.
 */
export function bookingFile(booking: HandoverRow & { visitAt: string }, salonName: string): string {
  const { id, visitAt, revision, isCanceled, firstName, phone, createdAt } = booking
  const calendar = ical({ prodId: { company: brand.name, product: 'bookings' } })
  calendar.method(ICalCalendarMethod.PUBLISH)
  const start = new Date(visitAt)
  calendar.createEvent({
    id: `${id}@salonback`,
    sequence: revision + Number(isCanceled),
    stamp: new Date(createdAt),
    start,
    end: new Date(start.getTime() + HOUR_MS),
    summary: nameAndNumber(firstName, phone),
    location: salonName,
    status: isCanceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
  return calendar.toString()
}
