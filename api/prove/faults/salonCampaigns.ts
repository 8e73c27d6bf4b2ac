import { setTimeout as wait } from 'node:timers/promises'
import { AGREEMENT_VERSION } from '@salonback/shared/salons/salons/agreementVersion.ts'
import type { Sender } from '../../core/messages/senders.ts'
import { hashOfOffer } from '../../salons/offers/offerHash.ts'
import { makeText } from '../../testing/factories.ts'
import { OFFER, REMINDER } from '../../testing/salons.ts'
import type { Stage } from './stage.ts'
import { call, callUntilClear, PUBLIC_URL } from './testBed.ts'

export const EARLIER_OFFER = 'An earlier offer'
/** Stands for the token of each client's booking link in the expected text. */
export const TOKEN = 'token'
const CLIENTS = 36
const OBJECTIONS = 6
const DAY = 24 * 3_600_000

/** Where it is between 12 and 13 o'clock. Salons text from Tuesday to Saturday, 10 to 18; on other days their texts wait. */
export function noonZone(now: Date): string {
  const hour = now.getUTCHours()
  // The sign is inverted: Etc/GMT-2 is two hours ahead.
  return `Etc/GMT${hour > 12 ? '+' : '-'}${Math.abs(12 - hour)}`
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** What the first salon's campaign of 8 days ago, and that of the second, which starts now, need. */
export async function setUpSalons(stage: Stage): Promise<void> {
  const [, first, second] = stage.testBed.senders
  if (!first || !second) return
  const offerId = await setUpSalon(stage, first, 'reminder')
  await setUpSalon(stage, second, 'offer')
  await insertSentOffers(stage, first, offerId)
}

async function setUpSalon({ sql, testBed, newNumber }: Stage, sender: Sender, kind: 'offer' | 'reminder') {
  const { id, salonId, address } = sender
  const now = Date.now()
  const name = `Hair ${address.slice(-3)}`
  const bookingUrl = 'https://book.example/hair'
  await sql`
    update salons set name = ${name}, booking_url = ${bookingUrl}, agreed_at = now(), agreement_version = ${AGREEMENT_VERSION}, state = 'ready',
      time_zone = ${noonZone(new Date(now))} where id = ${salonId}`
  const phones = Array.from({ length: CLIENTS }, newNumber)
  const clients = await sql<{ id: string; phone: string }[]>`
    with list as (
      insert into client_lists (salon_id, file_name, sha256, mapping, state, as_of, uploaded_by, created_at)
      values (${salonId}, 'clients.csv', 'x', '{}', 'committed', ${dayOf(now)}, 'maya', now()) returning id
    ), consent as (
      insert into consent_events (salon_id, phone, at, kind, source, wording)
      select ${salonId}, phone, now(), 'soft_opt_in', 'list', 'Customers' from unnest(${phones}::text[]) as phone
    )
    insert into clients (salon_id, phone, first_name, last_visit, list_id, added_by, created_at)
    select ${salonId}, phone, 'Mary', ${dayOf(now - 200 * DAY)}, list.id, list.id, now()
    from unnest(${phones}::text[]) as phone, list returning id, phone`
  const hash = hashOfOffer({ text: OFFER, reminderText: REMINDER }, { salonName: name, bookingUrl })
  const [offer] = await sql<[{ id: string }]>`
    insert into offers (salon_id, version, text, reminder_text, state, text_sha256, salon_name, booking_url, approved_at,
      created_by, created_at)
    values (${salonId}, 1, ${OFFER}, ${REMINDER}, 'approved', ${hash}, ${name}, ${bookingUrl}, now(), 'maya', now())
    returning id`
  const body = (kind === 'offer' ? OFFER : REMINDER)
    .replace('{salon}', name)
    .replace('{firstName}', 'Mary')
    .replace('{link}', `${PUBLIC_URL}/b/${TOKEN}`)
  for (const client of clients)
    testBed.journal.clients.push({
      ...client,
      salonId: salonId ?? '',
      from: address,
      kind,
      body,
      objectedAt: null,
    })
  return { offerId: offer.id, senderId: id }
}

/** Offers that were sent 8 days ago. Their reminders are due when a process next looks for some. */
async function insertSentOffers(
  { sql, testBed }: Stage,
  { salonId }: Sender,
  { offerId, senderId }: { offerId: string; senderId: string },
) {
  const at = new Date(Date.now() - 8 * DAY)
  const [campaign] = await sql<[{ id: string }]>`
    insert into campaigns (salon_id, offer_id, sender_id, template, per_day, reminder_after_days, starts_at, left_out, created_by,
      state, basis, created_at, watched_from)
    select ${salonId}, ${offerId}, ${senderId}, ${OFFER}, 100, 7, ${at}, '{}', id, 'finished', 'soft_opt_in', ${at}, ${at}
    from admins limit 1 returning id`
  for (const { id, phone } of testBed.journal.clients.filter(({ kind }) => kind === 'reminder')) {
    const text = {
      phone,
      kind: 'offer',
      body: EARLIER_OFFER,
      createdAt: at,
      acceptedAt: at,
      senderId,
      salonId,
    }
    const { id: textId } = await makeText(sql, text)
    await sql`update messages set client_id = ${id}, campaign_id = ${campaign.id} where id = ${textId}`
  }
}

/** The offers are spread over hours; the run takes minutes. */
async function sendToday({ sql, testBed }: Stage) {
  const bringForward = () => sql`
    update messages set due_at = now() where kind = 'offer' and status = 'queued' and due_until > now() and due_at < now() + interval '6 hours'`
  // Postgres may be crashed at any moment.
  while (!testBed.context.signal.aborted && !(await bringForward().catch(() => null)))
    await wait(100, undefined, { ref: false })
}

/** Starts the campaign of the second salon, pauses and resumes it and the first salon. Some clients object. */
export async function runSalonCampaigns(stage: Stage): Promise<void> {
  const { testBed, sql, size } = stage
  const { journal, senders } = testBed
  const [, first, second] = senders
  const [offer] = await sql<
    { id: string }[]
  >`select id from offers where salon_id = ${second?.salonId ?? null}`
  const body = { offerId: offer?.id, perDay: 100, reminderAfterDays: 7 }
  const path = `/api/admin/salons/${second?.salonId}/campaigns`
  const started = await callUntilClear(testBed, 'POST', path, { body, key: 'salon campaign' })
  if (started?.status !== 201) throw new Error(`starting a salon campaign: status ${started?.status}`)
  journal.salonCampaigns.push(`${path}/${started.body.id}`)
  await sendToday(stage)
  const pause = () => wait(size.activityMs * 0.1, undefined, { ref: false })
  for (const client of testBed.random.shuffle(journal.clients).slice(0, OBJECTIONS)) {
    await pause()
    const said = { kind: 'objection', source: 'staff', wording: 'No texts', at: new Date().toISOString() }
    const consent = `/api/admin/salons/${client.salonId}/clients/${client.id}/consent`
    const answer = await callUntilClear(testBed, 'POST', consent, { body: said })
    if (answer?.status === 200) client.objectedAt = performance.now()
  }
  const salon = `/api/admin/salons/${first?.salonId}`
  await callUntilClear(testBed, 'PATCH', salon, { body: { state: 'paused' } })
  await callUntilClear(testBed, 'POST', `${journal.salonCampaigns[0]}/pause`)
  await pause()
  await callUntilClear(testBed, 'PATCH', salon, { body: { state: 'ready' } })
  await callUntilClear(testBed, 'POST', `${journal.salonCampaigns[0]}/resume`)
  journal.salonCampaignsRun = true
}

/** Resumes campaigns that paused themselves because of opt-outs. */
export async function resumeSalonCampaigns({ testBed }: Stage): Promise<void> {
  const { salonCampaigns, salonCampaignsRun } = testBed.journal
  if (!salonCampaignsRun) return
  for (const path of salonCampaigns) await call(testBed, 'POST', `${path}/resume`)
}
