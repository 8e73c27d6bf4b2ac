import { textFrom } from '../../testing/webhooks.ts'
import {
  changeProspect,
  decideTexts,
  receiveText,
  recordConsent,
  recordVisit,
  sendList,
  startFirstTexts,
} from './clients.ts'
import { feedDay } from './money.ts'
import { daysAgo, type Event, note, type Play, type PlayedSalon, tokenOf, unlessConflict } from './play.ts'

/** A new version that the owner approves or wants to change. */
async function makeOffer(play: Play, salon: PlayedSalon, repeatUntil: string | null, approves: boolean) {
  const { app } = play
  const number = ++play.offers
  const text = `{salon}: Hi {firstName}, offer ${number}, 20% off: {link} Reply STOP to opt out.`
  const reminderText = `{salon}: Hi {firstName}, last days of offer ${number}: {link} Reply STOP to opt out.`
  const { id: offerId } = await app.staff.offers.create({ id: salon.id, text, reminderText, repeatUntil })
  const { url } = await app.staff.offers.send({ id: salon.id, offerId })
  const token = tokenOf(url)
  const sha256 = (await app.visitor.owner.open({ token })).offer?.sha256 ?? ''
  if (approves) await app.visitor.owner.approve({ token, sha256 })
  else await app.visitor.owner.requestChanges({ token, sha256, note: 'Shorter' })
  const words = [text, reminderText].map((one) => one.replace('{salon}', salon.name))
  if (approves)
    await note(play, 'approved', { salon: salon.id, subject: offerId }, { words, until: repeatUntil })
  return offerId
}

/** Tries to start a campaign with any version, also one that is not approved. */
const startCampaign: Event = async (play, { id }) => {
  const { app, random } = play
  const { items } = await app.staff.offers.list({ id })
  if (items.length === 0) return
  const { id: offerId } = random.chance(0.7) ? (items[0] as { id: string }) : random.pick(items)
  const reminder = random.pick([null, 7, 7, 10, 30])
  const pace = { perDay: random.pick([2, 10, 100]), ...(reminder && { reminderAfterDays: reminder }) }
  const started = await unlessConflict(app.staff.campaigns.start({ id, offerId, ...pace }))
  if (started) await note(play, 'campaign', { salon: id, subject: started.id }, { state: 'running' })
}

const changeCampaign: Event = async (play, { id }) => {
  const { app, random } = play
  const [newest] = await app.sql<{ id: string }[]>`
    select id from campaigns where salon_id = ${id} order by created_at desc, id limit 1`
  if (!newest) return
  const verb = random.pick(['pause', 'resume', 'resume', 'cancel'] as const)
  const done = await unlessConflict(app.staff.campaigns[verb]({ id, campaignId: newest.id }))
  if (done) await note(play, 'campaign', { salon: id, subject: newest.id }, { state: done.state })
}

const pauseSalon: Event = async (play, salon) => {
  const { staff } = play.app
  if ((await staff.salons.get({ id: salon.id })).state === 'setup') return
  salon.paused = !salon.paused
  await staff.salons.update({ id: salon.id, state: salon.paused ? 'paused' : 'ready' })
  await note(play, 'salon', { salon: salon.id }, { paused: salon.paused })
}

const changeLink: Event = async ({ app, random }, { id }) => {
  await app.staff.salons.update({ id, bookingUrl: `https://book.example/${random.between(1, 999)}` })
}

/** Texts of approved offers keep the older name. */
const rename: Event = async ({ app, random }, salon) => {
  salon.name = `Salon ${random.between(1, 999)}`
  await app.staff.salons.update({ id: salon.id, name: salon.name })
}

/** Changes one character of a queued text, or lets one leave at any hour. */
const tamper: Event = async ({ app: { sql, clock }, random }, salon) => {
  const queued = await sql<{ id: string; body: string }[]>`
    select id, body from messages where status = 'queued' and salon_id = ${salon.id} order by due_at, seq`
  if (queued.length === 0) return
  const { id, body } = random.pick(queued)
  const at = random.between(0, body.length - 1)
  const changed = `${body.slice(0, at)}${body[at] === '7' ? '8' : '7'}${body.slice(at + 1)}`
  // A wave must not begin before the day that its owner read.
  if (salon.programme || random.chance(0.5)) await sql`update messages set body = ${changed} where id = ${id}`
  else await sql`update messages set due_at = ${clock()}, due_until = 'infinity' where id = ${id}`
}

/** The owner approves an offer for each month, and staff set up the programme with it. */
export async function startProgramme(play: Play, salon: PlayedSalon, isLarge: boolean): Promise<void> {
  const { random } = play
  // Large salons must have waves that keep clients aside, and one with a feed must soon have fees.
  const until = daysAgo(play, salon, -random.between(isLarge ? 90 : 15, 250))
  const offerId = await makeOffer(play, salon, until, true)
  const askDay = salon.feed ? 12 : random.between(1, 28)
  const keptAside = random.pick(isLarge ? [10, 20] : [0, 10, 20])
  salon.programme = { state: 'off', offerId, until, askDay, keptAside }
  await saveProgramme(play, salon, true)
}

/** Staff turn the programme on or off, with the offer that it has or another one. */
async function saveProgramme(play: Play, salon: PlayedSalon, on: boolean, changes: object = {}) {
  const programme = { ...salon.programme, ...changes } as NonNullable<PlayedSalon['programme']>
  const { offerId, askDay, keptAside, state } = programme
  const pace = { perDay: keptAside > 0 ? 60 : 5, reminderAfterDays: 10 }
  const set = { id: salon.id, offerId, ...pace, keptAside, askDay, on }
  if (!(await unlessConflict(play.app.staff.programmes.set(set)))) return
  salon.programme = programme
  await switchTo(play, salon, on ? 'running' : state === 'paused' ? 'paused' : 'off', state)
}

