-- platform: e-mail (api/platform/mail). A queued row is the job of sending it.
create table mails (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  to_address text not null,
  reply_to text,
  subject text not null,
  -- What the template shows. Emptied when the mail is sent: it may hold links with secrets.
  content jsonb,
  salon_id uuid references salons,
  -- The purpose of a mail ('agreement:<salon>:<version>', …): the same key never makes a second one.
  dedupe_key text not null unique,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'unknown', 'canceled')),
  created_at timestamptz not null,
  state_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  lease_until timestamptz,
  -- When the attempt was about to write the message. Before that a dead process has certainly sent nothing.
  handed_at timestamptz,
  -- Why it was not sent, or waits.
  problem text,
  -- Who sent an unknown or failed mail again.
  sent_again_by uuid references admins,
  -- Hash of the token in the link that turns this kind off.
  off_hash bytea unique,
  check ((state = 'sending') = (lease_until is not null))
);
create index mails_due on mails (due_at) where state = 'queued';
create index mails_sending on mails (lease_until) where state = 'sending';
create index mails_salon on mails (salon_id, created_at desc) where salon_id is not null;
create index mails_troubled on mails (created_at) where state in ('unknown', 'failed');
create index mails_age on mails (created_at);
create trigger mails_notify after insert or update or delete on mails for each statement execute function notify_change('mail');

-- Kinds that an address turned off, in lower case.
create table mail_turned_off (
  address text not null,
  kind text not null,
  at timestamptz not null,
  primary key (address, kind)
);

-- What keeps the mail server from accepting anything (no connection, a wrong password): all mails wait until `resume_at`.
create table mail_server (
  one boolean primary key default true check (one),
  failures integer not null default 0,
  trouble text,
  trouble_since timestamptz,
  resume_at timestamptz not null default '-infinity'
);
insert into mail_server default values;
