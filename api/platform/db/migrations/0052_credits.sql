-- Credits: a goodwill or a write-off with a reason. They count in the balance from the start and are no part of a statement's
-- total; the next statement names them. One that was wrong is taken back by another one.
alter table ledger_entries
  alter column client_id drop not null,
  drop constraint ledger_entries_kind_check,
  add constraint ledger_entries_kind_check
    check (kind in ('fee', 'reversal', 'adjustment', 'credit', 'write_off', 'goodwill')),
  add column takes_back uuid unique references ledger_entries,
  add constraint ledger_entries_client_check check (client_id is null or kind not in ('write_off', 'goodwill'));
create index ledger_entries_credits on ledger_entries (salon_id) where kind in ('write_off', 'goodwill');

-- Hash of the row of a bank's file, so that the same file records nothing twice; null: recorded by hand.
alter table payments add column bank_row bytea unique;

-- Months whose books are closed: no payment is added to them, and no entry of them is replaced. Later facts go to an open month.
create table closed_months (
  id uuid primary key default gen_random_uuid(),
  -- The day after its last one: the days before it are closed.
  open_from date not null,
  closed_by text not null,
  closed_at timestamptz not null
);
-- The first day that is open; null: every day is.
create function first_open_day() returns date language sql stable as $$ select max(open_from) from closed_months $$;
create function refuse_closed_day() returns trigger language plpgsql as $$
begin
  if new.received_on < first_open_day() then
    raise exception 'the month is closed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger payments_closed before insert on payments for each row execute function refuse_closed_day();

create or replace function keep_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.statement_id is null and new.statement_id is not null
    and to_jsonb(old) - 'statement_id' = to_jsonb(new) - 'statement_id' then
    return new;
  end if;
  if tg_op = 'DELETE' and current_setting('salonback.net_corrections', true) = 'on' and old.statement_id is null
    and old.kind in ('reversal', 'adjustment') and not exists (select 1 from disputes where entry_id = old.id)
    and coalesce(old.created_at >= first_open_day()::timestamp at time zone
      (select time_zone from salons where id = old.salon_id), true) then
    return old;
  end if;
  raise exception 'ledger entries cannot change' using errcode = 'integrity_constraint_violation';
end $$;
