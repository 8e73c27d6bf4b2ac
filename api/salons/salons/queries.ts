import { searchTerms } from '@salonback/shared/kit/search.ts'
import type {
  LinkPurpose,
  Salon,
  SalonDetails,
  SalonSender,
  SalonSort,
  SalonState,
} from '@salonback/shared/salons/salons/contract.ts'
import { nextStepOf } from '@salonback/shared/salons/salons/todos.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import { waitingBySalon } from '../../core/inbox/desk.ts'
import type { SenderAddress } from '../../core/messages/senders.ts'
import { containing, isFound } from '../../platform/db/containing.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'
import { toPage } from '../../platform/db/toPage.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { findFacts, type KnownSalon } from './facts.ts'
import { outstandingOf, unissuedOf } from './owed.ts'

/** A salon as it is stored. Reading it is cheap; a `Salon` has counts and the next step, too. */
export type SalonRow = Omit<Salon, 'sender' | 'nextStep' | 'offerState' | 'checklist' | 'counts'>

type CountedSalon = SalonRow & {
  sender: Salon['sender']
  consents: number
  campaigns: number
  clients: number
  later: number
  outstanding: number
}

const rowColumns = (sql: Sql) => sql`
  s.id, s.slug, s.name, s.country, s.time_zone, s.currency, s.owner_name, s.owner_phone, s.owner_email, s.booking_url,
  s.business_phone,  s.state, s.fee_bps, s.attribution_days, s.hold_days, s.payment_days, s.account_number,
  s.legal_name, s.postal_address, s.company_number, s.vat_number, s.agreed_by, s.unknown_visits_at is not null as texts_unknown_visits, s.booking_system, s.source_id,
  ${instant(sql, 's.agreed_at')} as agreed_at, ${instant(sql, 's.created_at')} as created_at`

const columns = (sql: Sql) => sql`
  ${rowColumns(sql)},
  (select jsonb_build_object('id', n.id, 'address', n.address, 'kind', n.kind, 'stoppedReason', n.stopped_reason)
    from senders n where n.salon_id = s.id limit 1) as sender,
  (select count(*)::int from (
    select 1 from consent_events e where e.salon_id = s.id and e.kind in ('soft_opt_in', 'written_consent') limit 1
  ) any_basis) as consents,
  (select count(*)::int from campaigns c where c.salon_id = s.id) as campaigns,
  (select count(*)::int from clients c where c.salon_id = s.id) as clients,
  ${unissuedOf(sql, sql`s.id`, 'later')} as later,
  ${outstandingOf(sql, sql`s.id`)} as outstanding`

function toSalon(row: CountedSalon, facts: KnownSalon, now: Date): Salon {
  const { consents, campaigns, clients, later, outstanding, ...salon } = row
  return {
    ...salon,
    offerState: facts.offer?.state ?? null,
    checklist: {
      agreement: facts.agreed,
      sender: facts.hasSender,
      list: facts.listAsOf !== null,
      consent: consents > 0,
      offer: facts.hasApprovedOffer,
      campaign: campaigns > 0,
    },
    counts: {
      clients,
      repliesWaiting: facts.replies.count,
      campaignsRunning: facts.campaignsRunning,
      callsWaiting: facts.calls.count,
      owed: facts.owed,
      later,
      outstanding,
      disputesOpen: facts.disputes.count,
    },
    nextStep: nextStepOf(facts, now, localDate(salon.timeZone, now)),
  }
}

async function toSalons(sql: Sql, rows: readonly CountedSalon[], now: Date): Promise<Salon[]> {
  const facts = await findFacts(
    sql,
    now,
    rows.map(({ id }) => id),
  )
  return rows.flatMap((row) => {
    const known = facts.get(row.id)
    return known ? [toSalon(row, known, now)] : []
  })
}

/** Salons per page. */
const PAGE = 50

interface FindSalons {
  cursor?: string | undefined
  search?: string | undefined
  sort?: SalonSort | undefined
  descending?: boolean | undefined
  now: Date
}

/** What the list can be sorted by. */
const sortKeys = (sql: Sql, now: Date): Record<SalonSort, Fragment> => ({
  name: sql`lower(s.name)`,
  clients: sql`(select count(*) from clients c where c.salon_id = s.id)`,
  repliesWaiting: sql`coalesce((select w.count from (${waitingBySalon(sql, now)}) w where w.salon_id = s.id), 0)`,
  campaignsRunning: sql`(select count(*) from campaigns c where c.salon_id = s.id and c.state = 'running')`,
  later: unissuedOf(sql, sql`s.id`, 'later'),
  owed: unissuedOf(sql, sql`s.id`, 'now'),
  outstanding: outstandingOf(sql, sql`s.id`),
})

