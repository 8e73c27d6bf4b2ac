import { uploadList } from '../../testing/salons.ts'
import { type KnownClient, type KnownSalon, localTime } from './oracle.ts'
import { type Event, type SalonYear, tokenOf, unlessConflict } from './state.ts'
import { changeProspect, decideTexts, receiveText, startFirstTexts } from './texts.ts'

const DAY = 24 * 3_600_000

const names = ['Mary', 'Siobhán', 'Ella', 'Orla', 'Zoe', '']

/** The date of a salon so many days before today. */
export const daysAgo = ({ app }: SalonYear, { timeZone }: KnownSalon, days: number) =>
  localTime(new Date(app.clock().getTime() - days * DAY), timeZone).date

/** A random row of a list, with the known facts about it. */
function randomRow(year: SalonYear, salon: KnownSalon, phone: string, hasVisits: boolean) {
  const { random } = year
  const ago = random.pick([
    ...(random.chance(0.2) ? [5] : []),
    70,
    100,
    200,
    200,
    300,
    360,
    700,
    725,
    900,
    null,
  ])
  const lastVisit = ago === null || !hasVisits ? '' : daysAgo(year, salon, ago)
  const nextVisit = random.chance(0.08) ? daysAgo(year, salon, -random.between(0, 10)) : ''
  const flag = random.chance(0.1) ? random.pick(['blocked', 'staff', 'deceased', 'minor']) : ''
  const consent = random.chance(0.02) ? 'No' : random.pick(['Yes', '', ''])
  const flags = ['blocked', 'staff', 'deceased'].map((one) => (one === flag ? 'Yes' : ''))
  const birthday = flag === 'minor' ? daysAgo(year, salon, 3000) : ''
  const firstName = random.pick(names)
  const line = [firstName, phone, lastVisit, nextVisit, consent, ...flags, birthday].join(',')
  return { phone, line, firstName, lastVisit, nextVisit, consent, mayNotBeTexted: flag !== '' }
}

const HEADER =
  'First Name,Mobile Number,Last Appointment,Next Appointment,Marketing Consent,Blocked,Is staff,Deceased,Birthday'

export const newList: Event = async (year, salon) => {
  const { app, random, log } = year
  const hasVisits = random.chance(0.9)
  const rows = salon.phones
    .filter(() => random.chance(0.75))
    .map((phone) => randomRow(year, salon, phone, hasVisits))
  const asOf = daysAgo(year, salon, random.pick([0, 0, 1, 5, 12]))
  const knewOfTexts = random.pick(['yes', 'yes', 'yes', 'yes', 'yes', 'no', 'unknown'] as const)
  const header = hasVisits ? HEADER : HEADER.replace('Last Appointment', 'Of note')
  const csv = `${[header, ...rows.map(({ line }) => line)].join('\n')}\n`
  const preview = (await (await uploadList(app, salon.id, csv)).json()) as { id: string }
  const declaration = { customers: true, knewOfTexts } as const
  await app.staff.lists.commitList({ id: salon.id, listId: preview.id, asOf, declaration })
  salon.lists.push({ asOf, used: false })
  for (const row of rows) {
    const before = salon.clients.get(row.phone)
    salon.clients.set(row.phone, {
      firstName: row.firstName || (before?.firstName ?? ''),
      lastVisit: [row.lastVisit, before?.lastVisit ?? ''].sort()[1] ?? '',
      nextVisit: row.nextVisit,
      mayNotBeTexted: row.mayNotBeTexted,
      listAsOf: asOf,
      knewOfTexts: (before?.knewOfTexts ?? false) || (knewOfTexts === 'yes' && row.consent !== 'No'),
      gaveWrittenConsent: before?.gaveWrittenConsent ?? false,
      objected: (before?.objected ?? false) || row.consent === 'No',
      answeredAt: before?.answeredAt ?? [],
      ownVisits: before?.ownVisits ?? new Map(),
      saidNoAt: before?.saidNoAt ?? [],
      notInterestedAt: before?.notInterestedAt ?? [],
    })
  }
  log.push(`list of ${salon.name}, ${knewOfTexts}, as of ${asOf}`)
}

