import { makeProspect } from '../../testing/factories.ts'
import type { Random } from '../../testing/random.ts'
import { newList } from './events.ts'
import { startFeed } from './feedEvents.ts'
import type { KnownSalon } from './oracle.ts'
import { startProgramme } from './programmeEvents.ts'
import { type App, numbered, type SalonYear, sharedPhones, tokenOf } from './state.ts'

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

function phonesOf(n: number, large: boolean): string[] {
  if (kindOf(n).byHand) return sharedPhones
  const own = numbered('+4477009', 10_000 + n * 400, large ? 340 : kindOf(n).hasFeed ? 120 : 16)
  return [...sharedPhones.filter((_, at) => at % 5 === n % 5), ...own]
}

async function openSalon(app: App, n: number, random: Random): Promise<KnownSalon> {
  const { byHand, large } = kindOf(n)
  const [country, timeZone, currency] =
    places[byHand ? (n / 4) % 3 : n % 7 === 2 || kindOf(n).hasFeed ? 1 : 0] ?? places[0]
  const name = `Studio ${n}`
  const phone = `+4474009${10_000 + n}`
  const email = random.chance(0.5) ? `owner${n}@proof.example` : null
  const { id } = await app.staff.salons.create({
    ...{ name, country, timeZone, currency, bookingUrl: 'https://book.example' },
    ...{ ownerName: 'Aoife Byrne', ownerPhone: phone, ownerEmail: email },
  })
  const { address } = await app.staff.salons.setSender({ id, simulated: true })
  const agree = await app.staff.salons.createLink({ id, purpose: 'agree' })
  await app.visitor.owner.agree({ token: tokenOf(agree.url), name: 'Aoife Byrne' })
  const home = tokenOf((await app.staff.salons.createLink({ id, purpose: 'home' })).url)
  return {
    ...{ id, name, country, timeZone, address, paused: false, programme: null, feed: null, lists: [] },
    links: `${app.env.PUBLIC_URL}/b/`,
    phones: phonesOf(n, large),
    owner: { phone, email, home, promptness: large ? 0.5 : random.pick([0.5, 0.3, 0.2, 0.05]), asked: [] },
    ...{ approved: new Map(), offerNumbers: new Map(), offeredFrom: new Map() },
    ...{ clients: new Map(), campaigns: new Map() },
  }
}

/** Opens so many salons, most with a list and a programme. */
export async function openSalons(app: App, random: Random, count: number): Promise<SalonYear> {
  const salons: KnownSalon[] = []
  for (let n = 0; n < count; n++) salons.push(await openSalon(app, n, random))
  const prospects = new Map<string, string | null>()
  for (const [n, phone] of sharedPhones.entries()) {
    await makeProspect(app.sql, { phone, name: `Salon ${n}` })
    prospects.set(phone, null)
  }
  const known = { salons, prospects, stops: new Map(), waiting: new Map(), refused: new Set<string>() }
  const year: SalonYear = { app, random, ...known, money: { visits: new Map(), rates: new Map() }, log: [] }
  for (const [n, salon] of salons.entries()) {
    if (kindOf(n).byHand) continue
    do await newList(year, salon)
    while (
      // Without a client who may be texted there are no fees for a month.
      kindOf(n).hasFeed &&
      ![...salon.clients.values()].some(({ knewOfTexts }) => knewOfTexts)
    )
    if (kindOf(n).hasFeed) await startFeed(year, salon)
    await startProgramme(year, salon)
  }
  return year
}
