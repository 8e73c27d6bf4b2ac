import { makeKey } from '../../testing/keys.ts'
import { daysAgo } from './events.ts'
import { isSilent } from './knownFeed.ts'
import type { KnownSalon } from './oracle.ts'
import type { SalonYear } from './state.ts'

const DAY = 24 * 3_600_000

/** The booking system of this salon sends appointments from now on. */
export async function startFeed(year: SalonYear, salon: KnownSalon): Promise<void> {
  const { v1 } = await makeKey(year.app, { salonId: salon.id })
  salon.feed = { send: v1.recordVisits, since: '', heardAt: new Date(0), silentUntil: '', told: 0 }
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
  const startsAt = new Date(now.getTime() + days * DAY)
  const externalId = `visit ${feed.told++}`
  await feed.send({ visits: [{ externalId, phone, startsAt: startsAt.toISOString(), state }] })
  client?.ownVisits.set(externalId, { state, visitOn: daysAgo(year, salon, -days) })
  if (isSilent(feed, now)) feed.since = daysAgo(year, salon, 0)
  feed.heardAt = now
  log.push(`the booking system of ${salon.name}: ${phone} ${state} in ${days} days`)
}
