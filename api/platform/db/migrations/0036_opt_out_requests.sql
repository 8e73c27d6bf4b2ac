-- Opt-outs that the key of a salon sent for numbers which are not known as its clients. Staff decide, because an opt-out stops
-- the texts of every salon. Until then the number gets no automatic texts.
create table opt_out_requests (
  id uuid primary key default gen_random_uuid(),
  phone text not null,
  salon_id uuid not null references salons,
  key_id uuid not null references api_keys,
  reason text not null,
  at timestamptz not null,
  decided_at timestamptz,
  opted_out boolean,
  unique (salon_id, phone),
  check ((decided_at is null) = (opted_out is null))
);
create index opt_out_requests_waiting on opt_out_requests (phone) where decided_at is null;
create index opt_out_requests_key on opt_out_requests (key_id, at);
create index opt_out_requests_decided on opt_out_requests (decided_at) where decided_at is not null;

create or replace function pending_review(phone text) returns boolean language sql stable as $$
  select exists (select 1 from messages m where m.phone = $1
    and m.direction = 'inbound' and is_pending_review(m.intent, m.decided_at))
    or exists (select 1 from opt_out_requests r where r.phone = $1 and r.decided_at is null)
$$;
