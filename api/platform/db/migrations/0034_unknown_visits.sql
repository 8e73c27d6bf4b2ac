-- When the owner said that clients with written consent may be texted without a known last visit, and the name. Null: not said,
-- and such clients are left out.
alter table salons
  add column unknown_visits_at timestamptz,
  add column unknown_visits_by text,
  add check ((unknown_visits_at is null) = (unknown_visits_by is null));
