-- Clients whose appointments cannot be settled: staff see them once, and they are not tried again for ever.
create table unsettled_clients (
  client_id uuid primary key references clients on delete cascade,
  salon_id uuid not null references salons,
  -- How many it has: a number with hundreds is one of a shop.
  appointments integer not null,
  -- How often it failed; 0: it has too many.
  failures integer not null,
  noticed_at timestamptz not null,
  seen_at timestamptz
);
create index unsettled_clients_salon on unsettled_clients (salon_id) where seen_at is null;
create trigger unsettled_clients_notify after insert or update or delete on unsettled_clients
  for each statement execute function notify_change('salon');

-- Counts the appointments of a day with numbers on no list.
drop index appointments_hashes_of;
create index appointments_hashes_of on appointments (salon_id, created_at) where phone_hash is not null;

-- Corrections on no statement are netted: an appointment that changes 60 times must not make 60 lines. Only the step that replaces
-- them sets this, and never for a fee or a disputed line.
create or replace function keep_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.statement_id is null and new.statement_id is not null
    and to_jsonb(old) - 'statement_id' = to_jsonb(new) - 'statement_id' then
    return new;
  end if;
  if tg_op = 'DELETE' and current_setting('salonback.net_corrections', true) = 'on' and old.statement_id is null
    and old.kind in ('reversal', 'adjustment') and not exists (select 1 from disputes where entry_id = old.id) then
    return old;
  end if;
  raise exception 'ledger entries cannot change' using errcode = 'integrity_constraint_violation';
end $$;
