-- A wave starts only after its owner learned of it on an earlier day. Each text or e-mail about it is one announcement.

create table announcements (
  -- Of the text or e-mail.
  dedupe_key text primary key,
  campaign_id uuid not null references campaigns,
  created_at timestamptz not null
);
create index announcements_campaign on announcements (campaign_id);

-- Those of the waves so far: their links name the campaign.
insert into announcements (dedupe_key, campaign_id, created_at)
select 'programme:' || encode(l.token_hash, 'hex'), w.campaign_id, l.created_at
from waves w join owner_links l on l.subject_id = w.campaign_id and l.purpose = 'texts' and l.salon_id = w.salon_id;

-- When a wave was skipped, or ended, because nothing reached the owner.
alter table waves add column unreached_at timestamptz;
