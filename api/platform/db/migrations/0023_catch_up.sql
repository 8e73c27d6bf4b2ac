-- Processes that take the carrier's webhooks, each until when it stored whatever came. One that ends takes its row away; a
-- row that grows old is of one that died or stands still, and texts since then may be missing.
create table listeners (
  id uuid primary key,
  heard_at timestamptz not null
);

create table catch_up (
  one boolean primary key default true check (one),
  -- Since when received texts may be missing; null while none is. Nothing is sent before the carrier was asked for them.
  behind_since timestamptz,
  -- Counts gaps, so that one that opens while another is being closed stays open.
  gaps bigint not null default 0,
  -- The second look: the carrier may list a text minutes after it took it.
  again_since timestamptz,
  again_at timestamptz,
  lease_until timestamptz not null default '-infinity',
  -- Why the carrier could not be asked, and since when; null while it answers.
  trouble text,
  trouble_since timestamptz
);
insert into catch_up (behind_since) select max(created_at) from messages where direction = 'inbound';

create function behind(moment timestamptz) returns boolean language sql stable as $$
  select exists (select 1 from catch_up where behind_since is not null)
    or exists (select 1 from listeners where heard_at <= moment - interval '15 seconds')
$$;

-- The carrier's list may still show what an erased number wrote before; null where the time was not kept.
alter table suppressions add column erased_at timestamptz;

-- The same of numbers that opted in again, whose hash is gone.
create table erased_before (
  phone text primary key,
  at timestamptz not null
);
