-- The durable link to the page of a salon's owner. It has no end until the salon is closed or another one is made.
alter table owner_links drop constraint owner_links_purpose_check;
alter table owner_links add constraint owner_links_purpose_check
  check (purpose in ('agree', 'list', 'offer', 'results', 'home'));
alter table owner_links alter column expires_at drop not null;
-- A salon has one such link: a second one would stay open unseen.
create unique index owner_links_home on owner_links (salon_id)
  where purpose = 'home' and used_at is null and expires_at is null;

-- The system that the owner exports clients from, as its export guide is called.
alter table salons add column booking_system text;

-- Agreements that a later one of the same salon replaced, as they were agreed.
create table past_agreements (
  id uuid primary key default gen_random_uuid(),
  salon_id uuid not null references salons,
  version text not null,
  wording text,
  agreed_at timestamptz not null,
  agreed_by text,
  agreed_ip text
);
create index past_agreements_salon on past_agreements (salon_id, agreed_at desc);
