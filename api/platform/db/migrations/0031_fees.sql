-- In the order in which the service locks them, so that a running service cannot deadlock with this migration.
lock table salons, clients, client_changes in access exclusive mode;

-- The number that the salon's customers call, E.164.
alter table salons add column business_phone text;

-- Clients who joined by themselves are on no list.
alter table clients alter column list_id drop not null, alter column added_by drop not null;
alter table client_changes alter column previous_list drop not null;

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

-- Numbered accounts of what a salon owes. An issued statement never changes, except that it is settled once.
create table statements (
  id uuid primary key default gen_random_uuid(),
  salon_id uuid not null references salons,
  number integer not null check (number > 0),
  issued_at timestamptz not null,
  issued_by text not null,
  currency text not null,
  -- Minor units; negative if the salon is owed.
  total integer not null,
  -- Names and time zone of the salon when it was issued.
  party jsonb not null,
  lines jsonb not null,
  -- The page for the owner, as HTML.
  page text not null,
  state text not null default 'issued' check (state in ('issued', 'settled')),
  settled_at timestamptz,
  unique (salon_id, number)
);

-- Money owed. Entries are added and never changed, except that a statement takes them once. The client and the visit are
-- ids without a reference: an erasure deletes both and leaves the amount.
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
create unique index ledger_entries_one_fee on ledger_entries (salon_id, client_id) where kind = 'fee';
create index ledger_entries_salon on ledger_entries (salon_id, seq);
create index ledger_entries_statement on ledger_entries (statement_id) where statement_id is not null;

-- An owner's objection to an entry. An open one keeps it from statements.
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

create function keep_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.statement_id is null and new.statement_id is not null
    and to_jsonb(old) - 'statement_id' = to_jsonb(new) - 'statement_id' then
    return new;
  end if;
  raise exception 'ledger entries cannot change' using errcode = 'integrity_constraint_violation';
end $$;
create trigger ledger_entries_keep before update or delete on ledger_entries for each row execute function keep_entry();

create function keep_statement() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'issued' and new.state = 'settled'
    and to_jsonb(old) - 'state' - 'settled_at' = to_jsonb(new) - 'state' - 'settled_at' then
    return new;
  end if;
  raise exception 'statements cannot change' using errcode = 'integrity_constraint_violation';
end $$;
create trigger statements_keep before update or delete on statements for each row execute function keep_statement();

create trigger ledger_entries_notify after insert or update on ledger_entries
  for each statement execute function notify_change('salon');
create trigger statements_notify after insert or update on statements
  for each statement execute function notify_change('salon');
create trigger disputes_notify after insert or update on disputes
  for each statement execute function notify_change('salon');
