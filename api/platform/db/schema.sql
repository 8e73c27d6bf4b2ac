-- Written by `npm run format` from the migrations; do not edit. To read: what each table means and holds.

create table address_confirmations (token_hash bytea primary key,
  admin_id uuid not null references admins(id) on delete cascade, address text not null,
  created_at timestamptz not null, expires_at timestamptz not null, used_at timestamptz);
create index on (admin_id, created_at); create index on (expires_at); create index on (lower(address), created_at);

-- Accounts of staff.
create table admins (id uuid default gen_random_uuid() primary key, username text not null, password_hash text,
  must_change_password boolean not null default false, role text not null default 'admin', disabled_at timestamptz,
  created_at timestamptz not null default now(), email text, mail_contact boolean not null default true,
  mail_summary boolean not null default false, test_number text, tested_at timestamptz,
  email_confirmed_at timestamptz, check ((role in ('admin', 'agent'))));
create unique index on (lower(username));

-- Keys with which other systems call /api/v1. Only the hash is stored: a copy of the database opens nothing.
create table api_keys (id uuid default gen_random_uuid() primary key, name text not null,
  key_hash bytea not null unique, ending text not null, scopes jsonb not null, salon_id uuid references salons(id),
  created_by text not null, created_at timestamptz not null, last_used_at timestamptz, revoked_at timestamptz,
  amount_unit text, check ((amount_unit in ('minor', 'major'))), check ((scopes <> '[]'::jsonb)));
create index on (salon_id) where (salon_id is not null);

-- What staff decided about files with appointments: words of the state that are in no list, as `{key: {word,
-- meaning}}`, and whether `120` is 120.00 or 1.20. A later file of the salon does not ask again.
create table appointment_choices (salon_id uuid primary key references salons(id),
  states jsonb not null default '{}'::jsonb, unit text, decided_by text not null, decided_at timestamptz not null,
  check ((unit in ('major', 'minor'))));

-- The facts of its appointments before; null: it was the first to tell of them.
create table appointment_import_rows (import_id uuid not null references appointment_imports(id) on delete cascade,
  appointment_id uuid not null references appointments(id) on delete cascade, before jsonb,
  primary key (import_id, appointment_id));
create index on (appointment_id);

-- The visits of its clients before.
create table appointment_import_visits (import_id uuid not null references appointment_imports(id) on delete cascade,
  visit_id uuid not null references visits(id) on delete cascade, before jsonb not null,
  primary key (import_id, visit_id));
create index on (visit_id);

-- The last file with appointments of each salon, which can be taken back until the next one or a statement.
create table appointment_imports (id uuid primary key, salon_id uuid not null references salons(id) unique,
  file_name text not null, imported_by text not null, imported_at timestamptz not null, taken_back_by text,
  taken_back_at timestamptz, check ((num_nonnulls(taken_back_by, taken_back_at) in (0, 2))));

-- Appointments as a booking system tells them. Those of texted clients become visits.
create table appointments (id uuid default gen_random_uuid() primary key,
  salon_id uuid not null references salons(id), external_id text not null,
  client_id uuid references clients(id) on delete cascade, phone_hash bytea, booked_at timestamptz,
  starts_at timestamptz not null, state text not null, amount integer, changed_at timestamptz, source text not null,
  due boolean not null, visit_id uuid references visits(id) on delete set null, created_at timestamptz not null,
  source_id text not null default 'file', told_at timestamptz not null default now(), amount_as_of timestamptz,
  canceled_first timestamptz, canceled_last timestamptz, live_last timestamptz, amount_source_id text,
  check (((amount >= 0) and (amount <= 2000000))), check ((num_nonnulls(client_id, phone_hash) = 1)),
  unique (salon_id, external_id, source_id), check ((state in ('booked', 'attended', 'no_show', 'canceled'))));
create index on (client_id) where (client_id is not null);
create index on (COALESCE(amount_source_id, source_id), told_at) where ((amount >= 1) and (amount <= 999));
create index on (created_at) where (phone_hash is not null);
create index on (id) where (external_id ~ '^[+][0-9]{8,15} ');
create index on (phone_hash) where (phone_hash is not null);
create index on (salon_id, created_at) where (phone_hash is not null); create index on (salon_id) where due;
create index on (visit_id) where (visit_id is not null);

-- What the compared clients of a campaign get. Stored when it starts, so that a later list changes nothing.
create table assignments (campaign_id uuid not null references campaigns(id),
  client_id uuid not null references clients(id) on delete cascade, assigned text not null,
  beside uuid references clients(id) on delete set null, due_at timestamptz not null,
  primary key (campaign_id, client_id), check ((assigned in ('text', 'kept_aside'))));
create index on (beside) where (beside is not null); create index on (client_id);
create index on (client_id) where (assigned = 'kept_aside');

-- Who did what. Written in the transaction of the change.
create table audit_log (id bigint generated as identity primary key, at timestamptz not null default now(),
  actor text not null, action text not null, subject text, detail jsonb, actor_kind actor_kind not null,
  actor_id text);
create index on (at);

-- Snapshots on a schedule: one process at a time makes one, for a lease that it renews.
create table backup_schedule (one boolean default true primary key, holder uuid,
  lease_until timestamptz not null default '-infinity'::timestamptz, tried_at timestamptz, made_at timestamptz,
  file text, bytes bigint, failure text, check (one));

-- Texts to clients about their bookings, and the time that each states. They are no marketing.
create table booking_texts (message_id uuid primary key references messages(id) on delete cascade,
  visit_id uuid not null references visits(id) on delete cascade, what text not null, visit_at timestamptz,
  check ((what in ('booked', 'canceled', 'day_before'))));
create index on (visit_id);

