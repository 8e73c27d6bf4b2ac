-- A received text that may be an opt-out (intent maybe_opt_out) holds its number until a person has decided what it is.
alter table messages add column decided_at timestamptz;
create index messages_undecided on messages (phone)
  where direction = 'inbound' and intent = 'maybe_opt_out' and decided_at is null;

create function undecided(phone text) returns boolean language sql stable as
  $$ select exists (select 1 from messages m where m.phone = $1
      and m.direction = 'inbound' and m.intent = 'maybe_opt_out' and m.decided_at is null) $$;

drop trigger messages_notify_update on messages;
create trigger messages_notify_update after update of status, processed, sid, decided_at on messages for each row
  when (old.status is distinct from new.status or old.processed is distinct from new.processed
    or old.decided_at is distinct from new.decided_at)
  execute function notify_message();
