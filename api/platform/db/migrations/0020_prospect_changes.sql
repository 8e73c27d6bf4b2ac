-- What changed in the list of prospects, so that a console that has it reads that alone. A row for each statement, found by
-- its transaction: one that began before somebody read may commit after. Unlogged: after a crash both tables are empty,
-- and every position given out before is unknown.
create unlogged table prospect_changes (
  transaction bigint not null default pg_current_xact_id()::text::bigint,
  -- Other columns of the list than the status changed as well, or the row is new or gone.
  whole boolean not null,
  ids uuid[] not null,
  at timestamptz not null default clock_timestamp()
);
create index prospect_changes_transaction on prospect_changes (transaction);

-- Changes of transactions below `pruned_to` may be deleted; a position of another generation says nothing.
create unlogged table prospect_list (
  one boolean primary key default true check (one),
  generation uuid not null default gen_random_uuid(),
  pruned_to bigint not null default 0
);

create function record_prospects() returns trigger language plpgsql as $$
begin
  insert into prospect_changes (whole, ids) select true, array_agg(id) from changed having count(*) > 0;
  return null;
end $$;

create function record_changed_prospects() returns trigger language plpgsql as $$
begin
  insert into prospect_changes (whole, ids)
  select whole, array_agg(id) from (
    select n.id, n.contact_status is distinct from o.contact_status as status,
      (n.name, n.category, n.country, n.phone, n.phone_type, n.address, n.rating, n.review_count, n.team_size)
      is distinct from
      (o.name, o.category, o.country, o.phone, o.phone_type, o.address, o.rating, o.review_count, o.team_size) as whole
    from changed n join was o on o.id = n.id
  ) c where status or whole group by whole;
  return null;
end $$;

create function forget_prospect_list() returns trigger language plpgsql as $$
begin
  delete from prospect_list;
  return null;
end $$;

create trigger prospects_record_new after insert on prospects
  referencing new table as changed for each statement execute function record_prospects();
create trigger prospects_record_deleted after delete on prospects
  referencing old table as changed for each statement execute function record_prospects();
create trigger prospects_record_changed after update on prospects
  referencing old table as was new table as changed for each statement execute function record_changed_prospects();
create trigger prospects_forget_list after truncate on prospects
  for each statement execute function forget_prospect_list();

-- An erased prospect leaves the screens as well.
create trigger prospects_notify_deleted after delete on prospects
  for each statement execute function notify_change('prospect');
