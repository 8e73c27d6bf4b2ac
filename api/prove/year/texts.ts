import { SENDER } from '../../testing/start.ts'
import { textFrom } from '../../testing/webhooks.ts'
import { type Event, type SalonYear, sharedPhones } from './state.ts'

const NO = 'No thanks'
const keywords = ['STOP', 'Unsubscribe', 'START', 'START', 'START']
const written = ['Yes please', 'Yes please', 'What time do you open?', NO]

/** A text from a client to a salon or to the agency. Never a yes to the agency, which would queue a follow-up. */
export const receiveText: Event = async ({ app, random, salons, stops, waiting, refused, log }, salon) => {
  // Half of them answer a text.
  const texted = await app.sql<{ phone: string }[]>`
    select phone from messages where salon_id = ${salon.id} and accepted_at is not null order by accepted_at desc, seq limit 5`
  const answers = texted.length > 0 && random.chance(0.5)
  const phone = answers ? random.pick(texted).phone : random.pick(salon.phones)
  const to = random.chance(0.15) ? SENDER : salon.address
  const body = random.pick([...keywords, ...(to === SENDER ? written.slice(2) : written)])
  await textFrom(app.origin, phone, body, { To: to })
  const stoppedAt = stops.get(phone) ?? new Set()
  if (body === 'START') stoppedAt.delete(to)
  else if (keywords.includes(body)) stoppedAt.add(to)
  else waiting.set(phone, (waiting.get(phone) ?? new Set()).add(to))
  stops.set(phone, stoppedAt)
  const asked = salons.find(({ address }) => address === to)
  const client = asked?.clients.get(phone)
  client?.answeredAt.push(app.clock().getTime())
  if (body === NO) client?.saidNoAt.push(app.clock().getTime())
  if (body === NO && to === SENDER) refused.add(phone)
  log.push(`${phone} texts ${body} to ${asked?.name ?? 'the agency'}`)
}

/** Staff decide most of the texts that wait for a salon, and those that wait for the agency. */
export const decideTexts: Event = async (year, salon) => {
  const { app, random, waiting, log } = year
  const { items } = await app.staff.salonReplies.list({ state: 'waiting' })
  for (const { id: messageId, phone, salonId, receivedAt } of items) {
    if (salonId !== salon.id || !waiting.get(phone)?.has(salon.address) || random.chance(0.2)) continue
    const client = salon.clients.get(phone)
    const outcome = random.pick([null, null, 'not_interested', 'wrong_person'] as const)
    if (outcome && client && random.chance(0.4)) {
      await app.staff.salonReplies.setOutcome({ id: salon.id, messageId, outcome })
      if (outcome === 'wrong_person') client.objected = true
      else client.notInterestedAt.push(new Date(receivedAt).getTime())
      log.push(`${phone} is ${outcome} at ${salon.name}`)
    } else await app.staff.desk.markProcessed({ conversations: [{ number: phone, salonId }] })
    waiting.get(phone)?.delete(salon.address)
    log.push(`${phone} is answered at ${salon.name}`)
  }
  for (const [number, addresses] of waiting) {
    if (!addresses.delete(SENDER)) continue
    await app.staff.desk.markProcessed({ conversations: [{ number }] })
    log.push(`${number} is answered at the agency`)
  }
}

/** First texts of the agency, now or later, with second ones. */
export const startFirstTexts: Event = async ({ app, random, log }) => {
  const given = random.shuffle(sharedPhones).slice(0, 4)
  const rows = await app.sql<{ id: string }[]>`select id from prospects where phone in ${app.sql(given)}`
  const startAt = random.chance(0.5) ? new Date(app.clock().getTime() + 20 * 24 * 3_600_000) : null
  const template = 'Hi {name}, Salonback here: shall we text your past clients?'
  const started = await app.staff.campaigns
    .start({
      prospectIds: rows.map(({ id }) => id),
      template,
      basis: 'consent',
      secondText: {
        template: 'Hi {name}, Salonback once more: shall we text your past clients?',
        afterDays: 5,
      },
      ...(startAt && { startAt: startAt.toISOString() }),
    })
    .catch((error: { status?: number; fields?: object }) => {
      // Each prospect had a first text or is left out.
      if (error.status === 422 && 'prospectIds' in (error.fields ?? {})) return null
      throw error
    })
  log.push(`first texts: ${started?.total ?? 'refused'}`)
}

/** A prospect fills in the questionnaire, or staff note that one responded. */
export const changeProspect: Event = async ({ app, random, prospects, log }) => {
  const phone = random.pick(sharedPhones)
  if (random.chance(0.5)) {
    const answers = { customerCount: '', mobileNumbersCount: '', avgSpend: '', hasMarketingConsent: '' }
    const response = { mobileNumber: phone, phone, hardestPartText: '', consentAgreed: true, ...answers }
    await app.sql`insert into waitlist_responses ${app.sql(response)}`
    prospects.set(phone, 'after its questionnaire')
  } else {
    const [row] = await app.sql<{ id: string }[]>`select id from prospects where phone = ${phone}`
    await app.staff.prospects.setStatus({ id: row?.id ?? '', contactStatus: 'Responded' })
    prospects.set(phone, prospects.get(phone) ?? 'after it responded')
  }
  log.push(`prospect ${phone}: ${prospects.get(phone)}`)
}

/** Why a first or second text should not have left. */
export function firstTextProblems({ prospects, refused }: SalonYear, phone: string): string[] {
  const known = prospects.get(phone) ?? null
  return [known, refused.has(phone) ? 'after a no' : null].filter((problem) => problem !== null)
}
