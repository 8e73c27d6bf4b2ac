import type { Appointment } from '@salonback/shared/salons/appointments/appointment.ts'
import { daysAgo, note, type Play, type PlayedSalon, unlessConflict } from './play.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Rates in percent that follow each other, each for two statements; null: the agency is not registered. */
const RATES = [null, 23, 20]

/** The visit of a client who paid, as the booking system has it. */
type Paid = { externalId: string; bookedAt: string; startsAt: string; amount: number; hadBooking: boolean }

const at = (ms: number) => new Date(ms).toISOString()

/** The booking system sends these appointments in one call. */
async function send(play: Play, salon: PlayedSalon, visits: Appointment[]): Promise<void> {
  await salon.feed?.send({ visits })
  for (const { externalId, phone, startsAt, state } of visits) {
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: salon.timeZone }).format(new Date(startsAt))
    await note(play, 'visit', { salon: salon.id, phone, subject: externalId }, { state, visitOn: day })
  }
  await note(play, 'heard', { salon: salon.id })
}

/** The booking system sends an appointment on most days, and now and then nothing for some weeks. */
export async function feedDay(play: Play, salon: PlayedSalon): Promise<void> {
  const { app, random } = play
  if (!salon.feed || daysAgo(play, salon, 0) < salon.feed.silentUntil) return
  if (random.chance(0.02)) salon.feed.silentUntil = daysAgo(play, salon, -random.between(10, 20))
  if (!random.chance(0.7)) return
  const now = app.clock().getTime()
  const days = random.chance(0.2) ? random.between(1, 20) : 0
  const state = days > 0 ? 'booked' : 'canceled'
  const externalId = `visit ${now}`
  await send(play, salon, [
    { externalId, phone: random.pick(salon.phones), startsAt: at(now + days * DAY), state },
  ])
}

/** Visits after texts, moved bookings, refunds, disputes, payments, and statements each week, while the rate of VAT changes. */
export async function moneyDay(play: Play, salon: PlayedSalon, day: number): Promise<void> {
  const { feed } = salon
  if (!feed) return
  const { random } = play
  if (daysAgo(play, salon, 0) >= feed.silentUntil) {
    await payVisit(play, salon)
    if (random.chance(0.4)) await correctByCall(play, salon)
  }
  if (random.chance(0.3)) await correctByDispute(play, salon)
  if (day % 7 === 6) await issue(play, salon)
  if (random.chance(0.1)) await pay(play, salon)
  if (random.chance(0.3)) await remind(play, salon)
}

/** A texted client paid; half of them had a booking before the text, which was moved under new ids. */
async function payVisit(play: Play, salon: PlayedSalon) {
  const { app, random } = play
  const now = app.clock().getTime()
  const free = await app.sql<{ phone: string; first: Date; last: Date }[]>`
    select phone, min(accepted_at) as first, max(accepted_at) as last from messages m
    where salon_id = ${salon.id} and kind in ('offer', 'reminder') and accepted_at is not null
      and not exists (select 1 from proof.facts f where f.kind = 'paid' and f.phone = m.phone)
    group by phone having max(accepted_at) between ${new Date(now - 30 * DAY)} and ${new Date(now - 3 * HOUR)} order by phone`
  if (free.length === 0) return
  const { phone, first, last } = random.pick(free)
  const name = `paid ${phone}`
  // Each link of a chain is canceled when the next one is made, the last one now.
  const links = random.pick([0, 0, 1, 1, 2, 3])
  const isEarly = links > 0 && random.chance(0.25)
  const from = first.getTime() - 5 * DAY
  const step = ((isEarly ? first.getTime() - DAY : now - HOUR) - from) / Math.max(links, 1)
  const old = Array.from({ length: links }, (_, n) => ({
    ...{ externalId: `${name} link ${n}`, phone, state: 'canceled' as const },
    ...{ bookedAt: at(from + n * step), startsAt: at(now + random.between(1, 9) * DAY), amount: null },
    // A deleted appointment comes without the time of its end.
    ...((isEarly || random.chance(0.7)) && { updatedAt: at(from + (n + 1) * step) }),
  }))
  const times = { bookedAt: at(last.getTime() + HOUR), startsAt: at(now - HOUR) }
  const amount = random.between(3000, 9000)
  const paid = { externalId: name, ...times, amount, hadBooking: links > 0 && !isEarly }
  const all = random.shuffle([...old, attended(phone, paid)])
  for (const batch of random.chance(0.5) ? [all] : all.map((one) => [one])) await send(play, salon, batch)
  await note(play, 'paid', { salon: salon.id, phone }, paid)
}