-- Prospects of a selection that got no first text.
create table campaign_left_out (campaign_id uuid not null references campaigns(id) on delete cascade,
  prospect_id uuid not null, reason text not null, primary key (campaign_id, prospect_id));

-- First texts to prospects, or an approved offer to the clients of a salon.
create table campaigns (id uuid default gen_random_uuid() primary key, state text not null, paused_reason text,
  paused_by text, template text not null, basis text not null, second_template text, second_after_days integer,
  sender_id uuid not null default agency_sender() references senders(id),
  created_by uuid not null references admins(id), created_at timestamptz not null, watched_from timestamptz not null,
  starts_at timestamptz, hours_waived_at timestamptz, salon_id uuid references salons(id),
  offer_id uuid references offers(id), per_day integer, reminder_after_days integer, left_out jsonb,
  kept_aside integer not null default 0, name text, audience jsonb, first_batch integer,
  other_offer_id uuid references offers(id), marked_in xid8, paused_kind actor_kind, paused_id text, ends_on date,
  check ((other_offer_id <> offer_id)), check (((first_batch >= 1) and (first_batch <= 1000))),
  check (((kept_aside >= 0) and (kept_aside <= 20))), check (((per_day >= 1) and (per_day <= 100000))),
  check (((reminder_after_days >= 7) and (reminder_after_days <= 90))),
  check (((second_after_days >= 3) and (second_after_days <= 30))),
  check (((second_template is null) = (second_after_days is null))),
  check ((state in ('running', 'paused', 'finished', 'canceled'))));
create index on (created_at desc, id); create index on (salon_id, created_at desc) where (salon_id is not null);

-- Fetching texts that may be missing.
create table catch_up (one boolean default true primary key, behind_since timestamptz,
  gaps bigint not null default 0, again_since timestamptz, again_at timestamptz,
  lease_until timestamptz not null default '-infinity'::timestamptz, trouble text, trouble_since timestamptz,
  check (one));

-- Clients as they were before a list changed them, so that the list can be undone.
create table client_changes (id bigint generated as identity primary key,
  list_id uuid not null references client_lists(id) on delete cascade,
  client_id uuid not null references clients(id) on delete cascade, first_name text, last_visit date, next_visit date,
  visits integer, flags text[] not null default '{}'[], undecided_answer text,
  previous_list uuid references client_lists(id),
  check ((flags <@ array['minor', 'staff', 'blocked', 'vip', 'deceased'])));
create index on (client_id); create index on (list_id); create index on (previous_list);

-- One uploaded file of clients. Its bytes are kept until commit or discard, at most 7 days.
create table client_lists (id uuid default gen_random_uuid() primary key,
  salon_id uuid not null references salons(id), file_name text not null, sha256 text not null, file bytea,
  mapping jsonb not null, options jsonb not null default '{}'::jsonb, state text not null default 'previewed',
  as_of date, declaration jsonb, declared_by text, declared_at timestamptz, counts jsonb, uploaded_by text not null,
  created_at timestamptz not null, parsed jsonb, preview jsonb,
  check ((state in ('previewed', 'committed', 'undone'))));
create index on (salon_id, created_at desc);

-- Past customers of a salon. Only what deciding and greeting need is stored.
create table clients (id uuid default gen_random_uuid() primary key, salon_id uuid not null references salons(id),
  phone text not null, first_name text, last_visit date, next_visit date, visits integer,
  flags text[] not null default '{}'[], undecided_answer text, list_id uuid references client_lists(id),
  added_by uuid references client_lists(id), created_at timestamptz not null,
  check ((flags <@ array['minor', 'staff', 'blocked', 'vip', 'deceased'])), unique (salon_id, phone));
create index on (list_id); create index on (lower((COALESCE(first_name, '') COLLATE "C"))); create index on (phone);
create index on (salon_id, lower(undecided_answer)) where (undecided_answer is not null);

-- Months whose books are closed: no payment is added to them, and no entry of them is replaced. Later facts go to an
-- open month.
create table closed_months (id uuid default gen_random_uuid() primary key, open_from date not null,
  closed_by text not null, closed_at timestamptz not null);

-- Why a client may be texted, or not. Rows are added and never changed.
create table consent_events (id bigint generated as identity primary key,
  salon_id uuid not null references salons(id), phone text not null, at timestamptz not null, kind text not null,
  source text not null, wording text not null, evidence jsonb, list_id uuid references client_lists(id),
  message_id uuid, check ((kind in ('soft_opt_in', 'written_consent', 'listed_yes', 'objection', 'withdrawn'))),
  check ((source in ('list', 'join_page', 'join_keyword', 'staff', 'owner'))));
create index on (salon_id, phone, at);

-- Every change of consent to texts of the agency. Rows are added and never changed.
create table consent_ledger (id bigint generated as identity primary key, phone text not null,
  at timestamptz not null, change text not null, source text not null, wording text not null, actor text,
  message_id uuid, check ((change in ('opt_in', 'opt_out', 'basis', 'request'))));
create index on (phone, at);

create table contact_queries (id uuid default gen_random_uuid() primary key, name text not null,
  email text not null, subject text not null, message text not null, created_at timestamptz not null default now(),
  done_at timestamptz, done_by text, check (((done_at is null) = (done_by is null))));
create index on (created_at desc, id);

-- Who answers a conversation, and until when it is out of review. Without a salon it is a conversation of the agency.
create table conversation_desk (id uuid default gen_random_uuid() primary key, salon_id uuid references salons(id),
  phone text not null, taken_by uuid references admins(id), taken_at timestamptz, snoozed_until timestamptz,
  assigned_to uuid references admins(id), assigned_by uuid references admins(id), assigned_at timestamptz,
  assigned_seen_at timestamptz, marked_in xid8, assigned_in xid8, unique NULLS not DISTINCT (salon_id, phone));
