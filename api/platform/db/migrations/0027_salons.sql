-- In the order in which the service locks them, so that a running service cannot deadlock with this migration.
lock table messages, campaigns in access exclusive mode;

-- Salons that the agency sends texts for. A salon owns its list of clients.
create table salons (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique,
  name text not null,
  country text not null check (country in ('GB', 'IE', 'US')),
  time_zone text not null,
  currency text not null check (currency in ('GBP', 'EUR', 'USD')),
  owner_name text not null,
  owner_phone text,
  owner_email text,
  booking_url text,
  state text not null default 'setup' check (state in ('setup', 'ready', 'paused', 'closed')),
  -- Fee in hundredths of a percent, and days until a fee is payable.
  fee_bps integer not null default 3000 check (fee_bps between 0 and 10000),
  attribution_days integer not null default 30 check (attribution_days between 1 and 365),
  hold_days integer not null default 14 check (hold_days between 0 and 365),
  -- The agreement: its wording, who accepted it, and from which address.
  agreed_at timestamptz,
  agreement_version text,
  agreement_wording text,
  agreed_by text,
  agreed_ip text,
  -- The waitlist response, lead or prospect it came from.
  source_id uuid,
  created_at timestamptz not null default now()
);
create index salons_newest on salons (created_at desc, id);
create unique index salons_source on salons (source_id) where source_id is not null;

alter table senders add constraint senders_salon_fkey foreign key (salon_id) references salons;

-- An address with a secret token by which an owner acts without an account. Only the hash is stored.
create table owner_links (
  token_hash bytea primary key,
  salon_id uuid not null references salons,
  purpose text not null check (purpose in ('agree', 'list', 'offer', 'results')),
  subject_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index owner_links_salon on owner_links (salon_id);

-- One uploaded file of clients. Its bytes are kept until commit or discard, at most 7 days.
create table client_lists (
  id uuid primary key default gen_random_uuid(),
  salon_id uuid not null references salons,
  file_name text not null,
  sha256 text not null,
  file bytea,
  -- Field → column of the file.
  mapping jsonb not null,
  state text not null default 'previewed' check (state in ('previewed', 'committed', 'undone')),
  -- The day that the list shows.
  as_of date,
  -- Told of texts when the number was given, and refusal offered: yes, no or unknown.
  declaration jsonb,
  declared_by text,
  declared_at timestamptz,
  counts jsonb,
  uploaded_by text not null,
  created_at timestamptz not null
);
create index client_lists_salon on client_lists (salon_id, created_at desc);

-- Past customers of a salon. Only what deciding and greeting need is kept.
create table clients (
  id uuid primary key default gen_random_uuid(),
  salon_id uuid not null references salons,
  -- E.164
  phone text not null,
  first_name text,
  last_visit date,
  next_visit date,
  visits integer,
  flags text[] not null default '{}'
    check (flags <@ array['minor', 'staff', 'blocked', 'vip', 'deceased']),
  -- The latest list that names the client, and the one that added it.
  list_id uuid not null references client_lists,
  added_by uuid not null references client_lists,
  created_at timestamptz not null,
  unique (salon_id, phone)
);
create index clients_phone on clients (phone);
create index clients_list on clients (list_id);

-- Clients as they were before a list changed them, so that the list can be undone.
create table client_changes (
  id bigint generated always as identity primary key,
  list_id uuid not null references client_lists on delete cascade,
  client_id uuid not null references clients on delete cascade,
  first_name text,
  last_visit date,
  next_visit date,
  visits integer,
  flags text[] not null default '{}' check (flags <@ array['minor', 'staff', 'blocked', 'vip', 'deceased']),
  previous_list uuid not null references client_lists
);
create index client_changes_list on client_changes (list_id);
create index client_changes_previous on client_changes (previous_list);

-- Why a client may be texted, or not. Appended and never changed.
create table consent_events (
  id bigint generated always as identity primary key,
  salon_id uuid not null references salons,
  phone text not null,
  at timestamptz not null,
  kind text not null check (kind in ('soft_opt_in', 'written_consent', 'objection', 'withdrawn')),
  source text not null check (source in ('list', 'join_page', 'join_keyword', 'staff', 'owner')),
  wording text not null,
  evidence jsonb,
  list_id uuid references client_lists,
  message_id uuid
);
create index consent_events_phone on consent_events (salon_id, phone, at);

-- The text of a salon's campaign. Each edit is a new version; an approved version never changes.
create table offers (
  id uuid primary key default gen_random_uuid(),
  salon_id uuid not null references salons,
  version integer not null,
  text text not null,
  reminder_text text,
  state text not null default 'draft'
    check (state in ('draft', 'with_owner', 'approved', 'changes_requested', 'expired')),
  text_sha256 text not null,
  approved_at timestamptz,
  approved_by text,
  approved_ip text,
  note text,
  created_by text not null,
  created_at timestamptz not null,
  unique (salon_id, version)
);

create function keep_approved_offer() returns trigger language plpgsql as $$
begin
  if old.state = 'approved' then
    raise exception 'an approved offer cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger offers_keep_approved before update on offers for each row execute function keep_approved_offer();

alter table campaigns
  add column salon_id uuid references salons,
  add column offer_id uuid references offers,
  add column per_day integer check (per_day between 1 and 100000),
  add column reminder_after_days integer check (reminder_after_days between 7 and 90),
  add column starts_at timestamptz,
  -- Clients of the salon without a text, by reason.
  add column left_out jsonb;
-- Texts of a paused salon wait.
create or replace view running_campaigns as
  select c.id, c.sender_id from campaigns c left join salons s on s.id = c.salon_id
  where c.state = 'running' and (s.id is null or s.state not in ('paused', 'closed'));
create index campaigns_salon on campaigns (salon_id, created_at desc) where salon_id is not null;

alter table messages add column client_id uuid;
alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (kind in ('inbound', 'reply', 'details', 'followup',
  'alert', 'first_text', 'notice', 'offer', 'reminder', 'confirmation')) not valid;
create index messages_salon_inbox on messages (created_at desc, seq desc)
  where direction = 'inbound' and salon_id is not null;
create index messages_salon_sent on messages (phone, accepted_at)
  where kind in ('offer', 'reminder') and accepted_at is not null;

create trigger salons_notify after insert or update on salons for each statement execute function notify_change('salon');
create trigger client_lists_notify after insert or update on client_lists
  for each statement execute function notify_change('salon');
create trigger offers_notify after insert or update on offers for each statement execute function notify_change('salon');
