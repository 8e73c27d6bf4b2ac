import { uploadList } from '../../testing/salons.ts'
import { SENDER } from '../../testing/start.ts'
import { textFrom } from '../../testing/webhooks.ts'
import { daysAgo, type Event, note, type Play, type PlayedSalon, sharedPhones } from './play.ts'

const HEADER =
  'First Name,Mobile Number,Last Appointment,Next Appointment,Marketing Consent,Blocked,Is staff,Deceased,Birthday'
const names = ['Mary', 'Siobhán', 'Ella', 'Orla', 'Zoe', '']
const lastVisits = [70, 100, 200, 200, 300, 360, 700, 725, 900, null]

/** A row of a list, and its values. */
function randomRow(play: Play, salon: PlayedSalon, phone: string, hasVisits: boolean) {
  const { random } = play
  const ago = random.pick([...(random.chance(0.2) ? [5] : []), ...lastVisits])
  const lastVisit = ago === null || !hasVisits ? '' : daysAgo(play, salon, ago)
  const nextVisit = random.chance(0.08) ? daysAgo(play, salon, -random.between(0, 10)) : ''
  const flag = random.chance(0.1) ? random.pick(['blocked', 'staff', 'deceased', 'minor']) : ''
  const consent = random.chance(0.02) ? 'No' : random.pick(['Yes', '', ''])
  const flags = ['blocked', 'staff', 'deceased'].map((one) => (one === flag ? 'Yes' : ''))
  const birthday = flag === 'minor' ? daysAgo(play, salon, 3000) : ''
  const firstName = random.pick(names)
  const line = [firstName, phone, lastVisit, nextVisit, consent, ...flags, birthday].join(',')
  return { line, phone, firstName, lastVisit, nextVisit, objects: consent === 'No', barred: flag !== '' }
}

/** A list of most clients, one in ten without dates. */
export const sendList: Event = async (play, salon) => {
  const { app, random } = play
  const hasVisits = random.chance(0.9)
  const rows = salon.phones
    .filter(() => random.chance(0.75))
    .map((phone) => randomRow(play, salon, phone, hasVisits))
  const asOf = daysAgo(play, salon, random.pick([0, 0, 1, 5, 12]))
  const knewOfTexts = random.pick(['yes', 'yes', 'yes', 'yes', 'yes', 'no', 'unknown'] as const)
  const header = hasVisits ? HEADER : HEADER.replace('Last Appointment', 'Of note')
  const csv = `${[header, ...rows.map(({ line }) => line)].join('\n')}\n`
  const { id: listId } = (await (await uploadList(app, salon.id, csv)).json()) as { id: string }
  await app.staff.lists.commitList({
    id: salon.id,
    listId,
    asOf,
    declaration: { customers: true, knewOfTexts },
  })
  for (const { phone, line: _, ...row } of rows) {
    const knew = knewOfTexts === 'yes' && !row.objects
    await note(play, 'row', { salon: salon.id, phone, subject: listId }, { ...row, knew, asOf })
  }
}

/** An appointment that staff record; most are missed or canceled then. */
export const recordVisit: Event = async (play, salon) => {
  const { app, random } = play
  const { items } = await app.staff.clients.list({ id: salon.id })
  if (items.length === 0) return
  const { id: clientId, phone } = random.pick(items)
  const state = random.pick(['booked', 'attended'] as const)
  const came = daysAgo(play, salon, random.between(0, 80))
  // Always with a day: a list turns a booking without one into a visit on the day that it shows.
  const visitOn = state === 'attended' ? came : daysAgo(play, salon, -random.between(0, 20))
  const visit = { clientId, state, visitOn, note: 'At the desk' }
  const { id: visitId } = await app.staff.visits.create({ id: salon.id, ...visit })
  const then = random.chance(0.7) ? random.pick(['no_show', 'canceled'] as const) : null
  if (then) await app.staff.visits.update({ id: salon.id, visitId, state: then })
  await note(play, 'visit', { salon: salon.id, phone, subject: visitId }, { state: then ?? state, visitOn })
}

export const recordConsent: Event = async (play, salon) => {
  const { app, random } = play
  const { items } = await app.staff.clients.list({ id: salon.id })
  if (items.length === 0) return
  const { id: clientId, phone } = random.pick(items)
  const kind = random.chance(0.8) ? 'written_consent' : random.pick(['objection', 'withdrawn'] as const)
  const consent = { source: 'staff', wording: 'Said so', at: app.clock().toISOString() } as const
  await app.staff.clients.recordConsent({ id: salon.id, clientId, kind, ...consent })
  await note(play, kind === 'written_consent' ? 'consent' : 'objection', { salon: salon.id, phone })
}