create index on (assigned_to) where (assigned_to is not null); create index on (phone);
create index on (snoozed_until) where (snoozed_until is not null);
create index on (taken_at) where (taken_by is not null);

-- Notes for colleagues. They are never sent.
create table conversation_notes (id uuid default gen_random_uuid() primary key, salon_id uuid references salons(id),
  phone text not null, body text not null, created_by uuid references admins(id), created_at timestamptz not null,
  author text, check (((created_by is not null) or (author is not null))),
  check (((char_length(body) >= 1) and (char_length(body) <= 2000))));
create index on (phone, created_at);

-- One event for one receiver. A queued row is the job of sending it. It is written in the transaction of the fact.
create table deliveries (id uuid default gen_random_uuid() primary key, seq bigint not null generated as identity,
  receiver_id uuid not null references receivers(id) on delete cascade, kind text not null, subject text not null,
  phone text, data jsonb not null, state text not null default 'queued',
  due_at timestamptz not null default '-infinity'::timestamptz, lease_until timestamptz,
  attempts integer not null default 0, first_tried_at timestamptz, tried_at timestamptz, status integer, answer text,
  created_at timestamptz not null default now(), check (((state = 'sending') = (lease_until is not null))),
  check ((state in ('queued', 'sending', 'delivered', 'failed'))));
create index on (created_at); create index on (due_at, seq) where (state = 'queued');
create index on (phone) where (phone is not null); create index on (receiver_id, seq desc);
create index on (receiver_id, subject, seq) where (state in ('queued', 'sending'));

-- An owner's objection to an entry. An open one keeps the entry off statements.
create table disputes (id uuid default gen_random_uuid() primary key,
  entry_id uuid not null references ledger_entries(id), note text not null, opened_at timestamptz not null,
  decided_at timestamptz, decided_by text, upheld boolean, amount integer, amount_before integer,
  reason text not null default '', decided_kind actor_kind, decided_id text, check ((amount >= 0)));
create index on (entry_id);

-- When numbers were erased that opted in again and so have no hash: the carrier's list may still show what they wrote
-- before.
create table erased_before (phone text primary key, at timestamptz not null);

-- Since when a booking system sends appointments of a salon without a pause of two weeks, and when it did last.
-- Meanwhile the dates of the clients are fresh without a new list. `heard_at` is up to an hour old.
create table feeds (salon_id uuid primary key references salons(id), since timestamptz not null,
  heard_at timestamptz not null, check ((heard_at >= since)));

create table handovers (id uuid default gen_random_uuid() primary key, salon_id uuid not null references salons(id),
  phone text not null, kind text not null, message_id uuid not null,
  visit_id uuid references visits(id) on delete set null, visit_at timestamptz, revision integer not null default 0,
  created_by uuid not null references admins(id), created_at timestamptz not null, told_by text, told_at timestamptz,
  answer text, answer_words text, answered_at timestamptz, canceled_at timestamptz,
  check ((answer in ('works', 'other_time', 'call'))), check ((char_length(answer_words) <= 1000)),
  check ((kind in ('question', 'booking'))), unique (message_id, kind),
  check ((told_by in ('text', 'email', 'page'))));
create index on (phone); create index on (salon_id, created_at desc);
create index on (salon_id, created_at) where (told_by is null);
create index on (visit_id) where (visit_id is not null);

-- Replies to repeated calls, under the name that the call has in the contract.
create table idempotency_keys (admin_id uuid not null, call text not null, key text not null, request_hash bytea,
  reply jsonb, created_at timestamptz not null default now(), primary key (admin_id, call, key));
create index on (created_at);

-- Records of an import that were not stored, each with the reason.
create table import_errors (import_id uuid not null references imports(id) on delete cascade,
  index integer not null, reason text not null, record jsonb, primary key (import_id, index));

-- At most two uploads at a time over all processes: each has one of these rows for a lease that it renews. Nothing is
-- locked while a client sends, and the slot of a process that died is free when its lease ends.
create table import_slots (slot smallint primary key, holder uuid, lease_until timestamptz not null);

create table imports (id uuid default gen_random_uuid() primary key, export_id text not null,
  source_app text not null, total_records integer not null, records_added integer not null,
  records_duplicated integer not null, records_errored integer not null,
  imported_at timestamptz not null default now(), imported_by uuid references admins(id));
create index on (imported_at desc, id);

-- The link of one client in the texts of one campaign. Its token is stored as a hash only.
create table invitations (id uuid default gen_random_uuid() primary key,
  campaign_id uuid not null references campaigns(id),
  client_id uuid not null references clients(id) on delete cascade, token_hash bytea not null unique,
  created_at timestamptz not null, clicked_at timestamptz, call_requested_at timestamptz, called_at timestamptz,
  unique (campaign_id, client_id));
create index on (campaign_id) where ((call_requested_at is not null) and (called_at is null));
create index on (client_id); create index on (created_at);

-- A consent that was typed into the form of a salon and is not confirmed yet.
create table join_requests (token_hash bytea primary key, salon_id uuid not null references salons(id),
  phone text not null, first_name text, wording text not null, created_at timestamptz not null,
  expires_at timestamptz not null, confirmed_at timestamptz);
create index on (phone, salon_id, created_at); create index on (salon_id);

-- Browsers that an admin has logged in from. The token only gives guesses from there an allowance that others cannot
-- use up.
create table known_devices (token_hash bytea primary key,
  admin_id uuid not null references admins(id) on delete cascade, used_at timestamptz not null);
create index on (admin_id, used_at);

