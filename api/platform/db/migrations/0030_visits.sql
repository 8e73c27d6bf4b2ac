-- In the order in which the service locks them, so that a running service cannot deadlock with this migration.
lock table messages, campaigns in access exclusive mode;

-- What staff said about a received text.
alter table messages add column outcome text;
alter table messages add constraint messages_outcome_check
  check (outcome in ('booked', 'not_interested', 'wrong_person')) not valid;

-- When the send guard let a text of a salon's campaign leave. Until then it does not count against the caps.
alter table messages add column cleared_at timestamptz;

-- Appointments of clients after a text of a campaign, with their evidence.
create table visits (
  id uuid primary key default gen_random_uuid(),
  salon_id uuid not null references salons,
  client_id uuid references clients on delete set null,
  -- E.164
  phone text not null,
  -- The campaign that texted the number last.
  campaign_id uuid references campaigns on delete set null,
  service text not null default 'treatment' check (service in ('treatment', 'consultation', 'patch_test')),
  booked_at timestamptz,
  -- Null: not known yet.
  visit_at timestamptz,
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

create trigger visits_notify after insert or update on visits for each statement execute function notify_change('salon');

-- Salons with everything that a first campaign needs.
update salons s set state = 'ready'
where state = 'setup' and agreed_at is not null
  and exists (select 1 from senders n where n.salon_id = s.id)
  and exists (select 1 from client_lists l where l.salon_id = s.id and l.state = 'committed')
  and exists (select 1 from offers o where o.salon_id = s.id and o.state = 'approved');