/** Salons with the search in their name, owner or owner's number. */
function matching(sql: Sql, search: string): Fragment {
  // Postgres rejects NUL.
  const { words, digits } = searchTerms(search.replaceAll('\0', ''))
  const isIn = (column: Fragment) => isFound(sql, column, words)
  return sql`(${isIn(sql`s.name`)} or ${isIn(sql`s.owner_name`)} or s.owner_phone like ${containing(digits || words)})`
}

/** One page of salons, newest first or sorted. The cursor is the id of the last one. */
export async function findSalons(
  sql: Sql,
  { cursor, search = '', sort, descending = false, now }: FindSalons,
) {
  const order = sort ? sql`${sortKeys(sql, now)[sort]} ${descending ? sql`desc` : sql`asc`},` : sql``
  const rows = await sql<CountedSalon[]>`
    with ranked as (
      select s.id, row_number() over (order by ${order} s.created_at desc, s.id desc) as place
      from salons s ${search.trim() === '' ? sql`` : sql`where ${matching(sql, search)}`})
    select ${columns(sql)} from ranked r join salons s on s.id = r.id
    where r.place > coalesce((select place from ranked where id::text = ${cursor ?? ''}), 0)
    order by r.place limit ${PAGE + 1}`
  const { items, nextCursor } = toPage(rows, PAGE, ({ id }) => id)
  return { items: await toSalons(sql, items, now), nextCursor }
}

/** The salon with its next step at `now`. */
export async function findSalon(sql: Sql, id: string, now = new Date()): Promise<Salon | undefined> {
  const rows = await sql<CountedSalon[]>`select ${columns(sql)} from salons s where s.id = ${id}`
  return (await toSalons(sql, rows, now))[0]
}

/** Throws 404 for an unknown id. */
export async function oneSalon(sql: Sql, id: string, now?: Date): Promise<Salon> {
  const salon = await findSalon(sql, id, now)
  if (!salon) throw notFound('Salon')
  return salon
}

/** Throws 404 for an unknown id, 409 for a closed salon. */
export async function openSalon(sql: Sql, id: string): Promise<Salon> {
  const salon = await oneSalon(sql, id)
  if (salon.state === 'closed') throw new AppError('conflict', 'This salon is closed')
  return salon
}

/** Inserts a salon; a taken slug gets a number. Null if its source has a salon already. */
export async function insertSalon(
  sql: Sql,
  salon: SalonDetails & { slug: string; sourceId: string | null; now: Date },
): Promise<string | null> {
  const { slug, now, ...details } = salon
  for (let n = 1; ; n++) {
    const row = { ...details, slug: n === 1 ? slug : `${slug}-${n}`, createdAt: now }
    const [inserted] = await sql<{ id: string }[]>`
      insert into salons ${sql(row)} on conflict do nothing returning id`
    if (inserted) return inserted.id
    if (salon.sourceId && (await hasSource(sql, salon.sourceId))) return null
  }
}

const hasSource = async (sql: Sql, sourceId: string) =>
  (await sql`select 1 from salons where source_id = ${sourceId}`).count > 0

/** What decides about texts of a salon. */
export type SalonRules = Pick<
  SalonRow,
  'id' | 'name' | 'country' | 'timeZone' | 'state' | 'textsUnknownVisits'
>

export async function findSalonRules(
  sql: Sql,
  id: string,
  lock: Fragment = sql``,
): Promise<SalonRow | undefined> {
  const [salon] = await sql<SalonRow[]>`select ${rowColumns(sql)} from salons s where s.id = ${id} ${lock}`
  return salon
}

/** The salon that a call names. Throws 404. */
export async function requireSalon(sql: Sql, id: string, lock?: Fragment): Promise<SalonRow> {
  const salon = await findSalonRules(sql, id, lock)
  if (!salon) throw notFound('Salon')
  return salon
}

/** The salon, locked until the transaction ends: statements, payments and disputes of a salon come one after the other. */
export const lockSalon = (sql: Sql, id: string): Promise<SalonRow> =>
  requireSalon(sql, id, sql`for no key update`)