-- Numbers that visitors entered in the public form.
create table leads (id uuid default gen_random_uuid() primary key, mobile_number text not null unique, held text,
  created_at timestamptz not null default now(), last_submitted_at timestamptz not null default now(),
  check ((held in ('budget', 'address', 'unusual', 'country', 'range', 'number', 'opted_out'))));
create index on (created_at desc, id); create index on (held) where (held is not null);

-- Money owed. Entries are added and never changed, except that a statement takes them one time. The client and the
-- visit are ids without a reference: an erasure deletes both and leaves the amount.
create table ledger_entries (id uuid default gen_random_uuid() primary key,
  seq bigint not null generated as identity, salon_id uuid not null references salons(id), client_id uuid,
  visit_id uuid, kind text not null, amount integer not null, payable_from timestamptz not null, line jsonb not null,
  rule_version text not null, created_by text not null, created_at timestamptz not null,
  statement_id uuid references statements(id), takes_back uuid references ledger_entries(id) unique,
  check ((amount <> 0)), check (((client_id is null) or (kind <> ALL (array['write_off', 'goodwill'])))),
  check ((kind in ('fee', 'reversal', 'adjustment', 'credit', 'write_off', 'goodwill'))));
create index on (salon_id, client_id, seq); create index on (salon_id, seq);
create index on (salon_id) where (kind in ('write_off', 'goodwill'));
create index on (statement_id) where (statement_id is not null);
create unique index on (salon_id, client_id) where (kind = 'fee');

-- The rows of an uploaded list, as they were read. Deleted when the list is stored or discarded: the cells hold all
-- columns of the salon.
create table list_rows (list_id uuid not null references client_lists(id) on delete cascade,
  row_number integer not null, cells jsonb not null, part text, phone text, first_name text, last_visit date,
  client jsonb, message text, remarks text, primary key (list_id, row_number),
  check ((part in ('client', 'merged', 'rejected'))));

-- Processes that receive the carrier's webhooks, each with the time until which it stored all of them. A process that
-- ends deletes its row; an old row is of one that died or hangs, and texts since then may be missing.
create table listeners (id uuid primary key, heard_at timestamptz not null);

-- Failed logins, counted under hashes, so that nothing a person typed is stored.
create table login_failures (key bytea primary key, name bytea, failures timestamptz[] not null,
  at timestamptz not null);
create index on (at); create index on (name);

-- What keeps the mail server from accepting anything (no connection, a wrong password): all mails wait until
-- `resume_at`.
create table mail_server (one boolean default true primary key, failures integer not null default 0, trouble text,
  trouble_since timestamptz, resume_at timestamptz not null default '-infinity'::timestamptz, check (one));

-- Kinds that an address turned off, in lower case.
create table mail_turned_off (address text not null, kind text not null, at timestamptz not null,
  primary key (address, kind));

-- platform: e-mail (api/platform/mail). A queued row is the job of sending it.
create table mails (id uuid default gen_random_uuid() primary key, kind text not null, to_address text not null,
  reply_to text, subject text not null, content jsonb, salon_id uuid references salons(id),
  dedupe_key text not null unique, state text not null default 'queued', created_at timestamptz not null,
  state_at timestamptz not null, due_at timestamptz not null, attempts integer not null default 0,
  lease_until timestamptz, handed_at timestamptz, problem text, sent_again_by uuid references admins(id),
  off_hash bytea unique, sent_again_at timestamptz, check (((state = 'sending') = (lease_until is not null))),
  check ((state in ('queued', 'sending', 'sent', 'failed', 'unknown', 'canceled'))));
create index on (created_at); create index on (created_at) where (state in ('unknown', 'failed'));
create index on (due_at) where (state = 'queued'); create index on (lease_until) where (state = 'sending');
create index on (salon_id, created_at desc) where (salon_id is not null);

