import type { Sql } from '../platform/db/open.ts'

interface BreakSalon {
  table: string
  /** Of the new row: `new.kind = 'reminder'`; unset: each row of the salon. */
  when?: string
  salonId: string
}

/** Makes writes of one salon to a table fail, with an error that names a client, as errors of Postgres do. */
export async function breakSalon(sql: Sql, { table, when = 'true', salonId }: BreakSalon): Promise<void> {
  await sql.unsafe(`
    create function break_salon() returns trigger language plpgsql as $$
      begin raise exception 'broken' using errcode = '23514', detail = 'Failing row contains (Siobhán Daly, +447700900601).'; end $$;
    create trigger break_salon before insert or update on ${table} for each row
      when (new.salon_id = '${salonId}' and ${when}) execute function break_salon()`)
}
