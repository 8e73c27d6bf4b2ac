import { lockNumber } from '../../core/suppressions/suppressions.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Sql } from '../../platform/db/open.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import type { SalonRow } from '../salons/queries.ts'
import { BOOKING_SYSTEM } from '../visits/history.ts'
import { findClientPhone } from '../visits/queries.ts'
import type { VisitSubscriber } from '../visits/subscribers.ts'
import { type SettleDeps, settleAppointments } from './settleAppointments.ts'

interface BeginImport {
  importId: string
  salonId: string
  fileName: string
  phones: string[]
  by: string
  now: Date
}

/** Starts an import or continues it with another part. It replaces the last one, which cannot be taken back any more. */
export async function beginImport(
  sql: Sql,
  { importId, salonId, fileName, phones, by, now }: BeginImport,
): Promise<void> {
  await sql`delete from appointment_imports where salon_id = ${salonId} and id <> ${importId}`
  const begun = await sql`
    insert into appointment_imports as i (id, salon_id, file_name, imported_by, imported_at)
    values (${importId}, ${salonId}, ${fileName}, ${by}, ${now})
    on conflict (id) do update set file_name = i.file_name where i.salon_id = ${salonId} and i.taken_back_at is null
    returning 1`
  if (begun.count === 0) {
    const [own] =
      await sql`select 1 from appointment_imports where id = ${importId} and salon_id = ${salonId}`
    if (!own) throw notFound('Import')
    throw new AppError('conflict', 'This import was taken back: choose the file again')
  }
  await sql`
    insert into appointment_import_visits (import_id, visit_id, before)
    select ${importId}, v.id, jsonb_build_object('state', v.state, 'visit_at', v.visit_at, 'booked_at', v.booked_at,
      'amount', v.amount, 'evidence', v.evidence, 'decided_kind', v.decided_kind, 'decided_id', v.decided_id,
      'decided_by', v.decided_by, 'decided_at', v.decided_at)
    from visits v join clients c on c.id = v.client_id
    where c.salon_id = ${salonId} and c.phone = any(${phones}::text[])
    on conflict do nothing`
}

interface TakeBack {
  salon: SalonRow
  importId: string
  by: Actor
}

/** Restores the appointments, visits and fees from before an import. Returns the counts of appointments. */
export async function takeBackImport(
  deps: SettleDeps,
  { salon, importId, by }: TakeBack,
): Promise<{ removed: number; restored: number }> {
  const { sql, clock, subscribers } = deps
  const now = clock()
  await markTakenBack(sql, { salon, importId, by, now })
  const counts = await sql<{ clientId: string | null; removed: number; restored: number }[]>`
    select a.client_id, count(*) filter (where r.before is null)::int as removed,
      count(*) filter (where r.before is not null)::int as restored
    from appointment_import_rows r join appointments a on a.id = r.appointment_id
    where r.import_id = ${importId} group by 1 order by 1`
  for (const { clientId } of counts)
    await retryOnDeadlock(sql, (open) =>
      restoreClient(open, { salon, importId, clientId, by, now, subscribers }),
    )
  await settleAppointments(deps, salon)
  const total = (name: 'removed' | 'restored') => counts.reduce((sum, one) => sum + one[name], 0)
  return { removed: total('removed'), restored: total('restored') }
}

async function markTakenBack(sql: Sql, { salon, importId, by, now }: TakeBack & { now: Date }) {
  const salonId = salon.id
  const [marked] = await sql<{ isFree: boolean }[]>`
    update appointment_imports i set taken_back_by = ${by.name}, taken_back_at = ${now}
    where i.id = ${importId} and i.salon_id = ${salonId} and i.taken_back_at is null and not exists (
      select 1 from statements s where s.salon_id = i.salon_id and s.issued_at >= i.imported_at)
    returning true as is_free`
  if (marked) return
  const [found] = await sql<{ takenBack: boolean }[]>`
    select taken_back_at is not null as taken_back from appointment_imports where id = ${importId} and salon_id = ${salonId}`
  if (!found) throw notFound('Import')
  throw new AppError(
    'conflict',
    found.takenBack ? 'This import was taken back already' : 'A statement was issued since this import',
  )
}

interface RestoreClient extends TakeBack {
  /** Null: numbers on no list. */
  clientId: string | null
  now: Date
  subscribers: VisitSubscriber
}

/** Restores the appointments and visits of one client, as long as its number is locked. */
async function restoreClient(sql: Sql, { salon, importId, clientId, by, now, subscribers }: RestoreClient) {
  const phone = clientId && (await findClientPhone(sql, salon.id, clientId))
  if (phone) await lockNumber(sql, phone)
  const ofClient = sql`r.import_id = ${importId} and a.id = r.appointment_id and a.client_id is not distinct from ${clientId}`
  const added = await sql<{ visitId: string | null }[]>`
    delete from appointments a using appointment_import_rows r where ${ofClient} and r.before is null returning a.visit_id`
  // All columns of facts, also those of later migrations.
  const columns = await factColumns(sql)
  await sql`
    update appointments a set (${sql(columns)}) = (select ${sql(columns)} from jsonb_populate_record(a, r.before)),
      due = a.client_id is not null
    from appointment_import_rows r where ${ofClient} and r.before is not null`
  const visitIds = added.flatMap(({ visitId }) => visitId ?? [])
  await sql`
    update visits v set (${sql(VISIT_COLUMNS)}) = (select ${sql(VISIT_COLUMNS)} from jsonb_populate_record(v, i.before))
    from appointment_import_visits i
    where i.import_id = ${importId} and i.visit_id = v.id and v.client_id is not distinct from ${clientId}
      and (v.decided_at is null or v.decided_kind = 'system' or v.decided_at < ${importedAt(sql, importId)})`
  await forgetVisits(sql, importId, visitIds)
  // Other appointments of these visits say what is left of them.
  await sql`update appointments set due = true where visit_id = any(${visitIds}::uuid[]) and client_id is not null`
  if (clientId && phone) await subscribers.onVisitChanged(sql, { salon, clientId, phone, by, now })
}

/** Columns of a visit that an import can change. */
const VISIT_COLUMNS = [
  ...['state', 'visit_at', 'booked_at', 'amount', 'evidence'],
  ...['decided_kind', 'decided_id', 'decided_by', 'decided_at'],
]

const importedAt = (sql: Sql, importId: string) =>
  sql`(select imported_at from appointment_imports where id = ${importId})`

/** Visits that the import made. One that money refers to stays, canceled. */
async function forgetVisits(sql: Sql, importId: string, ids: string[]): Promise<void> {
  const own = sql`
    v.id = any(${ids}::uuid[]) and v.created_kind = 'system' and v.created_id = ${BOOKING_SYSTEM.id} and v.decided_kind = 'system'
    and not exists (select 1 from appointment_import_visits i where i.import_id = ${importId} and i.visit_id = v.id)
    and not exists (select 1 from appointments a where a.visit_id = v.id)`
  await sql`delete from visits v where ${own} and not exists (select 1 from ledger_entries e where e.visit_id = v.id)`
  await sql`update visits v set state = 'canceled', booked_at = null, amount = null where ${own}`
}

/** Columns of an appointment that an import can change. */
async function factColumns(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = 'appointments' and column_name not in
      ('id', 'salon_id', 'external_id', 'source_id', 'client_id', 'phone_hash', 'visit_id', 'due', 'created_at')`
  return rows.map(({ name }) => name)
}
