-- The simulated phone network: what Twilio and the handsets would remember. Nothing of ours reads it.

create schema simulator;

-- One text on one handset, as the network knows it.
create table simulator.texts (
  id bigint generated always as identity primary key,
  sid text not null unique,
  -- 'out': we sent it and a handset gets it; 'in': a handset sent it to us.
  direction text not null check (direction in ('out', 'in')),
  handset text not null,
  sender text not null,
  service_sid text,
  -- What the carrier still holds (empty once redacted), and what the handset shows for ever.
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
  -- False for the network's own confirmations, which the carrier's list does not show, and after a delete.
  listed boolean not null default true
);
create index texts_handset on simulator.texts (handset, id);
create index texts_listed on simulator.texts (id) where listed;

-- A handset that ever got or sent a text; kept beside the texts so that the list of thousands opens at once.
create table simulator.handsets (
  number text primary key,
  last_text bigint not null,
  last_at timestamptz not null,
  unread integer not null default 0
);
create index handsets_recent on simulator.handsets (last_text desc);

-- Numbers that said STOP to a sender; sends to them are refused with 21610.
create table simulator.blocks (
  handset text not null,
  sender text not null,
  at timestamptz not null,
  primary key (handset, sender)
);

-- Where a text stands on its way; it only ever moves forward, and the first end wins.
create function simulator.rank(status text) returns integer language sql immutable parallel safe as
  $$ select coalesce(array_position(array['scheduled', 'accepted', 'queued', 'sending', 'sent'], status), 6) $$;

-- What becomes of a text after it was accepted: each step changes its status, calls back, or both.
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

-- Trouble made on purpose; `remaining` null lasts until it is cleared.
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
