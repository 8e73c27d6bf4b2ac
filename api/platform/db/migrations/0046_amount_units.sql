-- What a whole number means as an amount of this key: pence or cents (minor), or pounds or dollars (major). Null: not confirmed,
-- so amounts below 1000 count as unknown.
alter table api_keys add amount_unit text check (amount_unit in ('minor', 'major'));
-- The source whose unit reads the amount, while another key continues the appointment; null: `source_id`.
alter table appointments add amount_source_id text;
create index appointments_small_amounts on appointments ((coalesce(amount_source_id, source_id)), told_at)
  where amount between 1 and 999;

-- A key that has sent 10.00 or more sends pence or cents. Visits of the other keys wait for the answer.
update api_keys k set amount_unit = 'minor' where exists (
  select 1 from appointments a where a.source_id = 'key:' || k.id and a.amount >= 1000);
update appointments a set due = true from api_keys k
where a.source_id = 'key:' || k.id and k.amount_unit is null and a.amount > 0 and a.client_id is not null and a.visit_id is not null;
