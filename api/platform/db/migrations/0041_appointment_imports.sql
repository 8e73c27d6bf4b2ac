-- The last file with appointments of each salon, which can be taken back until the next one or a statement.
create table appointment_imports (
  id uuid primary key,
  salon_id uuid not null unique references salons,
  file_name text not null,
  imported_by text not null,
  imported_at timestamptz not null,
  taken_back_by text,
  taken_back_at timestamptz,
  check (num_nonnulls(taken_back_by, taken_back_at) in (0, 2))
);

-- The facts of its appointments before; null: it was the first to tell of them.
create table appointment_import_rows (
  import_id uuid not null references appointment_imports on delete cascade,
  appointment_id uuid not null references appointments on delete cascade,
  before jsonb,
  primary key (import_id, appointment_id)
);
create index appointment_import_rows_appointment on appointment_import_rows (appointment_id);

-- The visits of its clients before.
create table appointment_import_visits (
  import_id uuid not null references appointment_imports on delete cascade,
  visit_id uuid not null references visits on delete cascade,
  before jsonb not null,
  primary key (import_id, visit_id)
);
create index appointment_import_visits_visit on appointment_import_visits (visit_id);

-- Keeps the facts of an appointment before an import changes them. The import sets `salonback.import` in its transaction.
create function keep_imported_appointment() returns trigger language plpgsql as $$
declare
  import text := current_setting('salonback.import', true);
begin
  if coalesce(import, '') <> '' then
    insert into appointment_import_rows (import_id, appointment_id, before)
    values (import::uuid, new.id, case when tg_op = 'UPDATE' then to_jsonb(old) - array['id', 'salon_id', 'external_id', 'source_id',
      'client_id', 'phone_hash', 'visit_id', 'due', 'created_at'] end)
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger appointments_keep_imported after insert or update on appointments
  for each row execute function keep_imported_appointment();