-- Every text, in and out. A queued row is the job of sending it: there is no second queue that could disagree.
create table messages (id uuid default gen_random_uuid() primary key, direction text not null, kind text not null,
  phone text not null, our_number text, body text not null, created_at timestamptz not null,
  seq bigint not null generated as identity, sid text, segments integer not null default 1, error_code integer,
  error_message text, sender_id uuid default agency_sender() references senders(id), salon_id uuid,
  prospect_id uuid references prospects(id) on delete set null, client_id uuid, status text not null,
  priority smallint not null default 0, due_at timestamptz, due_until timestamptz,
  attempts smallint not null default 0, attempted_at timestamptz, lease_until timestamptz, cleared_at timestamptz,
  accepted_at timestamptz, status_at timestamptz, reconcile_at timestamptz,
  reconcile_count smallint not null default 0, retried boolean not null default false,
  resolved_by uuid references admins(id), released_at timestamptz, carries_link boolean not null default false,
  campaign_id uuid references campaigns(id), created_by uuid references admins(id), dedupe_key text unique,
  sets_status text, status_before text, processed boolean not null default false,
  needs_answer boolean not null default true, is_opt_out boolean not null default false, intent text,
  decided_at timestamptz, outcome text, num_media integer not null default 0, raw jsonb, price bigint,
  price_unit text, offer_id uuid references offers(id), marked_in xid8,
  check (((intent <> 'automatic_reply') or ((direction = 'inbound') and (not is_opt_out)))),
  check ((direction in ('inbound', 'outbound'))),
  check ((intent in ('opt_out', 'maybe_opt_out', 'opt_in', 'help', 'positive', 'negative', 'unclear', 'automatic_reply'))),
  check ((kind in ('inbound', 'reply', 'details', 'followup', 'alert', 'first_text', 'second_text', 'notice', 'offer', 'reminder', 'confirmation', 'booking', 'test'))) not VALID,
  check ((outcome in ('booked', 'canceled', 'not_interested', 'wrong_person'))) not VALID,
  check (((direction = 'inbound') or (sender_id is not null))),
  check ((sets_status in ('Selected', 'Contacted', 'Responded', 'Submitted'))),
  check ((status in ('received', 'queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'unknown', 'canceled'))));
create index on (accepted_at) where (status = 'sent');
create index on (campaign_id, accepted_at) where ((campaign_id is not null) and (accepted_at is not null));
create index on (campaign_id, due_at, seq) where ((status = 'queued') and (campaign_id is not null));
create index on (campaign_id, kind, status) where (campaign_id is not null);
create index on (created_at desc, seq desc) where ((direction = 'inbound') and (salon_id is not null));
create index on (created_at desc, seq desc) where ((direction = 'inbound') and (salon_id is null) and (not processed));
create index on (created_at desc, seq desc) where ((direction = 'inbound') and (salon_id is null) and is_opt_out);
create index on (created_at desc, seq desc) where ((direction = 'inbound') and (salon_id is null));
create index on (created_at, seq) where ((direction = 'inbound') and (salon_id is not null) and (not processed));
create index on (due_until) where ((status = 'queued') and (campaign_id is not null));
create index on (GREATEST(created_at, accepted_at)) where (direction = 'outbound');
create index on (lease_until) where (status = 'sending');
create index on (phone, accepted_at) INCLUDE (campaign_id, kind, status, segments) where ((campaign_id is not null) and (salon_id is null) and (accepted_at is not null));
create index on (phone, accepted_at) where ((kind in ('offer', 'reminder')) and (accepted_at is not null));
create index on (phone, created_at, seq);
create index on (phone, created_at) INCLUDE (intent, is_opt_out) where ((direction = 'inbound') and (salon_id is null));
create index on (phone, salon_id) where (outcome is not null);
create index on (phone) where ((direction = 'inbound') and (intent = 'negative'));
create index on (phone) where ((direction = 'inbound') and (not processed));
create index on (phone) where ((direction = 'inbound') and (salon_id is null) and (intent = 'positive'));
create index on (phone) where ((direction = 'inbound') and (salon_id is null) and (not processed));
create index on (phone) where ((direction = 'inbound') and is_pending_review(intent, decided_at));
create index on (phone) where ((kind = 'first_text') and (salon_id is null) and (accepted_at is not null));
create index on (phone) where (carries_link and (salon_id is null) and (accepted_at is not null) and (kind in ('followup', 'reply')));
create index on (prospect_id) where (prospect_id is not null);
create index on (reconcile_at) where (status = 'unknown');
create index on (sender_id, priority, due_at, seq) where ((status = 'queued') and (campaign_id is null));
create unique index on (phone) where reserves_number(kind, status, accepted_at, resolved_by, released_at);
create unique index on (sid) where (sid is not null);

create table migrations (name text primary key, at timestamptz not null default now());

-- Colleagues named in a note.
create table note_mentions (note_id uuid not null references conversation_notes(id) on delete cascade,
  admin_id uuid not null references admins(id), seen_at timestamptz, primary key (note_id, admin_id));
create index on (admin_id);

-- The text of a salon's campaign. Each edit is a new version; an approved version never changes.
create table offers (id uuid default gen_random_uuid() primary key, salon_id uuid not null references salons(id),
  version integer not null, text text not null, reminder_text text, salon_name text, booking_url text,
  text_sha256 text not null, state text not null default 'draft', people integer, eligible integer,
  counted_at timestamptz, approved_at timestamptz, approved_by text, approved_ip text, note text,
  created_by text not null, created_at timestamptz not null, repeat_until date, unique (salon_id, version),
  check ((state in ('draft', 'with_owner', 'approved', 'changes_requested', 'expired'))));

-- Opt-outs that the key of a salon sent for numbers which are not known as its clients. Staff decide, because an
-- opt-out stops the texts of every salon. Until then the number gets no automatic texts.
create table opt_out_requests (id uuid default gen_random_uuid() primary key, phone text not null,
  salon_id uuid not null references salons(id), key_id uuid not null references api_keys(id), reason text not null,
  at timestamptz not null, decided_at timestamptz, opted_out boolean,
  check (((decided_at is null) = (opted_out is null))), unique (salon_id, phone));
create index on (decided_at) where (decided_at is not null); create index on (key_id, at);
create index on (phone) where (decided_at is null);

-- An address with a secret token by which an owner acts without an account. Only the hash is stored.
create table owner_links (token_hash bytea primary key, salon_id uuid not null references salons(id),
  purpose text not null, subject_id uuid, lease_until timestamptz not null default '-infinity'::timestamptz,
  created_at timestamptz not null, expires_at timestamptz, used_at timestamptz,
  check ((purpose in ('agree', 'list', 'offer', 'results', 'home', 'handover', 'texts'))));
create index on (salon_id);
create unique index on (salon_id) where ((purpose = 'home') and (used_at is null) and (expires_at is null));

-- Texts and e-mails with a link to the owner of a salon: links that staff sent, reminders, requests of programmes,
-- announcements and hand-overs. A row stays when its e-mail or link is pruned, so that reminders are counted.
create table owner_messages (dedupe_key text primary key, link_hash bytea not null,
  salon_id uuid not null references salons(id), kind text not null, subject_id uuid, sent_by text not null,
  sent_at timestamptz not null, answered_at timestamptz, opened_at timestamptz,
  check ((kind in ('link', 'agree', 'list', 'offer', 'results', 'handover', 'texts'))),
  check ((sent_by in ('text', 'email'))));
create index on (link_hash); create index on (salon_id, kind, sent_at desc);
create index on (subject_id) where (subject_id is not null);

-- Agreements that a later one of the same salon replaced, as they were agreed.
create table past_agreements (id uuid default gen_random_uuid() primary key,
  salon_id uuid not null references salons(id), version text not null, wording text, agreed_at timestamptz not null,
  agreed_by text, agreed_ip text);
create index on (salon_id, agreed_at desc);

-- Periods of a feed before its last pause: they still say who came back after a text.
create table past_feeds (salon_id uuid not null references salons(id), since timestamptz not null,
  heard_at timestamptz not null, primary key (salon_id, since));

-- Payments of salons. They are added and never changed or deleted: one that was wrong is taken back by another one.
create table payments (id uuid default gen_random_uuid() primary key, seq bigint not null generated as identity,
  salon_id uuid not null references salons(id), received_on date not null, amount bigint not null, note text not null,
  takes_back uuid references payments(id) unique, created_by text not null, created_at timestamptz not null,
  bank_row bytea unique, check ((amount <> 0)));
create index on (received_on); create index on (salon_id, seq);

-- Texts of erased people that the carrier has yet to delete: its ids, and nothing that tells whose they were.
create table pending_carrier_deletions (sid text primary key, since timestamptz not null,
  tries integer not null default 0, tried_at timestamptz);

-- Which key the hashes are made with: the hash of a word that is no number. Null until a number is erased.
create table phone_hash_key (one boolean default true primary key, mark bytea, check (one));

create table programmes (salon_id uuid primary key references salons(id),
  offer_id uuid not null references offers(id), state text not null, per_day integer not null,
  reminder_after_days integer, kept_aside integer not null, ask_day integer not null, running_from date not null,
  set_by uuid not null references admins(id), audience jsonb, first_batch integer,
  check (((ask_day >= 1) and (ask_day <= 28))), check (((first_batch >= 1) and (first_batch <= 1000))),
  check (((kept_aside >= 0) and (kept_aside <= 20))), check (((per_day >= 1) and (per_day <= 1000))),
  check (((reminder_after_days >= 7) and (reminder_after_days <= 90))),
  check ((state in ('off', 'running', 'paused'))));

-- Businesses on the imported list, texted or not.
create table prospects (id uuid default gen_random_uuid() primary key, name text not null, category text,
  country text, phone text not null unique, phone_type text, address text, rating double precision,
  review_count integer, team_size integer, contact_status text, import_id uuid references imports(id),
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(), marked_in xid8,
  check ((contact_status in ('Selected', 'Contacted', 'Responded', 'Submitted'))));
create index on (lower((name COLLATE "C"))); create index on (lower(name), id);

-- The budget of texts that strangers can cause, shared by all processes. A slot is one text within the last hour or
-- day ('alert': the share that alerts have of the hour). A process takes a free slot that no other is taking, so none
-- waits for another. There are as many slots as the settings may allow.
create table public_text_slots (span text not null, slot integer not null,
  taken_at timestamptz not null default '1970-01-01 00:00:00+00'::timestamptz, message_id uuid, country text,
  address text, primary key (span, slot), check ((span in ('hour', 'day', 'alert'))));

-- Whether an unusual run has stopped these texts, and since when runs count again after a person resumed them.
create table public_text_stop (one boolean default true primary key, stopped_at timestamptz, kind text, place text,
  texts integer, lifted_at timestamptz not null default '1970-01-01 00:00:00+00'::timestamptz,
  stops integer not null default 0, check (one));

-- Fixed windows: one row for each key and window.
create table rate_limits (key text not null, window_start timestamptz not null, hits integer not null,
  primary key (key, window_start));
create index on (window_start);

-- Raw delivery receipts. The carrier repeats them; each status of a text is stored one time.
create table receipts (sid text not null, status text not null, message_id uuid, error_code integer,
  raw jsonb not null, received_at timestamptz not null, primary key (sid, status));
create index on (message_id); create index on (received_at);

-- Systems that get events: each is a signed POST to their address.
create table receivers (id uuid default gen_random_uuid() primary key, url text not null, events text not null,
  salon_id uuid references salons(id), secret bytea not null, state text not null default 'on', off_reason text,
  created_by text not null, created_at timestamptz not null, wait_until timestamptz, off_at timestamptz,
  check ((events <> '')), check ((state in ('on', 'off'))));
create index on (id) where (state = 'on');

-- Each code opens the account one time. Argon2id of the code with the salt above.
create table recovery_codes (admin_id uuid not null references second_factors(admin_id) on delete cascade,
  code_hash bytea not null, primary key (admin_id, code_hash));

-- Rows of a stored list that became no client, for the salon to mend. Without names: a value may be a person's
-- number.
create table rejected_rows (list_id uuid not null references client_lists(id) on delete cascade,
  row_number integer not null, column_name text not null, value text not null, reason text not null,
  created_at timestamptz not null, primary key (list_id, row_number));
create index on (created_at);

-- The snapshot that this database was restored from. Nothing is sent until a person resumes; before that the service
-- reads from the list of the carrier what arrived and left since the snapshot.
create table restored (one boolean default true primary key, taken_at timestamptz not null,
  restored_at timestamptz not null, lease_until timestamptz not null default '-infinity'::timestamptz,
  received_at timestamptz, recorded_at timestamptz, trouble text, resumed_at timestamptz, check (one));

-- Texts that may have left after the snapshot, and what the carrier says of each; null: not looked up yet.
create table restored_texts (message_id uuid primary key references messages(id) on delete cascade,
  asked_at timestamptz, outcome text, check ((outcome in ('sent', 'absent'))));
create index on (asked_at NULLS FIRST) where (outcome is null);

-- Salons that the agency sends texts for. A salon owns its list of clients.
create table salons (id uuid default gen_random_uuid() primary key, slug text not null unique, name text not null,
  country text not null, time_zone text not null, currency text not null, owner_name text not null, owner_phone text,
  owner_email text, business_phone text, booking_url text, state text not null default 'setup',
  fee_bps integer not null default 3000, attribution_days integer not null default 30,
  hold_days integer not null default 14, agreed_at timestamptz, agreement_version text, agreement_wording text,
  agreed_by text, agreed_ip text, source_id uuid, created_at timestamptz not null default now(),
  account_number integer not null generated as identity, payment_days integer not null default 14, legal_name text,
  postal_address text, company_number text, vat_number text, booking_system text,
  chasers boolean not null default true, handover_texts boolean not null default true, facts text,
  unknown_visits_at timestamptz, unknown_visits_by text, booking_reminders boolean not null default false,
  check (((attribution_days >= 1) and (attribution_days <= 365))),
  check (((unknown_visits_at is null) = (unknown_visits_by is null))), check ((country in ('GB', 'IE', 'US'))),
  check ((currency in ('GBP', 'EUR', 'USD'))), check ((char_length(facts) <= 4000)),
  check (((fee_bps >= 0) and (fee_bps <= 10000))), check (((hold_days >= 0) and (hold_days <= 365))),
  check (((payment_days >= 0) and (payment_days <= 90))), check ((state in ('setup', 'ready', 'paused', 'closed'))));
create index on (created_at desc, id); create index on (owner_phone) where (owner_phone is not null);
create unique index on (source_id) where (source_id is not null);

-- Texts that staff insert into replies: of Sales, of all salons, or of one salon.
create table saved_replies (id uuid default gen_random_uuid() primary key, salon_id uuid references salons(id),
  for_salons boolean not null default false, name text not null, text text not null, uses integer not null default 0,
  created_by text not null, created_at timestamptz not null, check (((salon_id is null) or (not for_salons))));
create index on (salon_id);

-- The second factor of an admin: begun when the secret is made, in force from `enabled_at` on.
create table second_factors (admin_id uuid primary key references admins(id) on delete cascade,
  secret bytea not null, begun_at timestamptz not null, enabled_at timestamptz, last_step bigint not null default 0,
  recovery_salt bytea);

-- The account of the simulated network, made at the first start without a carrier.
create table secrets (name text primary key, value bytea not null);

-- The token bucket of the account, which every process draws from, and whether the carrier accepts our credentials.
create table send_bucket (one boolean default true primary key, tokens double precision not null,
  refilled_at timestamptz not null, drawn integer not null default 0, stopped_reason text, stopped_at timestamptz,
  resumed_at timestamptz, check (one));

-- Countries to which the carrier refuses a sender, by the beginning of their numbers. Its texts to other countries
-- leave.
create table sender_stops (sender_id uuid not null references senders(id) on delete cascade, prefix text not null,
  reason text not null, stopped_at timestamptz not null, primary key (sender_id, prefix),
  check ((prefix ~ '^\+[1-9][0-9]*$')));

-- Numbers and Messaging Services that texts leave from and arrive at.
create table senders (id uuid default gen_random_uuid() primary key, kind text not null,
  address text not null unique, salon_id uuid references salons(id), chosen_at timestamptz,
  rate_per_second double precision, tokens double precision not null default 0,
  refilled_at timestamptz not null default '1970-01-01 00:00:00+00'::timestamptz, drawn integer not null default 0,
  stopped_reason text, stopped_at timestamptz, resumed_at timestamptz,
  check (((salon_id is null) or (chosen_at is null))), check ((kind in ('number', 'messaging_service'))),
  check ((rate_per_second > (0)::double precision)));
create index on (salon_id);

-- Logged-in browsers. `agent` and `address` are shown to the admin, who can end each session by its id.
create table sessions (token_hash bytea primary key, id uuid not null default gen_random_uuid(),
  admin_id uuid not null references admins(id) on delete cascade, agent text, address text,
  created_at timestamptz not null, last_seen_at timestamptz not null);
create index on (admin_id);

-- What staff changed on the Settings tab; everything else is in the environment.
create table settings (key text primary key, value text not null, updated_at timestamptz not null default now());

-- The one-time link to choose a password, one per account. Its token is stored as a hash only.
create table staff_links (admin_id uuid primary key references admins(id) on delete cascade,
  token_hash bytea not null unique, created_at timestamptz not null, expires_at timestamptz not null,
  used_at timestamptz, mailed_hash bytea unique, mailed_to text);

-- At most two reminders to pay a statement.
create table statement_reminders (statement_id uuid not null references statements(id),
  nth smallint not null default 1, sent_at timestamptz not null, primary key (statement_id, nth),
  check (((nth >= 1) and (nth <= 2))));

-- Numbered accounts of what a salon owes. An issued statement never changes, except that it is settled one time.
create table statements (id uuid default gen_random_uuid() primary key,
  salon_id uuid not null references salons(id), number integer not null, issued_at timestamptz not null,
  issued_by text not null, currency text not null, total bigint not null, party jsonb not null, lines jsonb not null,
  page text not null, due_on date, period_from date, period_to date, vat bigint not null default 0,
  vat_bps integer not null default 0, brought_forward bigint not null default 0, vat_parts jsonb,
  check ((number > 0)), unique (salon_id, number));

-- Numbers that get no texts from any feature until START. Those of erased people are stored as hashes, made by the
-- service with a key of the settings: nothing in this database, or in a dump of it, turns them back into numbers.
create table suppressions (phone text unique, phone_hash bytea, since timestamptz not null, source text not null,
  wording text not null, recorded_by text, message_id uuid, sender_id uuid references senders(id), salon_id uuid,
  erased_at timestamptz, check ((num_nonnulls(phone, phone_hash) = 1)),
  check ((source in ('keyword', 'carrier', 'plain_language', 'staff'))));
create index on (since desc); create unique index on (phone_hash) where (phone_hash is not null);

-- Numbers that cannot get texts, says the carrier.
create table undeliverable (phone text primary key, since timestamptz not null, error_code integer not null,
  reason text not null);

-- What the change replaced: the value of each row before it, and the value that it set.
create table undo_rows (key uuid not null references undos(key) on delete cascade, kind text not null,
  row_id uuid not null, before jsonb not null, mark xid8, primary key (key, kind, row_id),
  check ((kind in ('prospect', 'text', 'decision', 'conversation', 'assignment', 'campaign'))));

-- A change that staff can undo for some seconds. Its key is chosen by the caller, so that a lost answer loses no
-- undo.
create table undos (key uuid primary key, admin_id uuid not null references admins(id) on delete cascade,
  made_at timestamptz not null, undone_at timestamptz, made_in xid8 not null default pg_current_xact_id(),
  access text not null default 'admin', check ((access in ('staff', 'admin'))));
create index on (admin_id); create index on (made_at);

-- Clients whose appointments cannot be settled: staff see them once, and they are not tried again for ever.
create table unsettled_clients (client_id uuid primary key references clients(id) on delete cascade,
  salon_id uuid not null references salons(id), appointments integer not null, failures integer not null,
  noticed_at timestamptz not null, seen_at timestamptz);
create index on (salon_id) where (seen_at is null);

-- Appointments of clients after a text of a campaign, with their evidence.
create table visits (id uuid default gen_random_uuid() primary key, salon_id uuid not null references salons(id),
  client_id uuid references clients(id) on delete set null, phone text not null,
  campaign_id uuid references campaigns(id) on delete set null, service text not null default 'treatment',
  booked_at timestamptz, visit_at timestamptz, visit_on date, state text not null, amount integer,
  evidence jsonb not null, decided_by text, decided_at timestamptz, rule_version text, created_by text not null,
  created_at timestamptz not null, created_kind actor_kind, created_id text, decided_kind actor_kind, decided_id text,
  check ((amount >= 0)), check ((service in ('treatment', 'consultation', 'patch_test'))),
  check ((state in ('reported', 'booked', 'attended', 'no_show', 'canceled'))));
create index on (campaign_id) where (campaign_id is not null);
create index on (client_id) where (client_id is not null); create index on (phone, salon_id);
create index on (salon_id, client_id); create index on (salon_id, created_at desc, id);
create unique index on (client_id, visit_on) where (state <> 'canceled');

-- Answers to the questionnaire.
create table waitlist_responses (id uuid default gen_random_uuid() primary key, mobile_number text not null,
  phone text, linked_phone text, email text, customer_count text not null, mobile_numbers_count text not null,
  avg_spend text not null, has_marketing_consent text not null, hardest_part_text text not null,
  consent_agreed boolean not null, uses_salon_software text, salon_software_name text, tried_sms_marketing text,
  used_offers text, motivating_offer_text text, current_rebook_rate text, desired_rebook_rate text,
  magic_wand_text text, when_to_start text, submitted_at timestamptz not null default now());
create index on (linked_phone); create index on (phone); create index on (submitted_at desc, id);

-- One month of a programme: we ask the owner for a list, and the list starts a wave.
create table waves (id uuid default gen_random_uuid() primary key, salon_id uuid not null references salons(id),
  asked_for date not null, state text not null, list_id uuid references client_lists(id) unique,
  campaign_id uuid references campaigns(id) unique, note text, created_at timestamptz not null,
  unreached_at timestamptz, unique (salon_id, asked_for), check ((state in ('asking', 'started', 'skipped'))));

-- Numbers that said STOP to a sender; texts to them are refused with 21610.
create table simulator.blocks (handset text not null, sender text not null, at timestamptz not null,
  primary key (handset, sender));

-- Trouble made on purpose; `remaining` null: until it is cleared.
create table simulator.faults (id bigint generated as identity primary key, kind text not null, handset text,
  code integer, ms integer, times integer, remaining integer, probability real not null default 1);

-- Phones that got or sent a text; beside the texts so that a list of thousands opens quickly.
create table simulator.handsets (number text primary key, last_text bigint not null, last_at timestamptz not null,
  unread integer not null default 0);
create index on (last_text desc);

-- Mails of the simulated network, shown at /dev/phones.
create table simulator.mails (id uuid primary key, at timestamptz not null, to_address text not null, reply_to text,
  subject text not null, body text not null, html text not null);
create index on (at desc);

create table simulator.media (sid text primary key,
  text_sid text not null references simulator.texts(sid) on delete cascade, content_type text not null,
  bytes bytea not null);
create index on (text_sid);

-- What happens to a text after it was accepted: each step changes its status, calls back, or both.
create table simulator.steps (id bigint generated as identity primary key,
  text_sid text not null references simulator.texts(sid) on delete cascade, status text not null, error_code integer,
  due_at timestamptz not null, posts integer not null default 1, taken_at timestamptz, done_at timestamptz,
  answer integer);
create index on (due_at, id) where (done_at is null); create index on (text_sid, id) where (done_at is null);

-- One text on one phone, as the network knows it.
create table simulator.texts (id bigint generated as identity primary key, sid text not null unique,
  direction text not null, handset text not null, sender text not null, service_sid text, body text not null,
  shown text not null, num_media integer not null default 0, num_segments integer not null, status text not null,
  error_code integer, status_callback text, created_at timestamptz not null, updated_at timestamptz not null,
  sent_at timestamptz, listed boolean not null default true, check ((direction in ('out', 'in'))));
create index on (handset, id); create index on (id) where listed;
