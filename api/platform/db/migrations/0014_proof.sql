-- A campaign keeps clients aside: they get no text, so that its effect can be measured.

alter table campaigns
  -- Percent of the compared clients.
  add column kept_aside integer not null default 0 check (kept_aside between 0 and 20);

-- What the compared clients of a campaign get. Stored when it starts, so that a later list changes nothing.
create table assignments (
  campaign_id uuid not null references campaigns,
  client_id uuid not null references clients on delete cascade,
  assigned text not null check (assigned in ('text', 'kept_aside')),
  -- Of a client kept aside: the client whose text stands for the one that was not sent, and when that was due.
  beside uuid references clients on delete set null,
  due_at timestamptz not null,
  primary key (campaign_id, client_id)
);
create index assignments_kept_aside on assignments (client_id) where assigned = 'kept_aside';
create index assignments_client on assignments (client_id);
create index assignments_beside on assignments (beside) where beside is not null;

-- Visits of a client by earlier lists.
create index client_changes_client on client_changes (client_id);
