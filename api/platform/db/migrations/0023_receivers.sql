-- Systems that get events: each is a signed POST to their address.
create table receivers (
  id uuid primary key default gen_random_uuid(),
  url text not null,
  events text not null check (events <> ''),
  -- Null: all salons, and the agency.
  salon_id uuid references salons,
  -- The key of the signatures, sealed under a key of the settings if there is one.
  secret bytea not null,
  state text not null default 'on' check (state in ('on', 'off')),
  -- Why the service turned it off; null: a person did, or it is on.
  off_reason text,
  created_by text not null,
  created_at timestamptz not null
);
create index receivers_on on receivers (id) where state = 'on';

-- One event for one receiver. A queued row is the job of sending it. It is written in the transaction of the fact.
create table deliveries (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity,
  receiver_id uuid not null references receivers on delete cascade,
  kind text not null,
  -- Events of one subject arrive in their order.
  subject text not null,
  -- Of the person in the event: an erasure deletes the row.
  phone text,
  data jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'sending', 'delivered', 'failed')),
  due_at timestamptz not null default '-infinity',
  lease_until timestamptz,
  attempts integer not null default 0,
  first_tried_at timestamptz,
  tried_at timestamptz,
  -- The answer of the last attempt: its status, and the beginning of its body or why there was none.
  status integer,
  answer text,
  created_at timestamptz not null default now(),
  check ((state = 'sending') = (lease_until is not null))
);
create index deliveries_open on deliveries (receiver_id, subject, seq) where state in ('queued', 'sending');
create index deliveries_due on deliveries (due_at, seq) where state = 'queued';
create index deliveries_newest on deliveries (receiver_id, seq desc);
create index deliveries_phone on deliveries (phone) where phone is not null;
create index deliveries_age on deliveries (created_at);

-- Queues an event for each receiver that wants it. An event without a salon goes to receivers for all salons.
create function queue_event(kind text, salon_id uuid, phone text, subject text, data jsonb) returns void language sql as $$
  insert into deliveries (receiver_id, kind, subject, phone, data)
  select r.id, $1, $4, $3, $5 from receivers r
  where r.state = 'on' and $1 = any(string_to_array(r.events, ' ')) and (r.salon_id is null or r.salon_id = $2)
$$;

create function utc_text(at timestamptz) returns text language sql immutable as
  $$ select to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

create function queue_reply_event() returns trigger language plpgsql as $$
begin
  perform queue_event('reply.received', new.salon_id, new.phone, new.phone, jsonb_build_object('messageId', new.id,
    'salonId', new.salon_id, 'phone', new.phone, 'text', new.body, 'receivedAt', utc_text(new.created_at)));
  return null;
end $$;
create trigger messages_event after insert on messages for each row
  when (new.direction = 'inbound' and not is_automatic_reply(new.intent)) execute function queue_reply_event();

-- An opt-out holds for all salons: each whose list has the number gets the event.
create function queue_opt_out_event() returns trigger language plpgsql as $$
begin
  insert into deliveries (receiver_id, kind, subject, phone, data)
  select r.id, 'opt_out.recorded', new.phone, new.phone,
    jsonb_build_object('phone', new.phone, 'source', new.source, 'recordedAt', utc_text(new.since))
  from receivers r
  where r.state = 'on' and 'opt_out.recorded' = any(string_to_array(r.events, ' ')) and (r.salon_id is null
    or exists (select 1 from clients c where c.salon_id = r.salon_id and c.phone = new.phone));
  return null;
end $$;
create trigger suppressions_event after insert on suppressions for each row
  when (new.phone is not null) execute function queue_opt_out_event();

create function queue_visit_event() returns trigger language plpgsql as $$
begin
  perform queue_event('visit.recorded', new.salon_id, new.phone, new.phone, jsonb_build_object('visitId', new.id,
    'salonId', new.salon_id, 'phone', new.phone, 'campaignId', new.campaign_id, 'state', new.state,
    'bookedAt', utc_text(new.booked_at), 'visitAt', utc_text(new.visit_at), 'amount', new.amount));
  return null;
end $$;
create trigger visits_event_insert after insert on visits for each row execute function queue_visit_event();
create trigger visits_event_update after update on visits for each row
  when ((old.state, old.booked_at, old.visit_at, old.amount) is distinct from
    (new.state, new.booked_at, new.visit_at, new.amount)) execute function queue_visit_event();

create function queue_campaign_event() returns trigger language plpgsql as $$
begin
  perform queue_event('campaign.finished', new.salon_id, null, new.id::text,
    jsonb_build_object('campaignId', new.id, 'salonId', new.salon_id));
  return null;
end $$;
create trigger campaigns_event after update of state on campaigns for each row
  when (new.state = 'finished' and old.state <> 'finished') execute function queue_campaign_event();

create function queue_statement_event() returns trigger language plpgsql as $$
begin
  perform queue_event('statement.issued', new.salon_id, null, new.salon_id::text, jsonb_build_object(
    'salonId', new.salon_id, 'number', new.number, 'total', new.total, 'currency', new.currency, 'dueOn', new.due_on,
    'issuedAt', utc_text(new.issued_at)));
  return null;
end $$;
create trigger statements_event after insert on statements for each row execute function queue_statement_event();
