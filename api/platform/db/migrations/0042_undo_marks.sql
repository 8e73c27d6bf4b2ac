-- An undo compares transactions, not values: a value can be the same again after two changes of a colleague.

-- The transaction of the change, and who may make the undone call.
alter table undos add column made_in xid8 not null default pg_current_xact_id();
alter table undos add column access text not null default 'admin' check (access in ('staff', 'admin'));
-- The mark that the row had before the change. An undo restores it, so that the change before can be undone, too.
alter table undo_rows add column mark xid8;
alter table undo_rows drop column after;

-- The transaction that last set what an undo restores, also to the same value.
alter table prospects add column marked_in xid8;
alter table messages add column marked_in xid8;
alter table campaigns add column marked_in xid8;
alter table conversation_desk add column marked_in xid8;
alter table conversation_desk add column assigned_in xid8;

-- An undo sets the mark itself.
create function mark_row() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.marked_in is not distinct from old.marked_in then
    new.marked_in := pg_current_xact_id();
  end if;
  return new;
end $$;
create function mark_assigned() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.assigned_in is not distinct from old.assigned_in then
    new.assigned_in := pg_current_xact_id();
  end if;
  return new;
end $$;

create trigger prospects_mark before update of contact_status on prospects
  for each row execute function mark_row();
create trigger messages_mark before update of processed, decided_at on messages
  for each row execute function mark_row();
create trigger campaigns_mark before update of state on campaigns
  for each row execute function mark_row();
create trigger conversation_desk_mark before insert or update of snoozed_until on conversation_desk
  for each row execute function mark_row();
-- Who answers extends the ten minutes with each letter; that changes nothing.
create trigger conversation_desk_mark_taken before update of taken_by on conversation_desk
  for each row when (old.taken_by is distinct from new.taken_by) execute function mark_row();
create trigger conversation_desk_mark_assigned before insert or update of assigned_to on conversation_desk
  for each row execute function mark_assigned();

-- Names are one line: they stand in texts, subjects and calendar entries.
update salons set name = btrim(regexp_replace(name, '[[:cntrl:][:space:]]+', ' ', 'g'))
  where name ~ '[[:cntrl:]]' and btrim(regexp_replace(name, '[[:cntrl:][:space:]]+', ' ', 'g')) <> '';
update salons set owner_name = btrim(regexp_replace(owner_name, '[[:cntrl:][:space:]]+', ' ', 'g'))
  where owner_name ~ '[[:cntrl:]]' and btrim(regexp_replace(owner_name, '[[:cntrl:][:space:]]+', ' ', 'g')) <> '';
