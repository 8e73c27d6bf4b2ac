import type { AppointmentState } from '@salonback/shared/salons/appointments/appointment.ts'
import {
  type AppointmentFacts,
  mergeFacts,
  type ToldFacts,
} from '@salonback/shared/salons/appointments/mergeFacts.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Sql } from '../../platform/db/open.ts'
import { type PhoneKeys, phoneHashes } from '../../platform/privacy/hash.ts'

/** An appointment that will be stored. */
export interface GivenAppointment {
  externalId: string
  phone: string
  /** Hex; null: no hash is stored. */
  phoneHash: string | null
  bookedAt: string | null
  startsAt: string
  state: AppointmentState
  amount: number | null
  changedAt: string | null
}

export interface SaveAppointments {
  salonId: string
  /** `key:<id>` or `file`: an id is one of its source. */
  sourceId: string
  /** The name of the API key or file, as evidence has it. */
  source: string
  now: Date
}

/** By id. `clientId`: null for numbers on no list. */
export type Saved = Map<string, { result: 'stored' | 'unchanged' | 'other_client'; clientId: string | null }>

type Owner = { clientId: string | null; phoneHash: string | null }
type Row = AppointmentFacts &
  Owner & {
    externalId: string
    /** The revoked key that told the amount; null: the source of the appointment did. */
    amountSourceId: string | null
  }

/**
 * Stores appointments by the id that their source gave them. A number on no list is stored as its hash; without a hash the
 * appointment is skipped. Locks the salon for share: a list stored at the same time must see these hashes.
 */
export async function saveAppointments(
  sql: Sql,
  keys: PhoneKeys,
  save: SaveAppointments,
  given: readonly GivenAppointment[],
): Promise<Saved> {
  await sql`select 1 from salons where id = ${save.salonId} for share`
  // A merge reads and writes, so the calls of a source wait for each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${save.salonId} ${save.sourceId}`}, 0))`
  const clients = await findClients(sql, save.salonId, given)
  const rows = await findRows(sql, save, given, clients)
  const changed = new Map<string, Row>()
  const saved: Saved = new Map()
  for (const one of given) {
    const clientId = clients.get(one.phone) ?? null
    const owner = { clientId, phoneHash: clientId ? null : one.phoneHash }
    const stored = rows.get(one.externalId)
    if (stored && !isSame(keys, stored, { ...owner, phone: one.phone })) {
      saved.set(one.externalId, { result: 'other_client', clientId: null })
      continue
    }
    if (!owner.clientId && !owner.phoneHash) continue
    const facts = mergeFacts(stored ?? null, toldBy(one, save.now))
    const isOwnAmount = one.amount !== null && one.amount === facts.amount
    const merged = {
      ...facts,
      ...owner,
      amountSourceId: isOwnAmount ? null : (stored?.amountSourceId ?? null),
      externalId: one.externalId,
    }
    const isChanged = !stored || differs(stored, merged, shown)
    const wasChanged = saved.get(one.externalId)?.result === 'stored'
    saved.set(one.externalId, { result: isChanged || wasChanged ? 'stored' : 'unchanged', clientId })
    // A repeat without a time of change has a new time of its call, which changes nothing.
    const isNew =
      isChanged || differs(stored, merged, one.changedAt ? history : ['canceledFirst', 'amountSourceId'])
    if (!isNew) continue
    rows.set(one.externalId, merged)
    changed.set(one.externalId, merged)
  }
  await writeRows(sql, save, [...changed.values()])
  return saved
}

/** What the answer calls a change. */
const shown = ['state', 'startsAt', 'bookedAt', 'amount', 'changedAt', 'clientId'] as const
/** What an older change adds. */
const history = ['amountAsOf', 'amountSourceId', 'canceledFirst', 'canceledLast', 'liveLast'] as const

const differs = (stored: Row, merged: Row, names: readonly (keyof Row)[]) =>
  names.some((name) => stored[name] !== merged[name])

const toldBy = (
  { state, startsAt, bookedAt, amount, changedAt }: GivenAppointment,
  now: Date,
): ToldFacts => ({
  ...{ state, startsAt, bookedAt, amount, changedAt, toldAt: now.toISOString() },
})

async function findClients(sql: Sql, salonId: string, given: readonly GivenAppointment[]) {
  const phones = [...new Set(given.map(({ phone }) => phone))]
  const rows = await sql<{ id: string; phone: string }[]>`
    select id, phone from clients where salon_id = ${salonId} and phone = any(${phones}::text[])`
  return new Map(rows.map(({ id, phone }) => [phone, id]))
}

