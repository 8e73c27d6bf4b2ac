-- Appointments as a booking system tells them. Those of texted clients become visits.
create table appointments (
  id uuid primary key default gen_random_uuid(),
  salon_id uuid not null references salons,
  -- The id in the booking system: a repeat or correction finds the row.
  external_id text not null,
  client_id uuid references clients on delete cascade,
  -- Of a number that is on no list yet: the keyed hash alone, for 30 days.
  phone_hash bytea,
  booked_at timestamptz,
  starts_at timestamptz not null,
  state text not null check (state in ('booked', 'attended', 'no_show', 'canceled')),
  -- Minor units of the salon's currency; null: not known.
  amount integer check (amount between 0 and 2000000),
  -- When the booking system changed it, as far as it says so.
  changed_at timestamptz,
  -- The API key or file that told it last.
  source text not null,
  -- Changed, and the visits of the client do not show it yet.
  due boolean not null,
  visit_id uuid references visits on delete set null,
  created_at timestamptz not null,
  unique (salon_id, external_id),
  check (num_nonnulls(client_id, phone_hash) = 1)
);
create index appointments_client on appointments (client_id) where client_id is not null;
create index appointments_visit on appointments (visit_id) where visit_id is not null;
create index appointments_hash on appointments (phone_hash) where phone_hash is not null;
create index appointments_hashes_of on appointments (salon_id) where phone_hash is not null;
create index appointments_unknown on appointments (created_at) where phone_hash is not null;
create index appointments_due on appointments (salon_id) where due;

-- As JSON, whose texts an erasure reads one by one.
alter table api_keys drop constraint api_keys_scopes_check;
alter table api_keys alter column scopes type jsonb using to_jsonb(scopes);
alter table api_keys add constraint api_keys_scopes_check check (jsonb_array_length(scopes) > 0);
