-- Everything the service keeps. Times are timestamptz, phone numbers E.164 unless said.

create table secrets (
  name text primary key,
  value bytea not null
);
insert into secrets values
  ('phone_key', sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')));

-- Keyed hash of a number: lets a suppression outlive the number itself when somebody asks to be erased.
create function phone_key(phone text, key bytea) returns bytea language sql stable parallel safe as
  $$ select sha256(key || convert_to(phone, 'utf8')) $$;
create function phone_key(phone text) returns bytea language sql stable parallel safe as
  $$ select phone_key(phone, value) from secrets where name = 'phone_key' $$;

create table admins (
  id uuid primary key default gen_random_uuid(),
  username text not null,
  password_hash text not null,
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index admins_username on admins (lower(username));

create table sessions (
  token_hash bytea primary key,
  admin_id uuid not null references admins on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index sessions_admin on sessions (admin_id);

create table login_failures (
  username text not null,
  address text not null,
  at timestamptz not null
);
create index login_failures_who on login_failures (username, address, at);

-- Fixed windows per key; one row per key and window.
create table rate_limits (
  key text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (key, window_start)
);

create table idempotency_keys (
  admin_id uuid not null,
  call text not null,
  key text not null,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (admin_id, call, key)
);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null,
  action text not null,
  subject text,
  detail jsonb
);
create index audit_log_at on audit_log (at);

create table settings (
  key text primary key,
  value text not null,
  updated_at timestamptz not null default now()
);

create table leads (
  id uuid primary key default gen_random_uuid(),
  mobile_number text not null unique,
  created_at timestamptz not null default now(),
  last_submitted_at timestamptz not null default now()
);
create index leads_newest on leads (created_at desc, id);

create table contact_queries (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  created_at timestamptz not null default now()
);
create index contact_queries_newest on contact_queries (created_at desc, id);

create table imports (
  id uuid primary key default gen_random_uuid(),
  export_id text not null,
  source_app text not null,
  total_records integer not null,
  records_added integer not null,
  records_duplicated integer not null,
  records_errored integer not null,
  imported_at timestamptz not null default now(),
  imported_by uuid references admins
);
create index imports_newest on imports (imported_at desc, id);

create table import_errors (
  import_id uuid not null references imports on delete cascade,
  index integer not null,
  reason text not null,
  record jsonb,
  primary key (import_id, index)
);

create table prospects (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  category text,
  country text,
  phone text not null unique,
  phone_type text,
  address text,
  rating double precision,
  review_count integer,
  team_size integer,
  contact_status text check (contact_status in ('Selected', 'Contacted', 'Responded', 'Submitted')),
  import_id uuid references imports,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index prospects_by_name on prospects (lower(name), id);

create table waitlist_responses (
  id uuid primary key default gen_random_uuid(),
  mobile_number text not null,
  -- The number as E.164 where one could be made of it, and the one the link in our text named.
  phone text,
  linked_phone text,
  email text,
  customer_count text not null,
  mobile_numbers_count text not null,
  avg_spend text not null,
  has_marketing_consent text not null,
  hardest_part_text text not null,
  consent_agreed boolean not null,
  uses_salon_software text,
  salon_software_name text,
  tried_sms_marketing text,
  used_offers text,
  motivating_offer_text text,
  current_rebook_rate text,
  desired_rebook_rate text,
  magic_wand_text text,
  when_to_start text,
  submitted_at timestamptz not null default now()
);
create index waitlist_responses_newest on waitlist_responses (submitted_at desc, id);
create index waitlist_responses_phone on waitlist_responses (phone);
create index waitlist_responses_linked on waitlist_responses (linked_phone);

create table outreaches (
  id uuid primary key default gen_random_uuid(),
  state text not null check (state in ('running', 'paused', 'finished', 'canceled')),
  paused_reason text,
  template text not null,
  basis text not null,
  created_by uuid not null references admins,
  created_at timestamptz not null,
  -- What happened before a person resumed a self-paused outreach does not pause it again.
  watched_from timestamptz not null
);
create index outreaches_newest on outreaches (created_at desc, id);

create table outreach_left_out (
  outreach_id uuid not null references outreaches on delete cascade,
  prospect_id uuid not null,
  reason text not null,
  primary key (outreach_id, prospect_id)
);

-- Every text, in and out. An outbound row is itself the job: there is no second queue to disagree with it.
create table messages (
  id uuid primary key default gen_random_uuid(),
  direction text not null check (direction in ('inbound', 'outbound')),
  kind text not null check (kind in ('inbound', 'reply', 'details', 'followup', 'alert', 'first_text', 'notice')),
  phone text not null,
  our_number text,
  body text not null,
  prospect_id uuid references prospects on delete set null,
  created_at timestamptz not null,
  -- Order of arrival where two have the same time.
  seq bigint generated always as identity,
  -- The carrier's MessageSid (SM… or MM…): a replayed webhook meets it and changes nothing.
  sid text,
  segments integer not null default 1,
  error_code integer,
  error_message text,

  -- outbound
  status text not null check (status in ('received', 'queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'unknown', 'canceled')),
  priority smallint not null default 0,
  due_at timestamptz,
  attempts smallint not null default 0,
  attempted_at timestamptz,
  lease_until timestamptz,
  accepted_at timestamptz,
  settle_count smallint not null default 0,
  -- Tried once more after the carrier twice said it had never seen it.
  retried boolean not null default false,
  settle_at timestamptz,
  status_at timestamptz,
  carries_link boolean not null default false,
  outreach_id uuid references outreaches,
  created_by uuid references admins,
  -- One text for one cause: 'first:<prospect>', 'details:<lead>', 'reply:<admin>:<key>' …
  cause text unique,

  -- inbound
  processed boolean not null default false,
  is_opt_out boolean not null default false,
  intent text,
  num_media integer not null default 0,
  raw jsonb
);
create unique index messages_sid on messages (sid) where sid is not null;
create index messages_conversation on messages (phone, created_at, seq);
create index messages_inbox on messages (created_at desc, seq desc) where direction = 'inbound';
create index messages_pending on messages (phone) where direction = 'inbound' and not processed;
create index messages_positive on messages (phone) where direction = 'inbound' and intent = 'positive';
create index messages_due on messages (priority, due_at, seq) where status = 'queued' and outreach_id is null;
create index messages_due_first on messages (outreach_id, due_at, seq) where status = 'queued' and outreach_id is not null;
create index messages_sending on messages (lease_until) where status = 'sending';
create index messages_unknown on messages (settle_at) where status = 'unknown';
create index messages_silent on messages (accepted_at) where status = 'sent';
create index messages_outreach on messages (outreach_id, status) where outreach_id is not null;
create index messages_watched on messages (outreach_id, accepted_at) where outreach_id is not null and accepted_at is not null;
create index messages_links on messages (phone) where carries_link and accepted_at is not null;
create index messages_first_accepted on messages (phone) where kind = 'first_text' and accepted_at is not null;
create index messages_prospect on messages (prospect_id) where prospect_id is not null;
-- At most one first text to a number, ever. What was canceled, or refused before the carrier had it, never went out.
create unique index messages_one_first_text on messages (phone)
  where kind = 'first_text' and (status not in ('canceled', 'failed') or accepted_at is not null);

-- Raw delivery receipts; (sid, status) once, whatever comes twice.
create table receipts (
  sid text not null,
  status text not null,
  message_id uuid,
  error_code integer,
  raw jsonb not null,
  received_at timestamptz not null,
  primary key (sid, status)
);
create index receipts_message on receipts (message_id);

-- Numbers that must not be texted, across every feature, until START. `phone` is gone once erased.
create table suppressions (
  phone_hash bytea primary key,
  phone text,
  since timestamptz not null,
  source text not null check (source in ('keyword', 'carrier', 'plain_language', 'staff')),
  wording text not null,
  recorded_by text,
  message_id uuid
);
create index suppressions_newest on suppressions (since desc);

create function suppressed(phone text) returns boolean language sql stable as
  $$ select exists (select 1 from suppressions s where s.phone_hash = phone_key($1)) $$;

-- Numbers the carrier says cannot get texts.
create table undeliverable (
  phone text primary key,
  since timestamptz not null,
  error_code integer not null,
  reason text not null
);

-- Every change of consent, appended and never altered.
create table consent_ledger (
  id bigint generated always as identity primary key,
  phone text not null,
  at timestamptz not null,
  change text not null check (change in ('opt_in', 'opt_out', 'basis', 'request')),
  source text not null,
  wording text not null,
  actor text,
  message_id uuid
);
create index consent_ledger_phone on consent_ledger (phone, at);

-- The rate limit every process draws from, and whether the carrier still takes our credentials.
create table send_bucket (
  one boolean primary key default true check (one),
  tokens double precision not null,
  refilled_at timestamptz not null,
  stopped_reason text,
  stopped_at timestamptz
);
insert into send_bucket values (true, 0, 'epoch', null, null);

-- Events for open screens. Bulk work notifies once per statement, single texts once per row.
create function notify_event(name text, id text, phone text, inbound boolean) returns void language sql as
  $$ select pg_notify('events', json_strip_nulls(json_build_object('name', name, 'id', id, 'phone', phone, 'inbound', inbound))::text) $$;

create function notify_message() returns trigger language plpgsql as $$
begin
  if new.kind <> 'first_text' or (tg_op = 'UPDATE' and new.status not in ('queued', 'sending', 'canceled')) then
    perform notify_event('message', new.id::text, new.phone, new.direction = 'inbound' and tg_op = 'INSERT');
  end if;
  if new.outreach_id is not null then
    perform notify_event('outreach', new.outreach_id::text, null, null);
  end if;
  if new.status = 'queued' and (tg_op = 'INSERT' or old.status <> 'queued') then
    perform pg_notify('outbox', '');
  end if;
  return null;
end $$;
create trigger messages_notify_insert after insert on messages for each row execute function notify_message();
create trigger messages_notify_update after update of status, processed, sid on messages for each row
  when (old.status is distinct from new.status or old.processed is distinct from new.processed)
  execute function notify_message();

create function notify_change() returns trigger language plpgsql as $$
begin
  perform notify_event(tg_argv[0], null, null, null);
  return null;
end $$;
create trigger leads_notify after insert on leads for each statement execute function notify_change('lead');
create trigger contact_notify after insert or delete on contact_queries for each statement execute function notify_change('contact');
create trigger waitlist_notify after insert on waitlist_responses for each statement execute function notify_change('waitlist');
create trigger imports_notify after insert on imports for each statement execute function notify_change('import');
create trigger prospects_notify after update on prospects for each statement execute function notify_change('prospect');
create trigger suppressions_notify after insert or delete on suppressions for each statement execute function notify_change('message');

create function notify_outreach() returns trigger language plpgsql as $$
begin
  perform notify_event('outreach', new.id::text, null, null);
  if new.state = 'running' then perform pg_notify('outbox', ''); end if;
  return null;
end $$;
create trigger outreaches_notify after insert or update on outreaches for each row execute function notify_outreach();