interface MakeOffer {
  repeatUntil: string | null
  approves: boolean
}

/** A new version that the owner approves or wants to change. */
export async function makeOffer(year: SalonYear, salon: KnownSalon, { repeatUntil, approves }: MakeOffer) {
  const { app, log } = year
  const number = log.length
  const text = `{salon}: Hi {firstName}, offer ${number}, 20% off: {link} Reply STOP to opt out.`
  const reminderText = `{salon}: Hi {firstName}, last days of offer ${number}: {link} Reply STOP to opt out.`
  const { id: offerId } = await app.staff.offers.create({ id: salon.id, text, reminderText, repeatUntil })
  salon.offerNumbers.set(offerId, number)
  const { url } = await app.staff.offers.send({ id: salon.id, offerId })
  const token = tokenOf(url)
  const sha256 = (await app.visitor.owner.open({ token })).offer?.sha256 ?? ''
  if (approves) await app.visitor.owner.approve({ token, sha256 })
  else await app.visitor.owner.requestChanges({ token, sha256, note: 'Shorter' })
  if (approves)
    for (const one of [text, reminderText])
      salon.approved.set(one.replace('{salon}', salon.name), repeatUntil)
  log.push(`offer ${number} of ${salon.name}, approved: ${approves}, until ${repeatUntil}`)
  return { offerId, number }
}

/** Tries to start a campaign with any version, also one that is not approved. */
const startCampaign: Event = async ({ app, random, log }, salon) => {
  const { items } = await app.staff.offers.list({ id: salon.id })
  if (items.length === 0) return
  const { id: offerId } = random.chance(0.7) ? (items[0] as { id: string }) : random.pick(items)
  const reminder = random.pick([null, 7, 7, 10, 30])
  const started = await unlessConflict(
    app.staff.salonCampaigns.start({
      id: salon.id,
      offerId,
      perDay: random.pick([2, 10, 100]),
      ...(reminder && { reminderAfterDays: reminder }),
    }),
  )
  if (started) {
    salon.campaigns.set(started.id, 'running')
    const number = salon.offerNumbers.get(offerId) ?? -1
    if (!salon.offeredFrom.has(number)) salon.offeredFrom.set(number, app.clock().getTime())
  }
  log.push(`campaign of ${salon.name}: ${started?.total ?? 'refused'}`)
}

const changeCampaign: Event = async ({ app, random, log }, salon) => {
  const campaignId = [...salon.campaigns.keys()].at(-1)
  if (!campaignId) return
  const verb = random.pick(['pause', 'resume', 'resume', 'cancel'] as const)
  const done = await unlessConflict(app.staff.salonCampaigns[verb]({ id: salon.id, campaignId }))
  if (done) salon.campaigns.set(campaignId, done.state === 'finished' ? 'running' : done.state)
  log.push(`${verb} a campaign of ${salon.name}: ${done?.state ?? 'refused'}`)
}

const pauseSalon: Event = async ({ app, log }, salon) => {
  if ((await app.staff.salons.get({ id: salon.id })).state === 'setup') return
  salon.paused = !salon.paused
  await app.staff.salons.update({ id: salon.id, state: salon.paused ? 'paused' : 'ready' })
  log.push(`${salon.name} paused: ${salon.paused}`)
}

const changeLink: Event = async ({ app, log }, salon) => {
  await app.staff.salons.update({ id: salon.id, bookingUrl: `https://book.example/${log.length}` })
  log.push(`${salon.name} has another booking page`)
}

/** Texts of approved offers keep the older name. */
const rename: Event = async ({ app, log }, salon) => {
  const before = salon.name
  salon.name = `Salon ${log.length}`
  await app.staff.salons.update({ id: salon.id, name: salon.name })
  log.push(`${before} is ${salon.name} now`)
}

