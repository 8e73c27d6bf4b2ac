-- Until when a receiver asked for no events (Retry-After), and when the service turned it off.
alter table receivers add column wait_until timestamptz, add column off_at timestamptz;
update receivers set off_at = now() where off_reason is not null;

-- An opt-out is kept for a receiver that is off: it is sent when the receiver is turned on again.
create or replace function queue_opt_out_event() returns trigger language plpgsql as $$
begin
  insert into deliveries (receiver_id, kind, subject, phone, data)
  select r.id, 'opt_out.recorded', new.phone, new.phone,
    jsonb_build_object('phone', new.phone, 'source', new.source, 'recordedAt', utc_text(new.since))
  from receivers r
  where 'opt_out.recorded' = any(string_to_array(r.events, ' ')) and (r.salon_id is null
    or exists (select 1 from clients c where c.salon_id = r.salon_id and c.phone = new.phone));
  return null;
end $$;

-- Countries to which the carrier refuses a sender, by the beginning of their numbers. Its texts to other countries leave.
create table sender_stops (
  sender_id uuid not null references senders on delete cascade,
  prefix text not null check (prefix ~ '^\+[1-9][0-9]*$'),
  reason text not null,
  stopped_at timestamptz not null,
  primary key (sender_id, prefix)
);
