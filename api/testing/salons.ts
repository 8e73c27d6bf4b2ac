import type { Declaration } from '@salonback/shared/salons/lists/contract.ts'
import { AGREEMENT_VERSION } from '@salonback/shared/salons/salons/agreementVersion.ts'
import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import type { Clock } from '../platform/context.ts'
import { hashOfOffer, namesOf } from '../salons/offers/offerHash.ts'
import { markReady } from '../salons/salons/queries.ts'
import type { testApp } from './app.ts'

const HOUR = 3_600_000

type App = Omit<Awaited<ReturnType<typeof testApp>>, 'databaseUrl'>

/** A CSV list as salons export it. */
export const listOf = (rows: string[]) =>
  `First Name,Mobile Number,Last Appointment,Marketing Consent\n${rows.join('\n')}\n`

/** The form that uploads a list. */
export function listForm(content: string | Blob, name = 'clients.csv') {
  const form = new FormData()
  form.append('listFile', new Blob([content]), name)
  return form
}

/** Uploads a list and returns the response. */
export const uploadList = (
  { staffRequest }: Pick<App, 'staffRequest'>,
  salonId: string,
  content: string | Blob,
  name?: string,
) => staffRequest(`/api/admin/salons/${salonId}/lists`, { method: 'POST', body: listForm(content, name) })

/** A salon in London that has accepted the agreement, and has a number. */
export async function readySalon(app: App, name = 'Aoife Hair') {
  const { staff, sql, clock } = app
  const salon = await staff.salons.create(salonDetails({ name, bookingUrl: 'https://book.example/aoife' }))
  await sql`
    update salons set agreed_at = ${clock()}, agreed_by = 'Aoife Byrne', agreement_version = ${AGREEMENT_VERSION} where id = ${salon.id}`
  const sender = await staff.salons.setSender({ id: salon.id, simulated: true })
  return { id: salon.id, sender }
}

/** Uploads and stores a list of clients who knew of texts. */
export async function storeList(app: App, salonId: string, rows: string[]) {
  const preview = (await (await uploadList(app, salonId, listOf(rows))).json()) as { id: string }
  return { listId: preview.id, counts: await commitList(app, salonId, preview.id) }
}

export const declaration = { customers: true, knewOfTexts: 'yes' } as const

/** Stores an uploaded list; by default of clients who knew of texts. */
export function commitList(
  { staff, clock }: Pick<App, 'staff'> & { clock: Clock },
  id: string,
  listId: string,
  said: Declaration = declaration,
) {
  const asOf = clock().toISOString().slice(0, 10)
  return staff.lists.commitList({ id, listId, asOf, declaration: said })
}

export const OFFER = '{salon}: Hi {firstName}, 20% off this week: {link} Reply STOP to opt out.'
export const REMINDER = '{salon}: Hi {firstName}, last days of 20% off: {link} Reply STOP to opt out.'

/** An offer that the owner has approved. */
export async function approvedOffer(
  { sql, clock }: Pick<App, 'sql'> & { clock: Clock },
  salonId: string,
  reminderText: string | null = null,
  text = OFFER,
  repeatUntil: string | null = null,
) {
  const [salon] = await sql<[{ name: string; bookingUrl: string | null }]>`
    select name, booking_url from salons where id = ${salonId}`
  const [offer] = await sql<[{ id: string }]>`
    insert into offers (salon_id, version, text, reminder_text, repeat_until, state, text_sha256, salon_name, booking_url, approved_at, approved_by, created_by,
      created_at)
    values (${salonId}, (select count(*) + 1 from offers where salon_id = ${salonId}), ${text}, ${reminderText}, ${repeatUntil}, 'approved',
      ${hashOfOffer({ text, reminderText, repeatUntil }, namesOf(salon))}, ${salon.name}, ${salon.bookingUrl}, ${clock()}, 'Aoife Byrne', 'maya', ${clock()}) returning id`
  await markReady(sql, salonId)
  return offer.id
}

/** A client of a list who agreed to texts and came last in September, as `Ella,+44…`, or as a number alone. */
const rowOf = (client: string) => `${client.includes(',') ? client : `Mary,${client}`},2025-09-01,Yes`

interface SalonWithOffer {
  name?: string
  reminder?: string | null
  text?: string
  repeatUntil?: string
}

/** A salon with these clients and an approved offer. */
export async function salonWithOffer(
  app: App,
  clients: readonly string[],
  { name, reminder = null, text, repeatUntil }: SalonWithOffer = {},
) {
  const salon = await readySalon(app, name)
  await storeList(app, salon.id, clients.map(rowOf))
  return { salon, offerId: await approvedOffer(app, salon.id, reminder, text, repeatUntil) }
}

type Clocked = Parameters<typeof keepSession>[0] & Pick<App, 'clock'>

/** Moves the clock by days, and keeps the session of staff. */
export async function later(app: Clocked, days: number): Promise<void> {
  app.clock.advance(days * 24 * HOUR)
  await keepSession(app)
}

/** Moves the clock to a time, and keeps the session of staff. */
export async function moveTo(app: Clocked, time: string | Date): Promise<void> {
  app.clock.set(new Date(time))
  await keepSession(app)
}

/** Keeps the session of staff after the clock was moved by days. */
export const keepSession = ({ sql, clock }: Pick<App, 'sql'> & { clock: Clock }) =>
  sql`update sessions set created_at = ${clock()}, last_seen_at = ${clock()}`

/**
 * Lets time pass, with a round of the worker whenever a text becomes due, and at least one every `step` ms. Keeps the
 * session of staff and the heartbeat of the process, which would otherwise fetch missed texts in every round.
 */
export async function passTime(app: App, ms: number, step = 24 * HOUR): Promise<void> {
  const end = app.clock().getTime() + ms
  for (;;) {
    await keepSession(app)
    await app.sql`update listeners set heard_at = ${app.clock()}`
    await app.worker.round()
    const now = app.clock()
    if (now.getTime() >= end) return
    const [next] = await app.sql<[{ due: Date | null }]>`
      select min(due_at) as due from messages where status = 'queued' and due_at > ${now}`
    const due = next.due?.getTime() ?? Number.POSITIVE_INFINITY
    app.clock.advance(Math.min(due, end, now.getTime() + step) - now.getTime())
  }
}
