-- In the order in which the service locks them, so that a running service cannot deadlock with this migration.
lock table client_lists, clients, client_changes, consent_events, owner_links in access exclusive mode;

-- How the file is read besides its columns: the sheet, rows that a filter hides, and what staff decided about answers.
alter table client_lists add column options jsonb not null default '{}';

-- An answer about texts that cannot be read. The client gets no text until staff decide what it means.
alter table clients add column undecided_answer text;
alter table client_changes add column undecided_answer text;
create index clients_undecided on clients (salon_id, lower(undecided_answer)) where undecided_answer is not null;

-- A yes on a list that the salon does not call a written agreement. It is evidence, and no basis for texts.
alter table consent_events drop constraint consent_events_kind_check;
alter table consent_events add constraint consent_events_kind_check
  check (kind in ('soft_opt_in', 'written_consent', 'listed_yes', 'objection', 'withdrawn')) not valid;

-- One upload at a time through a link. A process that dies frees the link when its lease ends.
alter table owner_links add column lease_until timestamptz not null default '-infinity';