/** Stores whether clients with written consent may be texted without a known last visit. Undefined: as before. */
export async function sayUnknownVisits(
  sql: Sql,
  id: string,
  said: 'yes' | 'no' | undefined,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  if (!said) return
  const [at, name] = said === 'yes' ? [now, by] : [null, null]
  await sql`
    update salons set unknown_visits_at = ${at}, unknown_visits_by = ${name}
    where id = ${id} and (unknown_visits_at is not null) <> ${said === 'yes'}`
}

/** Changes details or state; false for an unknown id. */
export async function updateSalon(
  sql: Sql,
  id: string,
  changes: Partial<SalonDetails> & { state?: SalonState },
): Promise<boolean> {
  if (Object.keys(changes).length === 0) return (await sql`select 1 from salons where id = ${id}`).count > 0
  return (await sql`update salons set ${sql(changes)} where id = ${id}`).count > 0
}

/** Locks the salon until the transaction ends, and returns its state. Also serialises its statements and disputes. */
export async function lockSalonState(sql: Sql, id: string): Promise<SalonState | undefined> {
  const [row] = await sql<
    { state: SalonState }[]
  >`select state from salons where id = ${id} for no key update`
  return row?.state
}

/** Makes a salon ready when it has everything that a campaign needs. Call it after each step of the setup. */
export async function markReady(sql: Sql, id: string): Promise<void> {
  // Without the lock two concurrent last steps do not see each other, and the salon stays in setup.
  if ((await lockSalonState(sql, id)) !== 'setup') return
  await sql`
    update salons s set state = 'ready' where s.id = ${id} and s.agreed_at is not null
      and exists (select 1 from senders n where n.salon_id = s.id)
      and exists (select 1 from client_lists l where l.salon_id = s.id and l.state = 'committed')
      and exists (select 1 from offers o where o.salon_id = s.id and o.state = 'approved')`
}

/** Gives the salon a sender. Undefined if another owner has this address. */
export async function saveSender(
  sql: Sql,
  salonId: string,
  { kind, address }: SenderAddress,
): Promise<SalonSender | undefined> {
  const [sender] = await sql<SalonSender[]>`
    insert into senders (kind, address, salon_id, rate_per_second) values (${kind}, ${address}, ${salonId}, 1)
    on conflict (address) do nothing returning id, address, kind, stopped_reason`
  return sender
}

export async function findSender(sql: Sql, salonId: string): Promise<SalonSender | undefined> {
  const [sender] = await sql<SalonSender[]>`
    select id, address, kind, stopped_reason from senders where salon_id = ${salonId} limit 1`
  return sender
}

/** Names of salons that have agreed and have no sender. */
export async function findNamesWithoutSender(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from salons s where agreed_at is not null and state <> 'closed'
      and not exists (select 1 from senders where salon_id = s.id) order by name`
  return rows.map(({ name }) => name)
}

/** A number of the simulated network that no sender has, from the British range kept for fiction. */
export async function findFreeNumber(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<{ address: string }[]>`
    select address from (select '+447700900' || n as address from generate_series(800, 998) n) free
    where address not in (select address from senders) limit 1`
  return row?.address
}

/** Texts of a closed salon that are still queued are canceled by the worker with their campaigns. */
export async function cancelCampaignsOf(sql: Sql, salonId: string): Promise<void> {
  await sql`update campaigns set state = 'canceled' where salon_id = ${salonId} and state in ('running', 'paused')`
}

export async function endLinks(sql: Sql, salonId: string, now: Date): Promise<void> {
  await sql`
    update owner_links set expires_at = ${now}
    where salon_id = ${salonId} and coalesce(expires_at, 'infinity') > ${now}`
}

/** Whether a salon has fees, payments or prices of visits. */
export async function hasAmounts(sql: Sql, id: string): Promise<boolean> {
  const { count } = await sql`
    select 1 where exists (select 1 from ledger_entries where salon_id = ${id})
      or exists (select 1 from payments where salon_id = ${id})
      or exists (select 1 from visits where salon_id = ${id} and amount > 0)
      or exists (select 1 from appointments where salon_id = ${id} and amount > 0)`
  return count > 0
}

/** Whether the subject of a link belongs to the salon. */
export async function isOfSalon(sql: Sql, salonId: string, purpose: LinkPurpose, subjectId: string) {
  if (purpose !== 'offer' && purpose !== 'list') return false
  const table = purpose === 'offer' ? sql`offers` : sql`client_lists`
  return (await sql`select 1 from ${table} where id = ${subjectId} and salon_id = ${salonId}`).count > 0
}
