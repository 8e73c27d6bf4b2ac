import type { AppointmentChoices } from '@salonback/shared/salons/appointments/contract.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Sql } from '../../platform/db/open.ts'

/** What staff decided about files of the salon, and its last import. */
export async function findChoices(sql: Sql, salonId: string): Promise<AppointmentChoices> {
  const [choices] = await sql<Pick<AppointmentChoices, 'states' | 'unit'>[]>`
    select states, unit from appointment_choices where salon_id = ${salonId}`
  const [lastImport = null] = await sql<NonNullable<AppointmentChoices['lastImport']>[]>`
    select i.id, i.file_name, i.imported_by as by, ${instant(sql, 'i.imported_at')} as at,
      (select count(*)::int from appointment_import_rows r where r.import_id = i.id) as appointments,
      ${instant(sql, 'i.taken_back_at')} as taken_back_at,
      i.taken_back_at is null and not exists (
        select 1 from statements s where s.salon_id = i.salon_id and s.issued_at >= i.imported_at) as can_take_back
    from appointment_imports i where i.salon_id = ${salonId}`
  return { states: choices?.states ?? {}, unit: choices?.unit ?? null, lastImport }
}

type Words = Record<string, AppointmentChoices['states'][string] | null>

interface SaveChoices {
  salonId: string
  states: Words
  /** Undefined: as before. */
  unit: AppointmentChoices['unit'] | undefined
  by: string
  now: Date
}

export async function saveChoices(sql: Sql, { salonId, states, unit, by, now }: SaveChoices): Promise<void> {
  const kept = (all: Words) => Object.fromEntries(Object.entries(all).filter(([, word]) => word !== null))
  const before = await sql<{ states: Words; unit: AppointmentChoices['unit'] }[]>`
    select states, unit from appointment_choices where salon_id = ${salonId} for update`
  const all = kept({ ...before[0]?.states, ...states })
  const saved = unit === undefined ? (before[0]?.unit ?? null) : unit
  await sql`
    insert into appointment_choices (salon_id, states, unit, decided_by, decided_at)
    values (${salonId}, ${sql.json(all)}, ${saved}, ${by}, ${now})
    on conflict (salon_id) do update set states = excluded.states, unit = excluded.unit, decided_by = excluded.decided_by,
      decided_at = excluded.decided_at`
}