/** Whether the stored appointment is one of this person. */
const isSame = (keys: PhoneKeys, stored: Owner, { clientId, phone }: Owner & { phone: string }) =>
  stored.phoneHash === null
    ? stored.clientId === clientId
    : phoneHashes(keys, phone).some((hash) => hash.toString('hex') === stored.phoneHash)

/** The stored appointments with these ids, after those of a revoked key that this source now tells are moved to it. */
async function findRows(
  sql: Sql,
  { salonId, sourceId }: SaveAppointments,
  given: readonly GivenAppointment[],
  clients: Map<string, string>,
): Promise<Map<string, Row>> {
  const found = await sql<(Row & { id: string; isOwn: boolean })[]>`
    select a.id, a.external_id, a.source_id = ${sourceId} as is_own, a.client_id, encode(a.phone_hash, 'hex') as phone_hash, a.state,
      a.amount, nullif(coalesce(a.amount_source_id, a.source_id), ${sourceId}) as amount_source_id, ${times(sql)}
    from appointments a
    where a.salon_id = ${salonId} and a.external_id = any(${given.map(({ externalId }) => externalId)}::text[])
      and (a.source_id = ${sourceId} or a.source_id in (
        select 'key:' || k.id from api_keys k where k.revoked_at is not null and ${sourceId} like 'key:%'))
    order by a.created_at, a.id`
  const rows = new Map<string, Row>()
  for (const { isOwn, id: _, ...row } of found) if (isOwn) rows.set(row.externalId, row)
  const moved: string[] = []
  for (const { isOwn, id, ...row } of found) {
    if (isOwn || rows.has(row.externalId)) continue
    const told = given.find(({ externalId }) => externalId === row.externalId)
    const isOfClient = told && row.clientId !== null && clients.get(told.phone) === row.clientId
    const isSameTime = told?.startsAt === row.startsAt || (row.bookedAt && told?.bookedAt === row.bookedAt)
    if (!isOfClient || !isSameTime) continue
    moved.push(id)
    rows.set(row.externalId, row)
  }
  if (moved.length > 0)
    await sql`
      update appointments set source_id = ${sourceId}, amount_source_id = coalesce(amount_source_id, source_id)
      where id = any(${moved}::uuid[])`
  return rows
}

const timeColumns = {
  bookedAt: 'booked_at',
  startsAt: 'starts_at',
  changedAt: 'changed_at',
  toldAt: 'told_at',
  amountAsOf: 'amount_as_of',
  canceledFirst: 'canceled_first',
  canceledLast: 'canceled_last',
  liveLast: 'live_last',
} as const

const times = (sql: Sql) =>
  Object.values(timeColumns)
    .map((column) => sql`${instant(sql, `a.${column}`)} as ${sql(column)}`)
    .reduce((all, one) => sql`${all}, ${one}`)

async function writeRows(
  sql: Sql,
  { salonId, sourceId, source, now }: SaveAppointments,
  rows: readonly Row[],
) {
  if (rows.length === 0) return
  const given = rows.map(({ externalId, clientId, phoneHash, state, amount, amountSourceId, ...row }) => ({
    ...{ external_id: externalId, client_id: clientId, phone_hash: phoneHash, state, amount },
    amount_source_id: amountSourceId,
    ...Object.fromEntries(
      Object.entries(timeColumns).map(([name, column]) => [column, row[name as keyof typeof timeColumns]]),
    ),
  }))
  const columns = sql`state, amount, amount_source_id, booked_at, starts_at, changed_at, told_at, amount_as_of, canceled_first, canceled_last, live_last`
  await sql`
    insert into appointments as a (salon_id, source_id, source, external_id, client_id, phone_hash, due, created_at, ${columns})
    select ${salonId}::uuid, ${sourceId}::text, ${source}::text, external_id, client_id, decode(phone_hash, 'hex'),
      client_id is not null, ${now}::timestamptz, ${columns}
    from jsonb_to_recordset(${sql.json(given)}) as g (external_id text, client_id uuid, phone_hash text, state text, amount int, amount_source_id text,
      booked_at timestamptz, starts_at timestamptz, changed_at timestamptz, told_at timestamptz, amount_as_of timestamptz,
      canceled_first timestamptz, canceled_last timestamptz, live_last timestamptz)
    order by external_id
    on conflict (salon_id, external_id, source_id) do update set
      (client_id, phone_hash, source, due, ${columns}) = (select excluded.client_id, excluded.phone_hash, excluded.source,
        excluded.client_id is not null or a.visit_id is not null, excluded.state, excluded.amount, excluded.amount_source_id, excluded.booked_at,
        excluded.starts_at, excluded.changed_at, excluded.told_at, excluded.amount_as_of, excluded.canceled_first,
        excluded.canceled_last, excluded.live_last)`
}