async function switchTo(
  play: Play,
  salon: PlayedSalon,
  state: 'off' | 'running' | 'paused',
  before: typeof state,
) {
  const { programme } = salon
  if (!programme) return
  programme.state = state
  const { until, offerId } = programme
  const restarts = !(state === 'running' && before === 'running')
  await note(play, 'programme', { salon: salon.id }, { state, until, offerId, restarts })
  if (state === 'running') return
  // Texts that were announced and have not begun must not leave.
  const unsent = await play.app.sql<{ id: string }[]>`
    select campaign_id as id from waves w where salon_id = ${salon.id} and campaign_id is not null
      and not exists (select 1 from messages m where m.campaign_id = w.campaign_id and accepted_at is not null)`
  for (const { id } of unsent)
    await note(play, 'campaign', { salon: salon.id, subject: id }, { state: 'canceled' })
}

/** The owner approves other words or asks for shorter ones; staff continue with the approved version. */
const changeWords: Event = async (play, salon) => {
  const until = daysAgo(play, salon, -play.random.between(2, 120))
  const approves = play.random.chance(0.7)
  const offerId = await makeOffer(play, salon, until, approves)
  if (approves) await saveProgramme(play, salon, salon.programme?.state === 'running', { offerId, until })
}

const switchByOwner: Event = async (play, salon) => {
  const { programme, owner } = salon
  if (!programme || programme.state === 'off') return
  const on = programme.state === 'paused'
  await play.app.visitor.owner.setProgramme({ token: owner.home, on })
  await switchTo(play, salon, on ? 'running' : 'paused', programme.state)
}

/** The owner stops the wave that was announced last, also one under way. */
const stopWave: Event = async (play, { id, owner }) => {
  const { app } = play
  const [last] = await app.sql<{ campaignId: string }[]>`
    select campaign_id from waves where salon_id = ${id} and campaign_id is not null order by asked_for desc limit 1`
  if (!last) return
  const done = await unlessConflict(
    app.visitor.owner.stop({ token: owner.home, campaignId: last.campaignId }),
  )
  if (done) await note(play, 'campaign', { salon: id, subject: last.campaignId }, { state: 'canceled' })
}

/** Changes the stored words after the approval. */
const tamperWithOffer: Event = async (play, { id, programme }) => {
  if (!programme) return
  await play.app.sql.begin(async (open) => {
    await open`alter table offers disable trigger offers_keep_approved`
    await open`update offers set text = replace(text, '20%', '30%') where id = ${programme.offerId}`
    await open`alter table offers enable trigger offers_keep_approved`
  })
  await note(play, 'spoiled', { salon: id, subject: programme.offerId })
}

const ownerStops: Event = async (play, { owner }) => {
  const body = play.random.pick(['STOP', 'START', 'START'])
  await textFrom(play.app.origin, owner.phone, body)
  await note(play, body.toLowerCase(), { phone: owner.phone, subject: 'the agency' })
}

/** Not for a salon with a booking system: appointments keep its dates fresh. */
const sendAnyList: Event = async (play, salon) => {
  if (!salon.feed) await sendList(play, salon)
}

const anyTime: Event[] = [
  ...[receiveText, receiveText, receiveText, recordConsent, recordConsent, recordVisit, recordVisit],
  ...[changeCampaign, sendAnyList, rename, pauseSalon, changeLink, tamper, tamper],
  ...[decideTexts, decideTexts, changeProspect],
]

export const randomEvent = async (play: Play): Promise<void> =>
  play.random.pick(anyTime)(play, play.random.pick(play.salons))

/** Resumes each salon. Salons without a programme also get a list, a version of the offer and a campaign. */
export async function newMonth(play: Play): Promise<void> {
  const { random } = play
  for (const salon of random.shuffle(play.salons)) {
    if (salon.paused) await pauseSalon(play, salon)
    await decideTexts(play, salon)
    // In the US only written consent is a basis.
    if (salon.country === 'US') for (let n = 0; n < 3; n++) await recordConsent(play, salon)
    if (salon.programme) continue
    if (random.chance(0.9)) await sendList(play, salon)
    if (random.chance(0.5)) await makeOffer(play, salon, null, random.chance(0.7))
    await startCampaign(play, salon)
    if (random.chance(0.5)) await tamper(play, salon)
    await startFirstTexts(play, salon)
  }
}

const rare = [changeWords, switchByOwner, switchByOwner, stopWave, stopWave, ownerStops, tamperWithOffer]

/** A day of owners and staff: they share awaited lists, sooner or later, and turn programmes on again. */
export async function programmeDay(play: Play): Promise<void> {
  const { random, app } = play
  const asking = await app.sql<
    { salonId: string }[]
  >`select distinct salon_id from waves where state = 'asking'`
  for (const salon of play.salons) {
    const { programme, owner } = salon
    if (!programme) continue
    await feedDay(play, salon)
    if (asking.some(({ salonId }) => salonId === salon.id) && random.chance(owner.promptness))
      await sendList(play, salon)
    if (random.chance(0.03)) await random.pick(rare)(play, salon)
    if (programme.state === 'paused' && random.chance(0.1)) await switchByOwner(play, salon)
    if (random.chance(0.01)) await saveProgramme(play, salon, false)
    if (salon.programme?.state === 'off' && random.chance(0.1)) await saveProgramme(play, salon, true)
    const hasEnded = programme.until <= daysAgo(play, salon, -1)
    if (hasEnded && random.chance(0.1)) await changeWords(play, salon)
  }
}
