-- A text that a phone or a service wrote on its own ("I'm driving", "out of office"). It is stored as processed, is no
-- answer of the person, and never an opt-out.
alter table messages
  add constraint messages_intent_check check (intent in ('opt_out', 'maybe_opt_out', 'opt_in', 'help', 'positive',
    'negative', 'unclear', 'automatic_reply')) not valid,
  add constraint messages_automatic_reply check (intent <> 'automatic_reply' or (direction = 'inbound' and not is_opt_out))
    not valid;

create function is_automatic_reply(intent text) returns boolean language sql immutable as $$
  select coalesce(intent = 'automatic_reply', false) $$;

-- Lists are read again, but no notification is shown.
create or replace function notify_message() returns trigger language plpgsql as $$
begin
  if new.salon_id is not null then
    if new.direction = 'inbound' or new.status <> 'queued' then
      perform notify_event('salon', new.salon_id::text, null, null);
    end if;
  elsif new.kind not in ('first_text', 'second_text') or (tg_op = 'UPDATE' and new.status not in ('queued', 'sending', 'canceled')) then
    perform notify_event('message', new.id::text, new.phone,
      new.direction = 'inbound' and tg_op = 'INSERT' and not is_automatic_reply(new.intent));
  end if;
  if new.campaign_id is not null then
    perform notify_event('campaign', new.campaign_id::text, null, null);
  end if;
  if new.status = 'queued' and (tg_op = 'INSERT' or old.status <> 'queued') then
    perform pg_notify('outbox', '');
  end if;
  return null;
end $$;
