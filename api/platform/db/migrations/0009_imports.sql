-- At most two uploads at a time over all processes: each has one of these rows for a lease that it renews. Nothing is
-- locked while a client is waited for, and the slot of a process that died is free again when its lease is over.
create table import_slots (
  slot smallint primary key,
  holder uuid,
  lease_until timestamptz not null
);
insert into import_slots values (1, null, '-infinity'), (2, null, '-infinity');
