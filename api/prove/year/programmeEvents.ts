import { textFrom } from '../../testing/webhooks.ts'
import { daysAgo, makeOffer, newList } from './events.ts'
import { feedDay } from './feedEvents.ts'
import type { KnownSalon } from './oracle.ts'
import { type Event, type SalonYear, unlessConflict } from './state.ts'

const LARGE = 200

/** The owner approves an offer for each month, and staff set up the programme with it. */
export async function startProgramme(year: SalonYear, salon: KnownSalon): Promise<void> {
  const { random } = year
  // One with a feed must soon have fees. Large salons must have waves that keep clients aside: else the short form can end without a draw to check.
  const isLarge = salon.phones.length >= LARGE || salon.feed !== null
  const until = daysAgo(year, salon, -random.between(isLarge ? 90 : 15, 250))
  const { offerId, number } = await makeOffer(year, salon, { repeatUntil: until, approves: true })
  salon.programme = {
    state: 'off',
    runningFrom: '',
    askDay: salon.feed ? 12 : random.between(1, 28),
    keptAsidePercent: random.pick(isLarge ? [10, 20] : [0, 10, 20]),
    offer: number,
    offerId,
    until,
    asking: new Set(),
    seen: new Set(),
    waves: new Map(),
    keptAside: [],
  }
  await saveProgramme(year, salon, true)
}

/** Staff turn the programme on or off, with the offer that it has or another one. */
async function saveProgramme(year: SalonYear, salon: KnownSalon, on: boolean, changes: object = {}) {
  const programme = { ...salon.programme, ...changes } as NonNullable<KnownSalon['programme']>
  const { offerId, askDay, keptAsidePercent: keptAside, state } = programme
  const settings = { offerId, perDay: keptAside > 0 ? 60 : 5, reminderAfterDays: 10, keptAside, askDay }
  const done = await unlessConflict(year.app.staff.programmes.set({ id: salon.id, ...settings, on }))
  year.log.push(`programme of ${salon.name} ${on ? 'on' : 'off'}: ${done ? 'done' : 'refused'}`)
  if (!done) return
  if (!(on && state === 'running')) programme.runningFrom = daysAgo(year, salon, 0)
  salon.programme = { ...programme, state: on ? 'running' : state === 'paused' ? 'paused' : 'off' }
  if (!on) await cancelUnsent(year, salon)
}

/** Texts that were announced and have not begun must not leave. */
async function cancelUnsent({ app }: SalonYear, salon: KnownSalon) {
  for (const campaignId of salon.programme?.waves.keys() ?? []) {
    const begun = await app.sql`
      select 1 from messages where campaign_id = ${campaignId} and accepted_at is not null limit 1`
    if (begun.count === 0) salon.campaigns.set(campaignId, 'canceled')
  }
}

/** The owner approves other words or asks for shorter ones; staff continue with the approved version. */
const changeWords: Event = async (year, salon) => {
  const { random } = year
  const until = daysAgo(year, salon, -random.between(2, 120))
  const approves = random.chance(0.7)
  const { offerId, number } = await makeOffer(year, salon, { repeatUntil: until, approves })
  const on = salon.programme?.state === 'running'
  if (approves) await saveProgramme(year, salon, on, { offerId, offer: number, until })
}

const switchByOwner: Event = async ({ app, log, ...year }, salon) => {
  const { programme, owner } = salon
  if (!programme || programme.state === 'off') return
  const on = programme.state === 'paused'
  await app.visitor.owner.setProgramme({ token: owner.home, on })
  if (on) programme.runningFrom = daysAgo({ app, log, ...year }, salon, 0)
  programme.state = on ? 'running' : 'paused'
  if (!on) {
    programme.runningFrom = daysAgo({ app, log, ...year }, salon, 0)
    await cancelUnsent({ app, log, ...year }, salon)
  }
  log.push(`the owner of ${salon.name} turns the programme ${on ? 'on' : 'off'}`)
}

/** The owner stops the wave that was announced last, also one under way. */
const stopWave: Event = async ({ app, log }, salon) => {
  const campaignId = [...(salon.programme?.waves.keys() ?? [])].at(-1)
  if (!campaignId) return
  const done = await unlessConflict(app.visitor.owner.stop({ token: salon.owner.home, campaignId }))
  if (done) salon.campaigns.set(campaignId, 'canceled')
  log.push(`the owner of ${salon.name} stops ${campaignId}: ${done ? 'done' : 'refused'}`)
}

/** Changes the stored words after the approval. */
const tamperWithOffer: Event = async ({ app: { sql }, log }, salon) => {
  const { programme } = salon
  if (!programme) return
  await sql.begin(async (open) => {
    await open`alter table offers disable trigger offers_keep_approved`
    await open`update offers set text = replace(text, '20%', '30%') where id = ${programme.offerId}`
    await open`alter table offers enable trigger offers_keep_approved`
  })
  for (const words of salon.approved.keys())
    if (words.includes(`offer ${programme.offer}`)) salon.approved.delete(words)
  log.push(`offer ${programme.offer} of ${salon.name} is tampered with`)
}

const ownerStops: Event = async ({ app, random, stops, log }, { owner, name }) => {
  const body = random.pick(['STOP', 'START', 'START'])
  await textFrom(app.origin, owner.phone, body)
  stops.set(owner.phone, new Set(body === 'STOP' ? ['the agency'] : []))
  log.push(`the owner of ${name} texts ${body}`)
}

const events: Event[] = [
  ...[changeWords, switchByOwner, switchByOwner, stopWave, stopWave, ownerStops, tamperWithOffer],
]

/** A day of owners and staff: they share awaited lists, sooner or later, and turn programmes on again. */
export async function programmeDay(year: SalonYear): Promise<void> {
  const { random, salons, app } = year
  const asking = await app.sql<{ salonId: string }[]>`
    select distinct on (salon_id) salon_id from waves where state = 'asking' order by salon_id, asked_for desc`
  for (const salon of salons) {
    const { programme, owner } = salon
    if (!programme) continue
    await feedDay(year, salon)
    if (asking.some(({ salonId }) => salonId === salon.id) && random.chance(owner.promptness))
      await newList(year, salon)
    if (random.chance(0.02)) await random.pick(events)(year, salon)
    if (programme.state === 'paused' && random.chance(0.08)) await switchByOwner(year, salon)
    if (random.chance(0.01)) await saveProgramme(year, salon, false)
    if (salon.programme?.state === 'off' && random.chance(0.1)) await saveProgramme(year, salon, true)
    const hasEnded = programme.until <= daysAgo(year, salon, -1)
    if (hasEnded && random.chance(0.1)) await changeWords(year, salon)
  }
}
