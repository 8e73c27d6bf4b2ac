-- An id is one of its source: two systems that count from 1 must not overwrite each other. `key:<id>` of an API key, or `file`
-- for all files of a salon.
alter table appointments add source_id text default 'file';
update appointments a set source_id = coalesce((
  select 'key:' || k.id from api_keys k
  where k.name = a.source and (k.salon_id is null or k.salon_id = a.salon_id)
  order by k.revoked_at is not null, k.created_at desc limit 1), 'file');
alter table appointments alter source_id set not null;
alter table appointments drop constraint appointments_salon_id_external_id_key;
alter table appointments add unique (salon_id, external_id, source_id);

-- Facts arrive in any order. When the call with the state arrived, for calls without `changed_at`; and the time of the change
-- with the amount, null if the amount comes from a booking without one.
alter table appointments add told_at timestamptz default now(), add amount_as_of timestamptz;
update appointments set told_at = created_at, amount_as_of = case when amount is not null then changed_at end;
alter table appointments alter told_at set not null;

-- The first and last time at which it was reported as canceled, and the last at which it was not: they say whether it was in
-- force when a text left. The time of an old cancellation without a time of change is not known, so it counts as of today.
alter table appointments add canceled_first timestamptz, add canceled_last timestamptz, add live_last timestamptz;
update appointments set canceled_first = coalesce(changed_at, now()), canceled_last = coalesce(changed_at, now())
where state = 'canceled';
update appointments set live_last = changed_at where state <> 'canceled';
