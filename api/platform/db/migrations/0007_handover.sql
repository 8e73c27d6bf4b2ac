-- Questions and bookings of clients that are handed to the owner of their salon.
alter table owner_links drop constraint owner_links_purpose_check;
alter table owner_links add constraint owner_links_purpose_check
  check (purpose in ('agree', 'list', 'offer', 'results', 'home', 'handover'));

alter table salons
  -- Off: the owner gets no texts or e-mails about questions and bookings, and reads them on the page.
  add column handover_texts boolean not null default true,
  -- Opening hours, services, prices: what staff need for an answer.
  add column facts text check (char_length(facts) <= 4000);

create table handovers (
  id uuid primary key default gen_random_uuid(),
  salon_id uuid not null references salons,
  -- Of the client.
  phone text not null,
  kind text not null check (kind in ('question', 'booking')),
  -- The text that it is about, of the same number: an erasure deletes both. One question for each text.
  message_id uuid not null,
  -- Of a booking; null while the time is not known.
  visit_id uuid references visits on delete set null,
  visit_at timestamptz,
  -- Counts the changes of a booking, so that a calendar replaces the earlier entry.
  revision integer not null default 0,
  created_by uuid not null references admins,
  created_at timestamptz not null,
  -- How the owner got it; null: waits for the collected text of the day.
  told_by text check (told_by in ('text', 'email', 'page')),
  told_at timestamptz,
  -- What the owner answered to a question.
  answer text check (answer in ('works', 'other_time', 'call')),
  answer_words text check (char_length(answer_words) <= 1000),
  answered_at timestamptz,
  unique (message_id, kind)
);
create index handovers_salon on handovers (salon_id, created_at desc);
create index handovers_phone on handovers (phone);
create index handovers_visit on handovers (visit_id) where visit_id is not null;
create index handovers_waiting on handovers (salon_id, created_at) where told_by is null;
create trigger handovers_notify after insert or update on handovers for each statement execute function notify_change('salon');

-- A note is of staff, or of the owner of a salon, who has no account.
alter table conversation_notes
  alter column created_by drop not null,
  add column author text,
  add constraint conversation_notes_author check (created_by is not null or author is not null);
