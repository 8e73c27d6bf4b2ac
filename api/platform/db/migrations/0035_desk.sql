-- Who answers a conversation, and until when it is out of review. Without a salon it is a conversation of the agency.
create table conversation_desk (
  id uuid primary key default gen_random_uuid(),
  salon_id uuid references salons,
  phone text not null,
  -- Counts for ten minutes.
  taken_by uuid references admins,
  taken_at timestamptz,
  snoozed_until timestamptz,
  unique nulls not distinct (salon_id, phone)
);
create index conversation_desk_phone on conversation_desk (phone);
create index conversation_desk_taken on conversation_desk (taken_at) where taken_by is not null;
create index conversation_desk_snoozed on conversation_desk (snoozed_until) where snoozed_until is not null;

-- Notes for colleagues. They are never sent.
create table conversation_notes (
  id uuid primary key default gen_random_uuid(),
  salon_id uuid references salons,
  phone text not null,
  body text not null check (char_length(body) between 1 and 2000),
  created_by uuid not null references admins,
  created_at timestamptz not null
);
create index conversation_notes_phone on conversation_notes (phone, created_at);

create function notify_desk() returns trigger language plpgsql as $$
begin
  perform notify_event('desk', null, null, null);
  return null;
end $$;

-- A conversation that leaves or enters review changes the lists.
create function notify_snooze() returns trigger language plpgsql as $$
begin
  if new.salon_id is null then
    perform notify_event('message', null, new.phone, null);
  else
    perform notify_event('salon', new.salon_id::text, null, null);
  end if;
  return null;
end $$;

create trigger conversation_desk_notify after insert or update on conversation_desk
  for each row execute function notify_desk();
create trigger conversation_desk_snooze_new after insert on conversation_desk
  for each row when (new.snoozed_until is not null) execute function notify_snooze();
create trigger conversation_desk_snooze_changed after update of snoozed_until on conversation_desk
  for each row when (old.snoozed_until is distinct from new.snoozed_until) execute function notify_snooze();
create trigger conversation_notes_notify after insert or delete on conversation_notes
  for each row execute function notify_desk();