const keywords = ['STOP', 'Unsubscribe', 'START', 'START', 'START']
const written = ['Yes please', 'Yes please', 'What time do you open?', 'No thanks']

/** A text from a client to a salon or to the agency. Never a yes to the agency, which would queue a follow-up. */
export const receiveText: Event = async (play, salon) => {
  const { app, random } = play
  // Half of them answer a text.
  const texted = await app.sql<{ phone: string }[]>`
    select phone from messages where salon_id = ${salon.id} and accepted_at is not null order by accepted_at desc, seq limit 5`
  const answers = texted.length > 0 && random.chance(0.5)
  const phone = answers ? random.pick(texted).phone : random.pick(salon.phones)
  const to = random.chance(0.15) ? SENDER : salon.address
  const body = random.pick([...keywords, ...(to === SENDER ? written.slice(2) : written)])
  await textFrom(app.origin, phone, body, { To: to })
  const kind = body === 'START' ? 'start' : keywords.includes(body) ? 'stop' : 'wrote'
  await note(play, kind, { phone, subject: to })
  if (body === 'No thanks') await note(play, 'no', { phone, salon: to === SENDER ? '' : salon.id })
}

/** Staff decide most of the texts that wait for a salon, and those that wait for the agency. */
export const decideTexts: Event = async (play, salon) => {
  const { app, random } = play
  const { items } = await app.staff.replies.list({ state: 'waiting' })
  const waiting = await app.sql<{ phone: string; subject: string }[]>`
    select phone, subject from proof.waiting where subject in ${app.sql([salon.address, SENDER])} order by phone, subject`
  for (const { id: messageId, phone, salonId, receivedAt } of items) {
    const waits = waiting.some((one) => one.phone === phone && one.subject === salon.address)
    if (salonId !== salon.id || !waits || random.chance(0.2)) continue
    const outcome = random.chance(0.4) ? random.pick([null, 'not_interested', 'wrong_person'] as const) : null
    if (outcome) await app.staff.replies.setOutcome({ id: salon.id, messageId, outcome })
    else await app.staff.inbox.markProcessed({ conversations: [{ number: phone, salonId }] })
    if (outcome) await note(play, outcome, { salon: salon.id, phone }, { receivedAt })
    await note(play, 'decided', { phone, subject: salon.address })
  }
  for (const { phone: number, subject } of waiting) {
    if (subject !== SENDER) continue
    await app.staff.inbox.markProcessed({ conversations: [{ number }] })
    await note(play, 'decided', { phone: number, subject })
  }
}

/** First texts of the agency, now or later, with second ones. */
export const startFirstTexts: Event = async ({ app, random }) => {
  const given = random.shuffle(sharedPhones).slice(0, 4)
  const rows = await app.sql<{ id: string }[]>`select id from prospects where phone in ${app.sql(given)}`
  const startAt = random.chance(0.5) ? new Date(app.clock().getTime() + 20 * 24 * 3_600_000) : null
  const template = 'Hi {name}, Salonback here: shall we text your past clients?'
  const secondText = { template: template.replace('here', 'once more'), afterDays: 5 }
  await app.staff.firstTexts
    .start({
      ...{ prospectIds: rows.map(({ id }) => id), template, basis: 'consent', secondText },
      ...(startAt && { startAt: startAt.toISOString() }),
    })
    .catch((error: { status?: number; fields?: object }) => {
      // Each prospect had a first text or is left out.
      if (error.status !== 422 || !('prospectIds' in (error.fields ?? {}))) throw error
    })
}

/** A prospect fills in the questionnaire, or staff note that one responded. */
export const changeProspect: Event = async (play) => {
  const { app, random } = play
  const phone = random.pick(sharedPhones)
  if (random.chance(0.5)) {
    const answers = { customerCount: '', mobileNumbersCount: '', avgSpend: '', hasMarketingConsent: '' }
    const response = { mobileNumber: phone, phone, hardestPartText: '', consentAgreed: true, ...answers }
    await app.sql`insert into waitlist_responses ${app.sql(response)}`
  } else {
    const [row] = await app.sql<{ id: string }[]>`select id from prospects where phone = ${phone}`
    await app.staff.prospects.setStatus({ id: row?.id ?? '', contactStatus: 'Responded' })
  }
  await note(play, 'responded', { phone })
}
