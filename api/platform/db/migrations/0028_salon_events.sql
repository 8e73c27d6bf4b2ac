-- Texts of salons name their salon only: the replies desk reads them again. Queued texts are shown by their campaign.
create or replace function notify_message() returns trigger language plpgsql as $$
begin
  if new.salon_id is not null then
    if new.direction = 'inbound' or new.status <> 'queued' then
      perform notify_event('salon', new.salon_id::text, null, null);
    end if;
  elsif new.kind <> 'first_text' or (tg_op = 'UPDATE' and new.status not in ('queued', 'sending', 'canceled')) then
    perform notify_event('message', new.id::text, new.phone, new.direction = 'inbound' and tg_op = 'INSERT');
  end if;
  if new.campaign_id is not null then
    perform notify_event('campaign', new.campaign_id::text, null, null);
  end if;
  if new.status = 'queued' and (tg_op = 'INSERT' or old.status <> 'queued') then
    perform pg_notify('outbox', '');
  end if;
  return null;
end $$;

create index messages_salon_waiting on messages (created_at, seq)
  where direction = 'inbound' and salon_id is not null and not processed;
