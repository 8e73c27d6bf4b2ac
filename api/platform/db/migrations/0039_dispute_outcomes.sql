-- What staff decided about a dispute, and why; the owner reads the reason.
alter table disputes
  -- Paid for services, in minor units, if the dispute was upheld with another amount; null: no fee is owed.
  add column amount integer check (amount >= 0),
  -- The amount of the visit until then.
  add column amount_before integer,
  add column reason text not null default '';
