import type { Appointment } from '@salonback/shared/salons/appointments/appointment.ts'
import { makeKey } from '../../testing/keys.ts'
import { daysAgo } from './events.ts'
import { isSilent } from './knownFeed.ts'
import { type KnownSalon, localTime } from './oracle.ts'
import type { SalonYear } from './state.ts'

const DAY = 24 * 3_600_000

/** The booking system of this salon sends appointments from now on. */
export async function startFeed(year: SalonYear, salon: KnownSalon): Promise<void> {
  const { v1 } = await makeKey(year.app, { salonId: salon.id })
  salon.feed = { send: v1.recordVisits, since: '', heardAt: new Date(0), silentUntil: '', told: 0 }
}

/** The booking system sends these appointments in one call. */
export async function tell(year: SalonYear, salon: KnownSalon, visits: Appointment[]): Promise<void> {
  const { feed } = salon
  if (!feed) return
  const now = year.app.clock()
  await feed.send({ visits })
  for (const { externalId, phone, startsAt, state } of visits) {
    const visitOn = localTime(new Date(startsAt), salon.timeZone).date
    salon.clients.get(phone)?.ownVisits.set(externalId, { state, visitOn })
  }
  if (isSilent(feed, now)) feed.since = daysAgo(year, salon, 0)
  feed.heardAt = now
}

/** The booking system sends an appointment on most days, and now and then nothing for some weeks. */
export async function feedDay(year: SalonYear, salon: KnownSalon): Promise<void> {
  const { app, random, log } = year
  const { feed } = salon
  if (!feed || daysAgo(year, salon, 0) < feed.silentUntil) return
  if (random.chance(0.02)) feed.silentUntil = daysAgo(year, salon, -random.between(10, 30))
  if (!random.chance(0.7)) return
  const now = app.clock()
  const phone = random.pick(salon.phones)
  const client = salon.clients.get(phone)
  const days = client && random.chance(0.2) ? random.between(0, 20) : 0
  const state = days > 0 ? 'booked' : 'canceled'
  const startsAt = new Date(now.getTime() + days * DAY).toISOString()
  await tell(year, salon, [{ externalId: `visit ${feed.told++}`, phone, startsAt, state }])
  log.push(`the booking system of ${salon.name}: ${phone} ${state} in ${days} days`)
}
