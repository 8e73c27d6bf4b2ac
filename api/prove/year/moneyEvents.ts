import { daysAgo } from './events.ts'
import { tell } from './feedEvents.ts'
import type { KnownSalon } from './oracle.ts'
import { type KnownVisit, type SalonYear, unlessConflict } from './state.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Rates in percent that follow each other, each for two statements; null: the agency is not registered. */
const RATES = [null, 23, 20]

const at = (ms: number) => new Date(ms).toISOString()

/** Visits after texts, moved bookings, refunds, and statements each week, while the rate of VAT changes. */
export async function moneyDay(year: SalonYear, salon: KnownSalon, day: number): Promise<void> {
  const { feed } = salon
  if (!feed) return
  if (daysAgo(year, salon, 0) >= feed.silentUntil) {
    await payVisit(year, salon)
    if (year.random.chance(0.4)) await correctByCall(year, salon)
  }
  if (year.random.chance(0.3)) await correctByDispute(year, salon)
  if (day % 7 === 6) await issue(year, salon)
}

/** A texted client paid; half of them had a booking before the text, which was moved under new ids. */
async function payVisit(year: SalonYear, salon: KnownSalon) {
  const { app, random, money } = year
  const now = app.clock().getTime()
  const texted = await app.sql<{ phone: string; first: Date; last: Date }[]>`
    select phone, min(accepted_at) as first, max(accepted_at) as last from messages
    where salon_id = ${salon.id} and kind in ('offer', 'reminder') and accepted_at is not null
    group by phone having max(accepted_at) between ${new Date(now - 30 * DAY)} and ${new Date(now - 3 * HOUR)} order by phone`
  const free = texted.filter(({ phone }) => !money.visits.has(phone) && salon.clients.has(phone))
  if (free.length === 0) return
  const { phone, first, last } = random.pick(free)
  const name = `paid ${money.visits.size}`
  // Each link of a chain is canceled when the next one is made, the last one now.
  const links = random.pick([0, 0, 1, 1, 2, 3])
  const isEarly = links > 0 && random.chance(0.25)
  const from = first.getTime() - 5 * DAY
  const until = isEarly ? first.getTime() - DAY : now - HOUR
  const step = (until - from) / Math.max(links, 1)
  const old = Array.from({ length: links }, (_, n) => ({
    ...{ externalId: `${name} link ${n}`, phone, state: 'canceled' as const },
    ...{ bookedAt: at(from + n * step), startsAt: at(now + random.between(1, 9) * DAY), amount: null },
    // A deleted appointment comes without the time of its end.
    ...((isEarly || random.chance(0.7)) && { updatedAt: at(from + (n + 1) * step) }),
  }))
  const visit: KnownVisit = {
    ...{ externalId: name, phone, amount: random.between(3000, 9000), corrected: null },
    ...{ bookedAt: at(last.getTime() + HOUR), startsAt: at(now - HOUR), hadBooking: links > 0 && !isEarly },
  }
  const all = random.shuffle([...old, sent(visit)])
  const inOne = random.chance(0.5)
  for (const batch of inOne ? [all] : all.map((one) => [one])) await tell(year, salon, batch)
  money.visits.set(phone, visit)
  year.log.push(`${phone} paid ${visit.amount} after ${links} links, booked before: ${visit.hadBooking}`)
}

const sent = ({ externalId, phone, bookedAt, startsAt, amount }: KnownVisit) =>
  ({ externalId, phone, bookedAt, startsAt, amount, state: 'attended' }) as const

// Until staff choose the unit of the key, the service asks about amounts of 1 to 999: they may be pounds.
const lower = ({ random }: SalonYear, { amount }: KnownVisit) =>
  random.chance(0.4) ? 0 : random.between(1000, amount - 1)

/** A refund in part or in full that the booking system sends. */
async function correctByCall(year: SalonYear, salon: KnownSalon) {
  const visits = [...year.money.visits.values()].filter(({ corrected }) => corrected === null)
  if (visits.length === 0) return
  const visit = year.random.pick(visits)
  visit.amount = lower(year, visit)
  visit.corrected = 'by call'
  await tell(year, salon, [sent(visit)])
  year.log.push(`${visit.phone} is refunded to ${visit.amount}`)
}

/** The owner objects to a fee, and staff lower it, take it back or leave it. */
async function correctByDispute(year: SalonYear, salon: KnownSalon) {
  const { app, random, money, log } = year
  const { id, owner } = salon
  const fees = await app.sql<{ entryId: string; phone: string }[]>`
    select e.id as entry_id, c.phone from ledger_entries e join clients c on c.id = e.client_id
    where e.salon_id = ${id} and e.kind = 'fee' order by e.seq`
  const open = fees.filter(({ phone }) => money.visits.get(phone)?.corrected === null)
  if (open.length === 0) return
  const { entryId, phone } = random.pick(open)
  const visit = money.visits.get(phone) as KnownVisit
  const outcome = random.pick(['stays', 'lower', 'lower', 'none'] as const)
  const amount = outcome === 'lower' ? lower(year, visit) : null
  // Refused after the last day to pay the statement.
  const objection = { token: owner.home, entryId, note: 'She bought shampoo, too' }
  if ((await unlessConflict(app.visitor.owner.dispute(objection))) === null) return
  await app.staff.ledger.decideDispute({ id, entryId, upheld: outcome !== 'stays', amount })
  visit.corrected = 'by dispute'
  if (outcome !== 'stays') visit.amount = amount ?? 0
  log.push(`the dispute about ${phone} is decided: ${outcome}, ${visit.amount}`)
}

async function issue({ app, money, log }: SalonYear, { id, name }: KnownSalon) {
  const rate = RATES[Math.floor(money.rates.size / 2) % RATES.length] ?? null
  Object.assign(app.env, {
    VAT_NUMBER: rate === null ? undefined : 'IE1234567T',
    VAT_RATE: rate === null ? undefined : rate * 100,
  })
  const statement = await unlessConflict(app.staff.ledger.issue({ id }))
  if (statement) money.rates.set(statement.number, rate ?? 0)
  log.push(`statement of ${name} at ${rate} %: ${statement?.total ?? 'nothing is payable'}`)
}