/** An appointment that staff record; most are missed or canceled then. */
const recordVisit: Event = async (year, salon) => {
  const { app, random, log } = year
  const { items } = await app.staff.clients.list({ id: salon.id })
  if (items.length === 0) return
  const { id: clientId, phone } = random.pick(items)
  const state = random.pick(['booked', 'attended'] as const)
  const came = daysAgo(year, salon, random.between(0, 80))
  // Always with a day: a list turns a booking without one into a visit on the day that it shows.
  const coming = daysAgo(year, salon, -random.between(0, 20))
  const visitOn = state === 'attended' ? came : coming
  const said = { clientId, state, visitOn, note: 'At the desk' }
  const { id: visitId } = await app.staff.visits.create({ id: salon.id, ...said })
  const then = random.chance(0.7) ? random.pick(['no_show', 'canceled'] as const) : null
  if (then) await app.staff.visits.update({ id: salon.id, visitId, state: then })
  salon.clients.get(phone)?.ownVisits.set(visitId, { state: then ?? state, visitOn })
  log.push(`${phone} ${then ?? state} at ${salon.name} on ${visitOn}`)
}

export const recordConsent: Event = async ({ app, random, log }, salon) => {
  const { items } = await app.staff.clients.list({ id: salon.id })
  if (items.length === 0) return
  const { id: clientId, phone } = random.pick(items)
  const kind = random.chance(0.8) ? 'written_consent' : random.pick(['objection', 'withdrawn'] as const)
  const said = { source: 'staff', wording: 'Said so', at: app.clock().toISOString() } as const
  await app.staff.clients.recordConsent({ id: salon.id, clientId, kind, ...said })
  const client = salon.clients.get(phone) as KnownClient
  if (kind === 'written_consent') client.gaveWrittenConsent = true
  else client.objected = true
  log.push(`${kind} of ${phone} at ${salon.name}`)
}

/** Changes one character of a queued text, or lets one leave at any hour. */
const tamper: Event = async ({ app: { sql, clock }, random, log }, salon) => {
  const queued = await sql<{ id: string; body: string }[]>`
    select id, body from messages where status = 'queued' and salon_id = ${salon.id} order by due_at, seq`
  if (queued.length === 0) return
  const { id, body } = random.pick(queued)
  const at = random.between(0, body.length - 1)
  const changed = `${body.slice(0, at)}${body[at] === '7' ? '8' : '7'}${body.slice(at + 1)}`
  // A wave must not begin before the day that its owner read.
  if (salon.programme || random.chance(0.5)) await sql`update messages set body = ${changed} where id = ${id}`
  else await sql`update messages set due_at = ${clock()}, due_until = 'infinity' where id = ${id}`
  log.push(`a text of ${salon.name} tampered with`)
}

const anyTime: Event[] = [
  ...[receiveText, receiveText, receiveText, recordConsent, recordConsent, changeCampaign, newList],
  ...[
    recordVisit,
    recordVisit,
    rename,
    pauseSalon,
    changeLink,
    tamper,
    tamper,
    decideTexts,
    decideTexts,
    changeProspect,
  ],
]

export async function randomEvent(year: SalonYear): Promise<void> {
  const { random, salons } = year
  await random.pick(anyTime)(year, random.pick(salons))
}

/** Resumes each salon. Salons without a programme also get a list, a version of the offer and a campaign. */
export async function newMonth(year: SalonYear): Promise<void> {
  for (const salon of year.random.shuffle(year.salons)) {
    if (salon.paused) await pauseSalon(year, salon)
    await decideTexts(year, salon)
    // In the US only written consent is a basis.
    if (salon.country === 'US') for (let n = 0; n < 3; n++) await recordConsent(year, salon)
    if (salon.programme) continue
    if (year.random.chance(0.9)) await newList(year, salon)
    if (year.random.chance(0.5))
      await makeOffer(year, salon, { repeatUntil: null, approves: year.random.chance(0.7) })
    await startCampaign(year, salon)
    if (year.random.chance(0.5)) await tamper(year, salon)
    await startFirstTexts(year, salon)
  }
}
