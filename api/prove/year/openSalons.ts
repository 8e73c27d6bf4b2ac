import { makeProspect } from '../../testing/factories.ts'
import { makeKey } from '../../testing/keys.ts'
import type { Random } from '../../testing/random.ts'
import { startProgramme } from './campaigns.ts'
import { sendList } from './clients.ts'
import { type App, numbered, type Play, type PlayedSalon, sharedPhones, tokenOf } from './play.ts'

const places = [
  ['GB', 'Europe/London', 'GBP'],
  ['IE', 'Europe/Dublin', 'EUR'],
  ['US', 'America/Los_Angeles', 'USD'],
] as const

/**
 * Every fourth salon has no programme; every fourth one is large and has a prompt owner, so that its waves keep clients aside;
 * one, in the country of the agency, has a bookings feed and fees.
 */
const kindOf = (n: number) => ({ byHand: n % 4 === 0, large: n % 4 === 1, hasFeed: n === 3 })

function phonesOf(n: number): string[] {
  const { byHand, large, hasFeed } = kindOf(n)
  if (byHand) return sharedPhones
  const own = numbered('+4477009', 10_000 + n * 400, large ? 340 : hasFeed ? 120 : 16)
  return [...sharedPhones.filter((_, at) => at % 5 === n % 5), ...own]
}

async function openSalon(app: App, n: number, random: Random): Promise<PlayedSalon> {
  const { byHand, large, hasFeed } = kindOf(n)
  const place = byHand ? places[(n / 4) % 3] : places[n % 7 === 2 || hasFeed ? 1 : 0]
  const [country, timeZone, currency] = place ?? places[0]
  const name = `Studio ${n}`
  const phone = `+4474009${10_000 + n}`
  const { id } = await app.staff.salons.create({
    ...{ name, country, timeZone, currency, bookingUrl: 'https://book.example', ownerName: 'Aoife Byrne' },
    ...{ ownerPhone: phone, ownerEmail: random.chance(0.5) ? `owner${n}@proof.example` : null },
  })
  // Fees must become payable, and statements overdue, within the time of the proof.
  if (hasFeed) await app.sql`update salons set hold_days = 0, payment_days = 2 where id = ${id}`
  const { address } = await app.staff.salons.setSender({ id, simulated: true })
  const agree = await app.staff.salons.createLink({ id, purpose: 'agree' })
  await app.visitor.owner.agree({ token: tokenOf(agree.url), name: 'Aoife Byrne' })
  const home = tokenOf((await app.staff.salons.createLink({ id, purpose: 'home' })).url)
  const promptness = large ? 0.5 : random.pick([0.5, 0.3, 0.2, 0.05])
  return {
    ...{ id, name, country, timeZone, address, paused: false, programme: null, feed: null },
    ...{ phones: phonesOf(n), owner: { phone, home, promptness } },
  }
}

/** Opens so many salons, most with a list and a programme. */
export async function openSalons(app: App, random: Random, count: number): Promise<Play> {
  const salons: PlayedSalon[] = []
  for (let n = 0; n < count; n++) salons.push(await openSalon(app, n, random))
  for (const [n, phone] of sharedPhones.entries()) await makeProspect(app.sql, { phone, name: `Salon ${n}` })
  const play: Play = { app, random, salons, offers: 0, statements: 0 }
  for (const [n, salon] of salons.entries()) {
    const { byHand, large, hasFeed } = kindOf(n)
    if (byHand) continue
    // Without a client who may be texted there are no fees for a month.
    do await sendList(play, salon)
    while (
      hasFeed &&
      (
        await app.sql`select 1 from consent_events where salon_id = ${salon.id} and kind = 'soft_opt_in' limit 1`
      ).count === 0
    )
    if (hasFeed)
      salon.feed = { send: (await makeKey(app, { salonId: salon.id })).v1.recordVisits, silentUntil: '' }
    await startProgramme(play, salon, large || hasFeed)
  }
  return play
}
