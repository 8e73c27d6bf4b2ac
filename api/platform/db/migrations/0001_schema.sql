-- The whole schema, by feature: platform, core, sales, salons, then rules across these, then the simulated phone network.
-- Times are timestamptz. Phone numbers are E.164 unless a comment says otherwise. README.md beside the migrations has a diagram.


-------------------------------------------------- platform: events --------------------------------------------------

-- Tells open screens and other processes what changed (api/platform/http/eventHub.ts).
create function notify_event(name text, id text, phone text, inbound boolean) returns void language plpgsql as $$
begin
  perform pg_notify('events', json_strip_nulls(json_build_object('name', name, 'id', id, 'phone', phone, 'inbound', inbound))::text);
end $$;

-- One event for each statement, however many rows it changes. The argument of the trigger is the name of the event.
create function notify_change() returns trigger language plpgsql as $$
begin
  perform notify_event(tg_argv[0], null, null, null);
  return null;
end $$;

-- For tables whose rows must stay: row triggers do not see TRUNCATE.
create function refuse_truncate() returns trigger language plpgsql as $$
begin
  raise exception '% cannot change: they cannot be emptied', replace(tg_table_name, '_', ' ')
    using errcode = 'integrity_constraint_violation';
end $$;


---------------------------------------------- platform: staff and auth ----------------------------------------------

-- Accounts of staff.
create table admins (
  id uuid primary key default gen_random_uuid(),
  username text not null,
  -- Null until an invited person has chosen a password; until then no login is possible.
  password_hash text,
  -- A password that was printed or chosen by another person opens only the change to a new one.
  must_change_password boolean not null default false,
  -- An agent reads and answers; only an admin sends campaigns, imports and changes settings.
  role text not null default 'admin' check (role in ('admin', 'agent')),
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);
-- Names that differ only in case would be two accounts of one person.
create unique index admins_username on admins (lower(username));

