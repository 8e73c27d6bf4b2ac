-- The day of a visit in the salon's time zone, for the limit of one visit per client and day.
alter table visits add column visit_on date;
update visits v set visit_on = (v.visit_at at time zone s.time_zone)::date
from salons s where s.id = v.salon_id and v.visit_at is not null;

-- Of visits that were stored twice one stays: the one that the ledger names, else an attended one, else the first.
update visits v set state = 'canceled',
  evidence = v.evidence || '[{"kind": "staff", "note": "Stored twice: the other visit of this day counts"}]'
from (
  select d.id, row_number() over (partition by d.client_id, d.visit_on order by d.id is not distinct from (
      select e.visit_id from ledger_entries e
      where e.salon_id = d.salon_id and e.client_id = d.client_id and e.kind <> 'credit' order by e.seq desc limit 1
    ) desc, d.state = 'attended' desc, d.created_at, d.id) as place
  from visits d where d.client_id is not null and d.visit_on is not null and d.state <> 'canceled'
) twice where twice.id = v.id and twice.place > 1;

create unique index visits_one_a_day on visits (client_id, visit_on) where state <> 'canceled';

-- Sets the day of a visit. An amount above 20,000 in major units is a typing error; older rows may have one.
create function check_visit() returns trigger language plpgsql as $$
begin
  if new.amount > 2000000 and (tg_op = 'INSERT' or new.amount is distinct from old.amount) then
    raise exception 'the amount of a visit is too large' using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' or new.visit_at is distinct from old.visit_at then
    new.visit_on := (new.visit_at at time zone (select time_zone from salons where id = new.salon_id))::date;
  end if;
  return new;
end $$;
create trigger visits_check before insert or update on visits for each row execute function check_visit();

alter table statements alter column total type bigint;

-- Approved offers cannot be deleted either.
create or replace function keep_approved_offer() returns trigger language plpgsql as $$
begin
  if old.state = 'approved' then
    raise exception 'an approved offer cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger offers_keep_deleted before delete on offers for each row execute function keep_approved_offer();

-- Row triggers do not see TRUNCATE.
create function refuse_truncate() returns trigger language plpgsql as $$
begin
  raise exception '% cannot change: they cannot be emptied', replace(tg_table_name, '_', ' ')
    using errcode = 'integrity_constraint_violation';
end $$;
create trigger ledger_entries_refuse_truncate before truncate on ledger_entries
  for each statement execute function refuse_truncate();
create trigger statements_refuse_truncate before truncate on statements
  for each statement execute function refuse_truncate();
create trigger disputes_refuse_truncate before truncate on disputes
  for each statement execute function refuse_truncate();
create trigger offers_refuse_truncate before truncate on offers
  for each statement execute function refuse_truncate();
create trigger consent_events_refuse_truncate before truncate on consent_events
  for each statement execute function refuse_truncate();
create trigger consent_ledger_refuse_truncate before truncate on consent_ledger
  for each statement execute function refuse_truncate();