const attended = (phone: string, { externalId, bookedAt, startsAt, amount }: Paid) =>
  ({ externalId, phone, bookedAt, startsAt, amount, state: 'attended' }) as const

// Until staff choose the unit of the key, amounts of 1 to 999 wait for staff: they may be pounds.
const lower = ({ random }: Play, { amount }: Paid) =>
  random.chance(0.4) ? 0 : random.between(1000, amount - 1)

/** A visit and its fee, before any correction of the amount. */
async function uncorrected({ app: { sql }, random }: Play, salon: PlayedSalon) {
  const visits = await sql<{ phone: string; paid: Paid; entryId: string | null }[]>`
    select f.phone, min(f.value::text)::jsonb as paid, min(e.id::text) as entry_id from proof.facts f
    join clients c on c.salon_id::text = f.salon and c.phone = f.phone
    left join ledger_entries e on e.client_id = c.id and e.kind = 'fee'
    where f.kind = 'paid' and f.salon = ${salon.id} group by f.phone having count(distinct f.id) = 1 order by f.phone`
  return (needsFee: boolean) => {
    const fit = visits.filter(({ entryId }) => !needsFee || entryId !== null)
    return fit.length > 0 ? random.pick(fit) : null
  }
}

/** A refund in part or in full that the booking system sends. */
async function correctByCall(play: Play, salon: PlayedSalon) {
  const visit = (await uncorrected(play, salon))(false)
  if (!visit) return
  const paid = { ...visit.paid, amount: lower(play, visit.paid) }
  await note(play, 'paid', { salon: salon.id, phone: visit.phone, subject: 'by call' }, paid)
  await send(play, salon, [attended(visit.phone, paid)])
}

/** The owner objects to a fee, and staff lower it, take it back or leave it. */
async function correctByDispute(play: Play, salon: PlayedSalon) {
  const { app, random } = play
  const visit = (await uncorrected(play, salon))(true)
  if (!visit?.entryId) return
  const { phone, paid, entryId } = visit
  const outcome = random.pick(['stays', 'lower', 'lower', 'none'] as const)
  const amount = outcome === 'lower' ? lower(play, paid) : null
  // Refused after the last day to pay the statement.
  const objection = { token: salon.owner.home, entryId, note: 'She bought shampoo, too' }
  if ((await unlessConflict(app.visitor.owner.dispute(objection))) === null) return
  await app.staff.billing.decideDispute({ id: salon.id, entryId, upheld: outcome !== 'stays', amount })
  const decided = outcome === 'stays' ? paid : { ...paid, amount: amount ?? 0 }
  await note(play, 'paid', { salon: salon.id, phone, subject: 'by dispute' }, decided)
}

async function issue(play: Play, { id }: PlayedSalon) {
  const { app } = play
  const rate = RATES[Math.floor(play.statements / 2) % RATES.length] ?? null
  const vat = {
    VAT_NUMBER: rate === null ? undefined : 'IE1234567T',
    VAT_RATE: rate === null ? undefined : rate * 100,
  }
  Object.assign(app.env, vat)
  const statement = await unlessConflict(app.staff.billing.issue({ id }))
  if (!statement) return
  play.statements++
  await note(play, 'issued', { salon: id, subject: String(statement.number) }, { percent: rate ?? 0 })
}

/** The salon pays a part, all or too much of what is outstanding, and a wrong payment is taken back. */
async function pay(play: Play, salon: PlayedSalon) {
  const { app, random } = play
  const { id } = salon
  const receivedOn = daysAgo(play, salon, 0)
  const { id: paymentId } = await app.staff.billing.recordPayment({
    id,
    receivedOn,
    amount: random.between(300, 3000),
  })
  if (random.chance(0.2)) await app.staff.billing.takeBackPayment({ id, paymentId, note: 'Of another salon' })
}

async function remind({ app, random }: Play, { id }: PlayedSalon) {
  const overdue = await app.sql<{ number: number }[]>`
    select number from statements where salon_id = ${id} and due_on < ${app.clock()} order by number`
  if (overdue.length > 0)
    await unlessConflict(app.staff.billing.remind({ id, number: random.pick(overdue).number }))
}

/** What the service shows about each statement and account, for the invariants. */
export async function noteAccounts(play: Play): Promise<void> {
  const { staff } = play.app
  for (const { id } of play.salons) {
    const { owed } = await staff.billing.entries({ id })
    await note(play, 'account', { salon: id }, { outstanding: owed.outstanding })
    for (const { number, total, paid, outstanding } of (await staff.billing.statements({ id })).items)
      await note(play, 'head', { salon: id, subject: String(number) }, { total, paid, outstanding })
  }
}