-- The one-time link to choose a password, one per account. Its token is stored as a hash only.
create table staff_links (
  admin_id uuid primary key references admins on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Logged-in browsers. `agent` and `address` are shown to the admin, who can end each session by its id.
create table sessions (
  token_hash bytea primary key,
  id uuid not null default gen_random_uuid(),
  admin_id uuid not null references admins on delete cascade,
  agent text,
  address text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index sessions_admin on sessions (admin_id);

-- An event stream ends with its session: the hash names the session and opens nothing.
create function notify_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('sessions', encode(old.token_hash, 'hex'));
  return null;
end $$;
create trigger sessions_notify_end after delete on sessions for each row execute function notify_session_end();

-- Failed logins, counted under hashes, so that nothing a person typed is stored.
create table login_failures (
  -- Hash of a name, a name at an address, or a known browser.
  key bytea primary key,
  -- Hash of the name: a new password forgives all failures of it.
  name bytea,
  -- Times that still count, and the last of them.
  failures timestamptz[] not null,
  at timestamptz not null
);
create index login_failures_name on login_failures (name);
create index login_failures_age on login_failures (at);

-- Browsers that an admin has logged in from. The token only gives guesses from there an allowance that others cannot use up.
create table known_devices (
  token_hash bytea primary key,
  admin_id uuid not null references admins on delete cascade,
  used_at timestamptz not null
);
create index known_devices_admin on known_devices (admin_id, used_at);

-- The second factor of an admin: begun when the secret is made, in force from `enabled_at` on.
create table second_factors (
  admin_id uuid primary key references admins on delete cascade,
  -- Sealed under a key of the settings if there is one.
  secret bytea not null,
  begun_at timestamptz not null,
  enabled_at timestamptz,
  -- Time step of the last accepted code: no code is accepted twice.
  last_step bigint not null default 0,
  recovery_salt bytea
);

-- Each code opens the account one time. Argon2id of the code with the salt above.
create table recovery_codes (
  admin_id uuid not null references second_factors on delete cascade,
  code_hash bytea not null,
  primary key (admin_id, code_hash)
);


-------------------------------------- platform: requests, audit, settings, backup --------------------------------------

-- Fixed windows: one row for each key and window.
create table rate_limits (
  key text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (key, window_start)
);
create index rate_limits_age on rate_limits (window_start);

-- Replies to repeated calls, under the name that the call has in the contract.
create table idempotency_keys (
  admin_id uuid not null,
  call text not null,
  key text not null,
  -- A key used again with another body is refused instead of answered with the first reply.
  request_hash bytea,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (admin_id, call, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Who did what. Written in the transaction of the change.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null,
  action text not null,
  subject text,
  detail jsonb
);
create index audit_log_at on audit_log (at);

-- What staff changed on the Settings tab; everything else is in the environment.
create table settings (
  key text primary key,
  value text not null,
  updated_at timestamptz not null default now()
);

-- Snapshots on a schedule: one process at a time makes one, for a lease that it renews.
create table backup_schedule (
  one boolean primary key default true check (one),
  holder uuid,
  lease_until timestamptz not null default '-infinity',
  tried_at timestamptz,
  -- The last snapshot that was written and verified, and its place.
  made_at timestamptz,
  file text,
  bytes bigint,
  -- Why the last try failed; null after a success.
  failure text
);
insert into backup_schedule default values;


----------------------------------------------------- core: senders -----------------------------------------------------

-- Numbers and Messaging Services that texts leave from and arrive at.
create table senders (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('number', 'messaging_service')),
  -- E.164, or the MG… id of a Messaging Service. Empty until the first start with a carrier.
  address text not null unique,
  -- Null: the agency's.
  salon_id uuid,
  -- When the settings named it as the agency's sender. The latest one is in use.
  chosen_at timestamptz,
  -- Token bucket of this sender. Null: only the rate of the account applies.
  rate_per_second double precision check (rate_per_second > 0),
  tokens double precision not null default 0,
  refilled_at timestamptz not null default 'epoch',
  drawn integer not null default 0,
  -- Why the carrier refuses this sender. Its texts wait.
  stopped_reason text,
  stopped_at timestamptz,
  -- When staff last let it send again. A refusal of an earlier attempt that is stored later does not stop it again.
  resumed_at timestamptz,
  -- The sender of a salon is never that of the agency.
  check (salon_id is null or chosen_at is null)
);
create index senders_salon on senders (salon_id);

-- The agency always has a sender. The first start with a carrier gives it the address of the settings.
insert into senders (id, kind, address, chosen_at)
values ('a6e2c700-0000-4000-8000-000000000001', 'number', '', 'epoch');

-- The agency's sender in use.
create function agency_sender() returns uuid language sql stable as $$
  select id from senders where salon_id is null order by chosen_at desc nulls last, id limit 1
$$;

-- The token bucket of the account, which every process draws from, and whether the carrier accepts our credentials.
create table send_bucket (
  one boolean primary key default true check (one),
  tokens double precision not null,
  refilled_at timestamptz not null,
  -- Texts that the last draw was allowed: an update can return only this to the process that drew.
  drawn integer not null default 0,
  stopped_reason text,
  stopped_at timestamptz,
  -- As in senders.
  resumed_at timestamptz
);
insert into send_bucket (tokens, refilled_at) values (0, 'epoch');


---------------------------------------------------- core: campaigns ----------------------------------------------------

-- First texts to prospects, or an approved offer to the clients of a salon.
create table campaigns (
  id uuid primary key default gen_random_uuid(),
  state text not null check (state in ('running', 'paused', 'finished', 'canceled')),
  -- The words are for people to read. Without `paused_by` the campaign paused itself.
  paused_reason text,
  paused_by text,
  template text not null,
  basis text not null,
  -- The text for numbers that did not answer the first one, and the days between the two.
  second_template text,
  second_after_days integer check (second_after_days between 3 and 30),
  sender_id uuid not null default agency_sender() references senders,
  created_by uuid not null references admins,
  created_at timestamptz not null,
  -- What happened before a person resumed a self-paused campaign does not pause it again.
  watched_from timestamptz not null,
  -- The chosen start, or the time of the first text of a salon's campaign; null: immediately.
  starts_at timestamptz,
  -- When staff sent the queued texts outside their hours, which only the simulated network allows. Texts queued later keep
  -- their hours.
  hours_waived_at timestamptz,
  -- Of a salon's campaign; all null for the agency.
  salon_id uuid,
  offer_id uuid,
  per_day integer check (per_day between 1 and 100000),
  reminder_after_days integer check (reminder_after_days between 7 and 90),
  -- Clients without a text, by reason.
  left_out jsonb,
  -- A second text needs both its words and its time.
  constraint campaigns_second_text check ((second_template is null) = (second_after_days is null))
);
create index campaigns_newest on campaigns (created_at desc, id);
create index campaigns_salon on campaigns (salon_id, created_at desc) where salon_id is not null;

-- Announces a campaign to screens, and wakes the outbox when it may send.
create function notify_campaign() returns trigger language plpgsql as $$
begin
  perform notify_event('campaign', new.id::text, null, null);
  if new.state = 'running' then perform pg_notify('outbox', ''); end if;
  return null;
end $$;
create trigger campaigns_notify after insert or update on campaigns for each row execute function notify_campaign();

-- Whether a text's campaign was canceled. Locks the campaign, so that a concurrent cancel cannot miss the text.
create function campaign_canceled(campaign_id uuid) returns boolean language sql volatile as $$
  select state = 'canceled' from campaigns where id = campaign_id for share
$$;

-- Prospects of a selection that got no first text.
create table campaign_left_out (
  campaign_id uuid not null references campaigns on delete cascade,
  prospect_id uuid not null,
  reason text not null,
  primary key (campaign_id, prospect_id)
);


----------------------------------------------------- core: messages -----------------------------------------------------

-- Every text, in and out. A queued row is the job of sending it: there is no second queue that could disagree.
create table messages (
  id uuid primary key default gen_random_uuid(),
  direction text not null check (direction in ('inbound', 'outbound')),
  kind text not null check (kind in ('inbound', 'reply', 'details', 'followup', 'alert', 'first_text', 'second_text',
    'notice', 'offer', 'reminder', 'confirmation')),
  phone text not null,
  our_number text,
  body text not null,
  created_at timestamptz not null,
  -- Order of arrival of texts with the same time.
  seq bigint generated always as identity,
  -- The carrier's MessageSid (SM… or MM…): a repeated webhook finds it and changes nothing.
  sid text,
  segments integer not null default 1,
  error_code integer,
  error_message text,

  -- The sender, and the owner of the conversation as of the sender. No salon: the agency's.
  sender_id uuid default agency_sender() references senders,
  salon_id uuid,
  prospect_id uuid,
  client_id uuid,

  -- Outbound. Only api/core/messages/transitions/ changes `status`.
  status text not null check (status in ('received', 'queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed',
    'unknown', 'canceled')),
  priority smallint not null default 0,
  due_at timestamptz,
  -- Until when a text of a campaign may leave, so that a claim can skip texts in quiet hours without computing these. The far
  -- past: not computed yet.
  due_until timestamptz,
  attempts smallint not null default 0,
  attempted_at timestamptz,
  lease_until timestamptz,
  -- When the send guard let a text of a salon's campaign leave. Until then it does not count against the caps.
  cleared_at timestamptz,
  accepted_at timestamptz,
  status_at timestamptz,
  reconcile_at timestamptz,
  reconcile_count smallint not null default 0,
  -- Tried one more time after the carrier said twice that it does not know the text.
  retried boolean not null default false,
  -- Who counted an unknown text as sent or not sent; the carrier's word outranks that of a person.
  resolved_by uuid references admins,
  -- When a person allowed another first text to a number that may have had this one.
  released_at timestamptz,
  carries_link boolean not null default false,
  campaign_id uuid references campaigns,
  created_by uuid references admins,
  -- The purpose of a text ('first:<prospect>', 'details:<lead>', 'reply:<admin>:<key>' …): the same key never makes a second one.
  dedupe_key text constraint messages_dedupe_key unique,
  -- The status of the prospect that staff chose with a reply, and the one before. It is set when the carrier has the text, which
  -- may be minutes later.
  sets_status text check (sets_status in ('Selected', 'Contacted', 'Responded', 'Submitted')),
  status_before text,

  -- Inbound.
  processed boolean not null default false,
  -- False for received texts that are no message to us: START, JOIN, reactions.
  needs_answer boolean not null default true,
  is_opt_out boolean not null default false,
  intent text check (intent in ('opt_out', 'maybe_opt_out', 'opt_in', 'help', 'positive', 'negative', 'unclear',
    'automatic_reply')),
  -- When a person decided what a possible opt-out is. Until then its number gets no automatic text.
  decided_at timestamptz,
  -- What staff said about the text.
  outcome text check (outcome in ('booked', 'not_interested', 'wrong_person')),
  num_media integer not null default 0,
  raw jsonb,

  -- A received text may arrive at a number that is not known here.
  constraint messages_sender check (direction = 'inbound' or sender_id is not null),
  -- A text that a phone wrote by itself ("I'm driving") is no answer of the person, and never an opt-out.
  constraint messages_automatic_reply check (intent <> 'automatic_reply' or (direction = 'inbound' and not is_opt_out))
);

-- A repeated webhook stores nothing twice.
create unique index messages_sid on messages (sid) where sid is not null;

-- A number gets one first text, ever. A text reserves its number if it may have arrived and staff did not release it. What was
-- canceled, or refused before the carrier had it, never left; what only a person counted as not sent may have.
create function reserves_number(kind text, status text, accepted_at timestamptz, resolved_by uuid, released_at timestamptz)
returns boolean language sql immutable as $$
  select kind = 'first_text' and released_at is null
    and (status not in ('canceled', 'failed') or accepted_at is not null or resolved_by is not null)
$$;
create unique index messages_one_first_text on messages (phone)
  where reserves_number(kind, status, accepted_at, resolved_by, released_at);
create view number_reservations as
  select id as message_id, phone, status not in ('canceled', 'failed') or accepted_at is not null as certain
  from messages where reserves_number(kind, status, accepted_at, resolved_by, released_at);

-- Claims: due texts by sender and by campaign, texts whose hours are over, and ended leases.
create index messages_due on messages (sender_id, priority, due_at, seq) where status = 'queued' and campaign_id is null;
create index messages_due_first on messages (campaign_id, due_at, seq) where status = 'queued' and campaign_id is not null;
create index messages_closed on messages (due_until) where status = 'queued' and campaign_id is not null;
create index messages_sending on messages (lease_until) where status = 'sending';

-- Reconciling: unknown texts, and accepted ones without a receipt.
create index messages_unknown on messages (reconcile_at) where status = 'unknown';
create index messages_silent on messages (accepted_at) where status = 'sent';

-- Texts of a campaign by step and status, and by time for the rule that pauses it.
create index messages_campaign on messages (campaign_id, kind, status) where campaign_id is not null;
create index messages_watched on messages (campaign_id, accepted_at) where campaign_id is not null and accepted_at is not null;

-- Numbers texted in the last days, for the audience of a campaign: by the later of when a text was written and when the carrier
-- accepted it.
create index messages_outbound_latest on messages (greatest(created_at, accepted_at)) where direction = 'outbound';
-- Campaign texts of salons to a number, for the caps.
create index messages_salon_sent on messages (phone, accepted_at)
  where kind in ('offer', 'reminder') and accepted_at is not null;

-- A conversation, the inbox of the agency and its filters, and the inbox of salons.
create index messages_conversation on messages (phone, created_at, seq);
create index messages_inbox on messages (created_at desc, seq desc) where direction = 'inbound' and salon_id is null;
create index messages_inbox_review on messages (created_at desc, seq desc)
  where direction = 'inbound' and salon_id is null and not processed;
create index messages_inbox_opt_outs on messages (created_at desc, seq desc)
  where direction = 'inbound' and salon_id is null and is_opt_out;
create index messages_salon_inbox on messages (created_at desc, seq desc)
  where direction = 'inbound' and salon_id is not null;
create index messages_salon_waiting on messages (created_at, seq)
  where direction = 'inbound' and salon_id is not null and not processed;

-- The phones of each step of the funnel, without reading the texts.
create index messages_contacted on messages (phone)
  where kind = 'first_text' and salon_id is null and accepted_at is not null;
create index messages_positive on messages (phone)
  where direction = 'inbound' and salon_id is null and intent = 'positive';
create index messages_followup on messages (phone)
  where carries_link and salon_id is null and accepted_at is not null and kind in ('followup', 'reply');

-- Why a number gets no text of a campaign: no answer yet, a no, or an outcome that staff chose.
create index messages_pending on messages (phone) where direction = 'inbound' and not processed;
create index messages_negative on messages (phone) where direction = 'inbound' and intent = 'negative';
create index messages_outcome on messages (phone, salon_id) where outcome is not null;
create index messages_prospect on messages (prospect_id) where prospect_id is not null;

-- A received text that may be an opt-out, without a decision by staff. Automatic texts to its number wait.
create function is_pending_review(intent text, decided_at timestamptz) returns boolean language sql immutable as $$
  select coalesce(intent = 'maybe_opt_out', false) and decided_at is null
$$;
create index messages_pending_review on messages (phone)
  where direction = 'inbound' and is_pending_review(intent, decided_at);
create function pending_review(phone text) returns boolean language sql stable as $$
  select exists (select 1 from messages m where m.phone = $1
    and m.direction = 'inbound' and is_pending_review(m.intent, m.decided_at))
$$;

create function is_automatic_reply(intent text) returns boolean language sql immutable as $$
  select coalesce(intent = 'automatic_reply', false) $$;

-- Numbers with a text to any sender of ours that staff have neither answered nor decided. Uses messages_pending.
create view unanswered_numbers as
  select phone from messages
  where direction = 'inbound' and not processed and needs_answer and decided_at is null;
create function is_unanswered(phone text) returns boolean language sql stable as $$
  select exists (select 1 from unanswered_numbers u where u.phone = $1)
$$;

-- Texts of salons name their salon only, and queued ones are shown by their campaign. First and second texts that are queued or
-- canceled do not reach the agency's inbox. An automatic reply updates lists but shows no notification.
create function notify_message() returns trigger language plpgsql as $$
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
-- New texts of a campaign are announced by its row, written in the same transaction: an event for each text as well costs a third
-- more of the database's CPU.
create trigger messages_notify_insert after insert on messages for each row when (new.campaign_id is null)
  execute function notify_message();
create trigger messages_notify_update after update of status, processed, sid, decided_at on messages for each row
  when (old.status is distinct from new.status or old.processed is distinct from new.processed
    or old.decided_at is distinct from new.decided_at)
  execute function notify_message();

-- Raw delivery receipts. The carrier repeats them; each status of a text is stored one time.
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
create index receipts_age on receipts (received_at);

-- Processes that receive the carrier's webhooks, each with the time until which it stored all of them. A process that ends deletes
-- its row; an old row is of one that died or hangs, and texts since then may be missing.
create table listeners (
  id uuid primary key,
  heard_at timestamptz not null
);

-- Fetching texts that may be missing.
create table catch_up (
  one boolean primary key default true check (one),
  -- Since when received texts may be missing; null: none. Nothing is sent before a look at the list of the carrier.
  behind_since timestamptz,
  -- Counts gaps, so that one that opens while another is being closed stays open.
  gaps bigint not null default 0,
  -- The second look: the carrier may list a text minutes after it received it.
  again_since timestamptz,
  again_at timestamptz,
  lease_until timestamptz not null default '-infinity',
  -- Why the list of the carrier could not be read, and since when; null while it can.
  trouble text,
  trouble_since timestamptz
);
insert into catch_up default values;

-- Received texts may be missing: a gap is open, or a process that receives webhooks has no heartbeat.
create function is_catching_up(moment timestamptz) returns boolean language sql stable as $$
  select exists (select 1 from catch_up where behind_since is not null)
    or exists (select 1 from listeners where heard_at <= moment - interval '15 seconds')
$$;


------------------------------------------ core: suppressions, consent, erasure ------------------------------------------

-- Numbers that get no texts from any feature until START. Those of erased people are stored as hashes, made by the service with
-- a key of the settings: nothing in this database, or in a dump of it, turns them back into numbers.
create table suppressions (
  phone text,
  phone_hash bytea,
  since timestamptz not null,
  source text not null check (source in ('keyword', 'carrier', 'plain_language', 'staff')),
  wording text not null,
  recorded_by text,
  message_id uuid,
  -- The sender that the opt-out went to. Null: recorded by staff or learnt from the carrier.
  sender_id uuid references senders,
  salon_id uuid,
  -- The carrier's list may still show what an erased number wrote before.
  erased_at timestamptz,
  constraint suppressions_phone unique (phone),
  constraint suppressions_one check (num_nonnulls(phone, phone_hash) = 1)
);
create unique index suppressions_phone_hash on suppressions (phone_hash) where phone_hash is not null;
create index suppressions_newest on suppressions (since desc);
create trigger suppressions_notify after insert or delete on suppressions for each statement execute function notify_change('message');

create function suppressed(phone text) returns boolean language sql stable as
  $$ select exists (select 1 from suppressions s where s.phone = $1) $$;

-- Which key the hashes are made with: the hash of a word that is no number. Null until a number is erased.
create table phone_hash_key (
  one boolean primary key default true check (one),
  mark bytea
);
insert into phone_hash_key default values;

-- The driver sends lists of bytes as lists of hex.
create function unhex(hex text[]) returns bytea[] language sql immutable parallel safe as
  $$ select array(select decode(h, 'hex') from unnest(hex) h) $$;

-- Whether a number was erased, from its hashes and the marks of all keys that the caller has. Null if the hashes are made with
-- another key, so that the answer is unknown. Without a mark no number is erased, also for a caller without keys.
create function erased(hashes bytea[], marks bytea[]) returns boolean language sql stable as $$
  select case
    when exists (select 1 from suppressions where phone_hash = any(hashes)) then true
    when exists (select 1 from phone_hash_key where mark is not null and mark <> all(marks)) then null
    else false
  end
$$;

-- When numbers were erased that opted in again and so have no hash: the carrier's list may still show what they wrote before.
create table erased_before (
  phone text primary key,
  at timestamptz not null
);

-- Texts of erased people that the carrier has yet to delete: its ids, and nothing that tells whose they were.
create table pending_carrier_deletions (
  sid text primary key,
  since timestamptz not null,
  tries integer not null default 0,
  tried_at timestamptz
);

-- Numbers that cannot get texts, says the carrier.
create table undeliverable (
  phone text primary key,
  since timestamptz not null,
  error_code integer not null,
  reason text not null
);

-- Every change of consent to texts of the agency. Rows are added and never changed.
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
create trigger consent_ledger_refuse_truncate before truncate on consent_ledger
  for each statement execute function refuse_truncate();


------------------------------------------------------ core: restore ------------------------------------------------------

-- The snapshot that this database was restored from. Nothing is sent until a person resumes; before that the service reads from
-- the list of the carrier what arrived and left since the snapshot.
create table restored (
  one boolean primary key default true check (one),
  taken_at timestamptz not null,
  restored_at timestamptz not null,
  lease_until timestamptz not null default '-infinity',
  -- When the texts received since were fetched, and when those sent since were recorded.
  received_at timestamptz,
  recorded_at timestamptz,
  -- Why the list of the carrier could not be read; null while it can.
  trouble text,
  resumed_at timestamptz
);

-- Texts that may have left after the snapshot, and what the carrier says of each; null: not looked up yet.
create table restored_texts (
  message_id uuid primary key references messages on delete cascade,
  asked_at timestamptz,
  outcome text check (outcome in ('sent', 'absent'))
);
create index restored_texts_next on restored_texts (asked_at nulls first) where outcome is null;


---------------------------------------------------- core: public texts ----------------------------------------------------

-- The budget of texts that strangers can cause, shared by all processes. A slot is one text within the last hour or day ('alert':
-- the share that alerts have of the hour). A process takes a free slot that no other is taking, so none waits for another. There
-- are as many slots as the settings may allow.
create table public_text_slots (
  span text not null check (span in ('hour', 'day', 'alert')),
  slot integer not null,
  taken_at timestamptz not null default 'epoch',
  -- Of the day's slot: which text, to which country, asked for from which address.
  message_id uuid,
  country text,
  address text,
  primary key (span, slot)
) with (fillfactor = 50);
insert into public_text_slots (span, slot) select 'hour', generate_series(1, 1000);
insert into public_text_slots (span, slot) select 'day', generate_series(1, 10000);
insert into public_text_slots (span, slot) select 'alert', generate_series(1, 200);

-- Whether an unusual run has stopped these texts, and since when runs count again after a person resumed them.
create table public_text_stop (
  one boolean primary key default true check (one),
  stopped_at timestamptz,
  kind text,
  place text,
  texts integer,
  lifted_at timestamptz not null default 'epoch',
  stops integer not null default 0
);
insert into public_text_stop default values;
create trigger public_text_stop_notify after update on public_text_stop for each statement
  execute function notify_change('lead');


-------------------------------------------------------- core: inbox --------------------------------------------------------

-- Texts that staff insert into replies: of Sales, of all salons, or of one salon.
create table saved_replies (
  id uuid primary key default gen_random_uuid(),
  salon_id uuid,
  -- For all salons; `salon_id` is null.
  for_salons boolean not null default false,
  name text not null,
  text text not null,
  uses integer not null default 0,
  created_by text not null,
  created_at timestamptz not null,
  check (salon_id is null or not for_salons)
);
create index saved_replies_salon on saved_replies (salon_id);
create trigger saved_replies_notify after insert or update or delete on saved_replies
  for each statement execute function notify_change('savedReply');

-- Who answers a conversation, and until when it is out of review. Without a salon it is a conversation of the agency.
create table conversation_desk (
  id uuid primary key default gen_random_uuid(),
  salon_id uuid,
  phone text not null,
  -- Counts for ten minutes.
  taken_by uuid references admins,
  taken_at timestamptz,
  snoozed_until timestamptz,
  -- One row for each conversation, also of the agency.
  unique nulls not distinct (salon_id, phone)
);
create index conversation_desk_phone on conversation_desk (phone);
create index conversation_desk_taken on conversation_desk (taken_at) where taken_by is not null;
create index conversation_desk_snoozed on conversation_desk (snoozed_until) where snoozed_until is not null;

-- Notes for colleagues. They are never sent.
create table conversation_notes (
  id uuid primary key default gen_random_uuid(),
  salon_id uuid,
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
create trigger conversation_desk_notify after insert or update on conversation_desk
  for each row execute function notify_desk();
create trigger conversation_notes_notify after insert or delete on conversation_notes
  for each row execute function notify_desk();

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
create trigger conversation_desk_snooze_new after insert on conversation_desk
  for each row when (new.snoozed_until is not null) execute function notify_snooze();
create trigger conversation_desk_snooze_changed after update of snoozed_until on conversation_desk
  for each row when (old.snoozed_until is distinct from new.snoozed_until) execute function notify_snooze();


-------------------------------------------- sales: leads, contact, questionnaire --------------------------------------------

-- Numbers that visitors entered in the public form.
create table leads (
  id uuid primary key default gen_random_uuid(),
  mobile_number text not null unique,
  -- Why the lead got no details text; null: it got one.
  held text check (held in ('budget', 'address', 'unusual', 'country', 'range', 'number', 'opted_out')),
  created_at timestamptz not null default now(),
  last_submitted_at timestamptz not null default now()
);
create index leads_newest on leads (created_at desc, id);
create index leads_held on leads (held) where held is not null;
create trigger leads_notify after insert on leads for each statement execute function notify_change('lead');
create trigger leads_notify_held after update of held on leads for each statement execute function notify_change('lead');

create table contact_queries (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  created_at timestamptz not null default now()
);
create index contact_queries_newest on contact_queries (created_at desc, id);
create trigger contact_notify after insert or delete on contact_queries for each statement execute function notify_change('contact');

-- Answers to the questionnaire.
create table waitlist_responses (
  id uuid primary key default gen_random_uuid(),
  mobile_number text not null,
  -- The number as E.164 if it is a valid one, and the number in the link of our text.
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
create trigger waitlist_notify after insert on waitlist_responses for each statement execute function notify_change('waitlist');


------------------------------------------------ sales: prospects and imports ------------------------------------------------

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
create trigger imports_notify after insert on imports for each statement execute function notify_change('import');

-- Records of an import that were not stored, each with the reason.
create table import_errors (
  import_id uuid not null references imports on delete cascade,
  index integer not null,
  reason text not null,
  record jsonb,
  primary key (import_id, index)
);

-- At most two uploads at a time over all processes: each has one of these rows for a lease that it renews. Nothing is locked while
-- a client sends, and the slot of a process that died is free when its lease ends.
create table import_slots (
  slot smallint primary key,
  holder uuid,
  lease_until timestamptz not null
);
insert into import_slots values (1, null, '-infinity'), (2, null, '-infinity');

-- Businesses on the imported list, texted or not.
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
create trigger prospects_notify after update on prospects for each statement execute function notify_change('prospect');
-- An erased prospect leaves the screens as well.
create trigger prospects_notify_deleted after delete on prospects
  for each statement execute function notify_change('prospect');

-- Texts stay when their prospect is erased.
alter table messages add foreign key (prospect_id) references prospects on delete set null;


-------------------------------------------------------- salons: salons --------------------------------------------------------

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
  -- The number that the salon's customers call.
  business_phone text,
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
  -- The waitlist response, lead or prospect that it came from.
  source_id uuid,
  created_at timestamptz not null default now()
);
create index salons_newest on salons (created_at desc, id);
-- A business becomes one salon.
create unique index salons_source on salons (source_id) where source_id is not null;
create index salons_owner_phone on salons (owner_phone) where owner_phone is not null;
create trigger salons_notify after insert or update on salons for each statement execute function notify_change('salon');

-- What core stores for a salon.
alter table senders add constraint senders_salon_fkey foreign key (salon_id) references salons;
alter table campaigns add foreign key (salon_id) references salons;
alter table saved_replies add foreign key (salon_id) references salons;
alter table conversation_desk add foreign key (salon_id) references salons;
alter table conversation_notes add foreign key (salon_id) references salons;

-- An address with a secret token by which an owner acts without an account. Only the hash is stored.
create table owner_links (
  token_hash bytea primary key,
  salon_id uuid not null references salons,
  purpose text not null check (purpose in ('agree', 'list', 'offer', 'results')),
  subject_id uuid,
  -- One upload at a time through a link. A process that dies frees the link when its lease ends.
  lease_until timestamptz not null default '-infinity',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index owner_links_salon on owner_links (salon_id);


-------------------------------------------------------- salons: clients --------------------------------------------------------

-- One uploaded file of clients. Its bytes are kept until commit or discard, at most 7 days.
create table client_lists (
  id uuid primary key default gen_random_uuid(),
  salon_id uuid not null references salons,
  file_name text not null,
  sha256 text not null,
  file bytea,
  -- Field → column of the file.
  mapping jsonb not null,
  -- How the file is read besides its columns: the sheet, rows that a filter hides, and what staff decided about answers.
  options jsonb not null default '{}',
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
create trigger client_lists_notify after insert or update on client_lists
  for each statement execute function notify_change('salon');

-- Past customers of a salon. Only what deciding and greeting need is stored.
create table clients (
  id uuid primary key default gen_random_uuid(),
  salon_id uuid not null references salons,
  phone text not null,
  first_name text,
  last_visit date,
  next_visit date,
  visits integer,
  flags text[] not null default '{}'
    check (flags <@ array['minor', 'staff', 'blocked', 'vip', 'deceased']),
  -- An answer about texts that cannot be read. The client gets no text until staff decide what it means.
  undecided_answer text,
  -- The latest list that names the client, and the one that added it. Clients who joined by themselves are on no list.
  list_id uuid references client_lists,
  added_by uuid references client_lists,
  created_at timestamptz not null,
  unique (salon_id, phone)
);
create index clients_phone on clients (phone);
create index clients_list on clients (list_id);
create index clients_undecided on clients (salon_id, lower(undecided_answer)) where undecided_answer is not null;

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
  undecided_answer text,
  previous_list uuid references client_lists
);
create index client_changes_list on client_changes (list_id);
create index client_changes_previous on client_changes (previous_list);

-- Why a client may be texted, or not. Rows are added and never changed.
create table consent_events (
  id bigint generated always as identity primary key,
  salon_id uuid not null references salons,
  phone text not null,
  at timestamptz not null,
  -- 'listed_yes': a yes on a list that the salon does not call a written agreement. It is evidence, and no basis for texts.
  kind text not null check (kind in ('soft_opt_in', 'written_consent', 'listed_yes', 'objection', 'withdrawn')),
  source text not null check (source in ('list', 'join_page', 'join_keyword', 'staff', 'owner')),
  wording text not null,
  evidence jsonb,
  list_id uuid references client_lists,
  message_id uuid
);
create index consent_events_phone on consent_events (salon_id, phone, at);
create trigger consent_events_refuse_truncate before truncate on consent_events
  for each statement execute function refuse_truncate();

-- A consent that was typed into the form of a salon and is not confirmed yet.
create table join_requests (
  token_hash bytea primary key,
  salon_id uuid not null references salons,
  phone text not null,
  first_name text,
  wording text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz
);
create index join_requests_phone on join_requests (phone, salon_id, created_at);
create index join_requests_salon on join_requests (salon_id);


-------------------------------------------------- salons: offers and campaigns --------------------------------------------------

-- The text of a salon's campaign. Each edit is a new version; an approved version never changes.
create table offers (
  id uuid primary key default gen_random_uuid(),
  salon_id uuid not null references salons,
  version integer not null,
  text text not null,
  reminder_text text,
  -- The approval covers the name and the booking address too: a later rename must not change what leaves.
  salon_name text,
  booking_url text,
  text_sha256 text not null,
  state text not null default 'draft'
    check (state in ('draft', 'with_owner', 'approved', 'changes_requested', 'expired')),
  -- Clients on the list and those who may be texted, counted before the owner reads the offer.
  people integer,
  eligible integer,
  counted_at timestamptz,
  approved_at timestamptz,
  approved_by text,
  approved_ip text,
  note text,
  created_by text not null,
  created_at timestamptz not null,
  unique (salon_id, version)
);
create trigger offers_notify after insert or update on offers for each statement execute function notify_change('salon');

-- The owner's approval is evidence for every text that left with it.
create function keep_approved_offer() returns trigger language plpgsql as $$
begin
  if old.state = 'approved' then
    raise exception 'an approved offer cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger offers_keep_approved before update on offers for each row execute function keep_approved_offer();
create trigger offers_keep_deleted before delete on offers for each row execute function keep_approved_offer();
create trigger offers_refuse_truncate before truncate on offers
  for each statement execute function refuse_truncate();

alter table campaigns add foreign key (offer_id) references offers;

-- Campaigns whose texts may be claimed. Texts of a paused salon wait.
create view running_campaigns as
  select c.id, c.sender_id from campaigns c left join salons s on s.id = c.salon_id
  where c.state = 'running' and (s.id is null or s.state not in ('paused', 'closed'));

-- The link of one client in the texts of one campaign. Its token is stored as a hash only.
create table invitations (
  id uuid primary key default gen_random_uuid(),
  campaign_id uuid not null references campaigns,
  client_id uuid not null references clients on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  -- First opening by a person; previews and bots do not count.
  clicked_at timestamptz,
  -- Asked to be called, on the page of a salon without a booking page.
  call_requested_at timestamptz,
  called_at timestamptz,
  unique (campaign_id, client_id)
);
create index invitations_client on invitations (client_id);
create index invitations_calls on invitations (campaign_id) where call_requested_at is not null and called_at is null;
create index invitations_created on invitations (created_at);
create trigger invitations_notify after update on invitations for each statement execute function notify_change('salon');


---------------------------------------------------- salons: visits and ledger ----------------------------------------------------

-- Appointments of clients after a text of a campaign, with their evidence.
create table visits (
  id uuid primary key default gen_random_uuid(),
  salon_id uuid not null references salons,
  client_id uuid references clients on delete set null,
  phone text not null,
  -- The campaign that texted the number last.
  campaign_id uuid references campaigns on delete set null,
  service text not null default 'treatment' check (service in ('treatment', 'consultation', 'patch_test')),
  booked_at timestamptz,
  -- Null: not known yet.
  visit_at timestamptz,
  -- Its day in the salon's time zone.
  visit_on date,
  state text not null check (state in ('reported', 'booked', 'attended', 'no_show', 'canceled')),
  -- Minor units of the salon's currency.
  amount integer check (amount >= 0),
  evidence jsonb not null,
  decided_by text,
  decided_at timestamptz,
  rule_version text,
  created_by text not null,
  created_at timestamptz not null
);
create index visits_client on visits (salon_id, client_id);
create index visits_phone on visits (phone, salon_id);
create index visits_newest on visits (salon_id, created_at desc, id);
create index visits_campaign on visits (campaign_id) where campaign_id is not null;
create index visits_of_client on visits (client_id) where client_id is not null;
-- A visit reported by two people is charged one time.
create unique index visits_one_a_day on visits (client_id, visit_on) where state <> 'canceled';
create trigger visits_notify after insert or update on visits for each statement execute function notify_change('salon');

-- Sets the day of a visit. An amount above 20,000 in major units is a typing error.
create function check_visit() returns trigger language plpgsql as $$
begin
  if new.amount > 2000000 and (tg_op = 'INSERT' or new.amount is distinct from old.amount) then
    raise exception 'the amount of a visit is too large' using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' or new.visit_at is distinct from old.visit_at then
    new.visit_on := (new.visit_at at time zone (select time_zone from salons where id = new.salon_id))::date;
  end if;
  return new;
end $$;
create trigger visits_check before insert or update on visits for each row execute function check_visit();

-- Numbered accounts of what a salon owes. An issued statement never changes, except that it is settled one time.
create table statements (
  id uuid primary key default gen_random_uuid(),
  salon_id uuid not null references salons,
  number integer not null check (number > 0),
  issued_at timestamptz not null,
  issued_by text not null,
  currency text not null,
  -- Minor units; negative if the salon is owed. A sum of entries may exceed an integer.
  total bigint not null,
  -- Names and time zone of the salon when it was issued.
  party jsonb not null,
  lines jsonb not null,
  -- The page for the owner, as HTML.
  page text not null,
  state text not null default 'issued' check (state in ('issued', 'settled')),
  settled_at timestamptz,
  unique (salon_id, number)
);
create trigger statements_notify after insert or update on statements
  for each statement execute function notify_change('salon');

create function keep_statement() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'issued' and new.state = 'settled'
    and to_jsonb(old) - 'state' - 'settled_at' = to_jsonb(new) - 'state' - 'settled_at' then
    return new;
  end if;
  raise exception 'statements cannot change' using errcode = 'integrity_constraint_violation';
end $$;
create trigger statements_keep before update or delete on statements for each row execute function keep_statement();
create trigger statements_refuse_truncate before truncate on statements
  for each statement execute function refuse_truncate();

-- Money owed. Entries are added and never changed, except that a statement takes them one time. The client and the visit are ids
-- without a reference: an erasure deletes both and leaves the amount.
create table ledger_entries (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity,
  salon_id uuid not null references salons,
  client_id uuid not null,
  visit_id uuid,
  kind text not null check (kind in ('fee', 'reversal', 'adjustment', 'credit')),
  -- Minor units of the salon's currency.
  amount integer not null check (amount <> 0),
  payable_from timestamptz not null,
  -- Initial and last three digits, date, evidence, amount paid and rule, as a statement shows them.
  line jsonb not null,
  rule_version text not null,
  created_by text not null,
  created_at timestamptz not null,
  statement_id uuid references statements
);
-- A salon pays one fee for a client, ever.
create unique index ledger_entries_one_fee on ledger_entries (salon_id, client_id) where kind = 'fee';
create index ledger_entries_salon on ledger_entries (salon_id, seq);
create index ledger_entries_statement on ledger_entries (statement_id) where statement_id is not null;
create trigger ledger_entries_notify after insert or update on ledger_entries
  for each statement execute function notify_change('salon');

create function keep_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.statement_id is null and new.statement_id is not null
    and to_jsonb(old) - 'statement_id' = to_jsonb(new) - 'statement_id' then
    return new;
  end if;
  raise exception 'ledger entries cannot change' using errcode = 'integrity_constraint_violation';
end $$;
create trigger ledger_entries_keep before update or delete on ledger_entries for each row execute function keep_entry();
create trigger ledger_entries_refuse_truncate before truncate on ledger_entries
  for each statement execute function refuse_truncate();

-- An owner's objection to an entry. An open one keeps the entry off statements.
create table disputes (
  id uuid primary key default gen_random_uuid(),
  entry_id uuid not null references ledger_entries,
  note text not null,
  opened_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  upheld boolean
);
create index disputes_entry on disputes (entry_id);
create trigger disputes_notify after insert or update on disputes
  for each statement execute function notify_change('salon');
create trigger disputes_refuse_truncate before truncate on disputes
  for each statement execute function refuse_truncate();


------------------------------------ across features: why a text of a campaign is left out ------------------------------------

-- Numbers that said no to the agency.
create view refusing_numbers as
  select phone from messages where direction = 'inbound' and intent = 'negative' and salon_id is null;

-- Numbers that filled in the questionnaire, or whose link did.
create view questionnaire_numbers as
  select phone from waitlist_responses where phone is not null
  union all select linked_phone from waitlist_responses where linked_phone is not null;

-- Numbers of businesses that are salons here: of the owner, and of the prospect, lead or questionnaire that it came from.
create view salon_numbers as
  select owner_phone as phone from salons where owner_phone is not null
  union all select p.phone from prospects p join salons s on s.source_id = p.id
  union all select l.mobile_number from leads l join salons s on s.source_id = l.id
  union all select w.phone from waitlist_responses w join salons s on s.source_id = w.id where w.phone is not null
  union all select w.linked_phone from waitlist_responses w join salons s on s.source_id = w.id
    where w.linked_phone is not null;

-- Why a prospect gets no first text, or null. The labels are those of shared/sales/firstTexts/contract.ts. A prospect counts with its
-- number of now and with that of the text. `any` of an array uses the indexes; a join would scan the questionnaires.
create function first_text_block(phone text, prospect_id uuid) returns text language sql stable as $$
  select case
    when exists (select 1 from salon_numbers n where n.phone = any(array[$1, (select p.phone from prospects p where p.id = $2)]))
      then 'Already one of our salons'
    when exists (select 1 from questionnaire_numbers n
        where n.phone = any(array[$1, (select p.phone from prospects p where p.id = $2)]))
      or exists (select 1 from prospects p where (p.phone = $1 or p.id = $2) and p.contact_status = 'Submitted')
      then 'Filled in the questionnaire'
    when exists (select 1 from prospects p where (p.phone = $1 or p.id = $2) and p.contact_status = 'Responded')
      then 'Already responded'
    when exists (select 1 from refusing_numbers n where n.phone = $1) then 'Said no'
  end
$$;

-- Why a client gets no text of this campaign, or null: a text of the client said no to its offer. Outcomes that staff chose are
-- judged with the other facts of the client, because a later booking or consent lifts them.
create function offer_block(phone text, campaign_id uuid) returns text language sql stable as $$
  select case
    when exists (select 1 from campaigns c join messages m on m.salon_id = c.salon_id
      where c.id = $2 and m.phone = $1 and m.direction = 'inbound' and m.intent = 'negative' and m.outcome is null
        and m.created_at >= (
          select min(o.created_at) from campaigns o where o.salon_id = c.salon_id and o.offer_id = c.offer_id)) then 'Said no'
  end
$$;

-- Why a text of a campaign is left out although its number has not opted out; null if it may leave, and for other kinds.
create function campaign_block(kind text, phone text, prospect_id uuid, campaign_id uuid)
returns text language sql stable as $$
  select case
    when kind not in ('first_text', 'second_text', 'offer', 'reminder') then null
    when is_unanswered(phone) then 'Wrote to us'
    when kind in ('offer', 'reminder') then offer_block(phone, campaign_id)
    else first_text_block(phone, prospect_id)
  end
$$;


--------------------------------------------------- simulated phone network ---------------------------------------------------

-- The account of the simulated network, made at the first start without a carrier.
create table secrets (
  name text primary key,
  value bytea not null
);

-- What Twilio and the phones would remember. The service does not read it.
create schema simulator;

-- One text on one phone, as the network knows it.
create table simulator.texts (
  id bigint generated always as identity primary key,
  sid text not null unique,
  -- 'out': we sent it to a phone; 'in': a phone sent it to us.
  direction text not null check (direction in ('out', 'in')),
  handset text not null,
  sender text not null,
  service_sid text,
  -- What the carrier still has (empty after a redaction), and what the phone always shows.
  body text not null,
  shown text not null,
  num_media integer not null default 0,
  num_segments integer not null,
  status text not null,
  error_code integer,
  status_callback text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  sent_at timestamptz,
  -- False for the network's confirmations, which the carrier's list does not show, and after a delete.
  listed boolean not null default true
);
create index texts_handset on simulator.texts (handset, id);
create index texts_listed on simulator.texts (id) where listed;

-- Phones that got or sent a text; beside the texts so that a list of thousands opens quickly.
create table simulator.handsets (
  number text primary key,
  last_text bigint not null,
  last_at timestamptz not null,
  unread integer not null default 0
);
create index handsets_recent on simulator.handsets (last_text desc);

-- Numbers that said STOP to a sender; texts to them are refused with 21610.
create table simulator.blocks (
  handset text not null,
  sender text not null,
  at timestamptz not null,
  primary key (handset, sender)
);

-- How far a text is on its way; it moves only forward, and the first end wins.
create function simulator.rank(status text) returns integer language sql immutable parallel safe as
  $$ select coalesce(array_position(array['scheduled', 'accepted', 'queued', 'sending', 'sent'], status), 6) $$;

-- What happens to a text after it was accepted: each step changes its status, calls back, or both.
create table simulator.steps (
  id bigint generated always as identity primary key,
  text_sid text not null references simulator.texts (sid) on delete cascade,
  status text not null,
  error_code integer,
  due_at timestamptz not null,
  -- How often the receipt is posted: 0 withholds it, 2 repeats it.
  posts integer not null default 1,
  taken_at timestamptz,
  done_at timestamptz,
  answer integer
);
create index steps_due on simulator.steps (due_at, id) where done_at is null;
create index steps_text on simulator.steps (text_sid, id) where done_at is null;

-- Trouble made on purpose; `remaining` null: until it is cleared.
create table simulator.faults (
  id bigint generated always as identity primary key,
  kind text not null,
  handset text,
  code integer,
  ms integer,
  times integer,
  remaining integer,
  probability real not null default 1
);

create table simulator.media (
  sid text primary key,
  text_sid text not null references simulator.texts (sid) on delete cascade,
  content_type text not null,
  bytes bytea not null
);
create index media_text on simulator.media (text_sid);
