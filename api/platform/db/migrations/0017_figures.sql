-- Figures on the screens are kept, not counted, so that they cost the same at any size. Whoever changes a row that counts
-- appends what that changes, in the same transaction, and nobody waits for anybody; a worker adds it up (fold.ts). A
-- figure is its total and the changes not yet in it: right in every snapshot. The tables of changes have no checks: one
-- would cost four times what the row does.

create table totals (
  one boolean primary key default true check (one),
  prospects bigint not null,
  forms bigint not null,
  opt_outs bigint not null,
  review bigint not null,
  contacted bigint not null,
  positive bigint not null,
  followup bigint not null
);
create table total_changes (
  prospects integer not null default 0,
  forms integer not null default 0,
  opt_outs integer not null default 0,
  review integer not null default 0,
  contacted integer not null default 0,
  positive integer not null default 0,
  followup integer not null default 0
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Prospects that came as far as a step, as the totals count them.
create table funnel (
  prospect_id uuid primary key,
  contacted boolean not null,
  positive boolean not null,
  followup boolean not null
);
create index funnel_contacted on funnel (prospect_id) where contacted;
create index funnel_positive on funnel (prospect_id) where positive;
create index funnel_followup on funnel (prospect_id) where followup;
-- A prospect for whom that may have changed, or a text to or from one.
create table funnel_changes (
  subject uuid not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Texts of a campaign by status, and those left out of it as `left_out`. `due_at` is kept for queued texts that were never
-- tried: whether they wait for it depends on the time of asking.
create table campaign_totals (
  campaign_id uuid not null,
  status text not null,
  due_at timestamptz,
  texts bigint not null,
  unique nulls not distinct (campaign_id, status, due_at)
);
create table campaign_changes (
  campaign_id uuid not null,
  status text not null,
  due_at timestamptz,
  texts integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create function needs_review(direction text, processed boolean, status text) returns boolean language sql immutable as
  $$ select direction = 'inbound' and not processed or status = 'unknown' $$;

-- The step of the funnel that a text brings its prospect to; null: none.
create function funnel_step(direction text, intent text, kind text, carries_link boolean, accepted_at timestamptz)
returns text language sql immutable as $$
  select case
    when direction = 'inbound' and intent = 'positive' then 'positive'
    when accepted_at is not null and kind = 'first_text' then 'contacted'
    when accepted_at is not null and carries_link and kind in ('followup', 'reply') then 'followup'
  end
$$;

create function due_if_untried(status text, attempts smallint, due_at timestamptz) returns timestamptz
language sql immutable as $$ select case when status = 'queued' and attempts = 0 then due_at end $$;

create function count_new_text() returns trigger language plpgsql as $$
begin
  if needs_review(new.direction, new.processed, new.status) then
    insert into total_changes (review) values (1);
  end if;
  if funnel_step(new.direction, new.intent, new.kind, new.carries_link, new.accepted_at) is not null then
    insert into funnel_changes values (new.id);
  end if;
  if new.campaign_id is not null then
    insert into campaign_changes
    values (new.campaign_id, new.status, due_if_untried(new.status, new.attempts, new.due_at), 1);
  end if;
  return null;
end $$;

create function count_changed_text() returns trigger language plpgsql as $$
declare
  reviewed integer := needs_review(new.direction, new.processed, new.status)::integer
    - needs_review(old.direction, old.processed, old.status)::integer;
  was_step text := funnel_step(old.direction, old.intent, old.kind, old.carries_link, old.accepted_at);
  step text := funnel_step(new.direction, new.intent, new.kind, new.carries_link, new.accepted_at);
  was_due timestamptz := due_if_untried(old.status, old.attempts, old.due_at);
  due timestamptz := due_if_untried(new.status, new.attempts, new.due_at);
begin
  if reviewed <> 0 then
    insert into total_changes (review) values (reviewed);
  end if;
  if step is distinct from was_step or old.phone <> new.phone then
    insert into funnel_changes values (new.id);
  end if;
  if old.phone <> new.phone then
    insert into funnel_changes select id from prospects where phone = old.phone;
  end if;
  if old.campaign_id = new.campaign_id and (old.status <> new.status or was_due is distinct from due) then
    insert into campaign_changes values (old.campaign_id, old.status, was_due, -1), (new.campaign_id, new.status, due, 1);
  elsif old.campaign_id is distinct from new.campaign_id then
    insert into campaign_changes
    select * from (values (old.campaign_id, old.status, was_due, -1), (new.campaign_id, new.status, due, 1)) v (campaign)
    where campaign is not null;
  end if;
  return null;
end $$;

create function count_deleted_text() returns trigger language plpgsql as $$
begin
  if needs_review(old.direction, old.processed, old.status) then
    insert into total_changes (review) values ('-1');
  end if;
  if funnel_step(old.direction, old.intent, old.kind, old.carries_link, old.accepted_at) is not null then
    insert into funnel_changes select id from prospects where phone = old.phone;
  end if;
  if old.campaign_id is not null then
    insert into campaign_changes
    values (old.campaign_id, old.status, due_if_untried(old.status, old.attempts, old.due_at), -1);
  end if;
  return null;
end $$;

-- A transaction that changes which prospects there are sees no text that another one is writing, nor that one its
-- prospects: only what is folded after both have ended is sure to see both. So folding waits for the shared lock to end.
create function lock_funnel() returns void language sql as $$ select pg_advisory_xact_lock_shared(5107045) $$;

-- An import brings a hundred thousand at once, hardly any of them with a text: the lookup is written so that it can only
-- be one by index.
create function count_new_prospects() returns trigger language plpgsql as $$
begin
  perform lock_funnel();
  insert into total_changes (prospects) select count(*) from changed having count(*) > 0;
  insert into funnel_changes
  select id from changed where (select true from messages m where m.phone = changed.phone limit 1);
  return null;
end $$;

create function count_deleted_prospects() returns trigger language plpgsql as $$
begin
  perform lock_funnel();
  insert into total_changes (prospects) select -count(*) from changed having count(*) > 0;
  insert into funnel_changes select id from changed;
  return null;
end $$;

create function count_changed_prospect() returns trigger language plpgsql as $$
begin
  perform lock_funnel();
  insert into funnel_changes values (new.id);
  return null;
end $$;

create function count_forms() returns trigger language plpgsql as $$
begin
  insert into total_changes (forms) select tg_argv[0]::integer * count(*) from changed having count(*) > 0;
  return null;
end $$;

create function count_opt_outs() returns trigger language plpgsql as $$
begin
  insert into total_changes (opt_outs) select tg_argv[0]::integer * count(*) from changed having count(*) > 0;
  return null;
end $$;

create function count_left_out() returns trigger language plpgsql as $$
begin
  insert into campaign_changes
  select campaign_id, 'left_out', null, tg_argv[0]::integer * count(*) from changed group by campaign_id;
  return null;
end $$;

-- Counts everything anew. Nothing that counts is written meanwhile; reading goes on.
create function recount_figures() returns void language plpgsql as $$
begin
  lock table waitlist_responses, messages, prospects, suppressions, campaign_left_out, totals, total_changes, funnel,
    funnel_changes, campaign_totals, campaign_changes in share row exclusive mode;
  delete from totals;
  delete from total_changes;
  delete from funnel;
  delete from funnel_changes;
  delete from campaign_totals;
  delete from campaign_changes;
  insert into funnel
  select p.id, bool_or(step = 'contacted'), bool_or(step = 'positive'), bool_or(step = 'followup')
  from prospects p join (
    select phone, funnel_step(direction, intent, kind, carries_link, accepted_at) as step from messages
  ) m on m.phone = p.phone where step is not null group by p.id;
  insert into totals (prospects, forms, opt_outs, review, contacted, positive, followup) select
    (select count(*) from prospects), (select count(*) from waitlist_responses), (select count(*) from suppressions),
    (select count(*) from messages where needs_review(direction, processed, status)),
    count(*) filter (where contacted), count(*) filter (where positive), count(*) filter (where followup) from funnel;
  insert into campaign_totals
  select campaign_id, status, due_if_untried(status, attempts, due_at), count(*) from messages
  where campaign_id is not null group by 1, 2, 3
  union all
  select campaign_id, 'left_out', null, count(*) from campaign_left_out group by 1;
end $$;

-- Where the totals are gone as well, somebody fills all tables from a backup, and these with them.
create function recount_after_truncate() returns trigger language plpgsql as $$
begin
  if exists (select 1 from totals) then perform recount_figures(); end if;
  return null;
end $$;

-- An older version may still be writing: from here on what it writes waits, and is counted by the triggers.
select recount_figures();

create trigger messages_count_new after insert on messages for each row execute function count_new_text();
create trigger messages_count_changed after update of direction, kind, phone, status, intent, processed, accepted_at,
  carries_link, campaign_id, attempts, due_at on messages for each row execute function count_changed_text();
create trigger messages_count_deleted after delete on messages for each row execute function count_deleted_text();
create trigger prospects_count_new after insert on prospects
  referencing new table as changed for each statement execute function count_new_prospects();
create trigger prospects_count_deleted after delete on prospects
  referencing old table as changed for each statement execute function count_deleted_prospects();
create trigger prospects_count_changed after update of phone on prospects
  for each row when (old.phone <> new.phone) execute function count_changed_prospect();
create trigger waitlist_count_new after insert on waitlist_responses
  referencing new table as changed for each statement execute function count_forms('1');
create trigger waitlist_count_deleted after delete on waitlist_responses
  referencing old table as changed for each statement execute function count_forms('-1');
create trigger suppressions_count_new after insert on suppressions
  referencing new table as changed for each statement execute function count_opt_outs('1');
create trigger suppressions_count_deleted after delete on suppressions
  referencing old table as changed for each statement execute function count_opt_outs('-1');
create trigger left_out_count_new after insert on campaign_left_out
  referencing new table as changed for each statement execute function count_left_out('1');
create trigger left_out_count_deleted after delete on campaign_left_out
  referencing old table as changed for each statement execute function count_left_out('-1');
create trigger messages_recount after truncate on messages for each statement execute function recount_after_truncate();
create trigger prospects_recount after truncate on prospects for each statement execute function recount_after_truncate();
create trigger waitlist_recount after truncate on waitlist_responses
  for each statement execute function recount_after_truncate();
create trigger suppressions_recount after truncate on suppressions
  for each statement execute function recount_after_truncate();
create trigger left_out_recount after truncate on campaign_left_out
  for each statement execute function recount_after_truncate();
