-- Numbers and Messaging Services that texts leave from and arrive at.
create table senders (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('number', 'messaging_service')),
  -- E.164, or the MG… id of a Messaging Service. Empty until the first start with a carrier.
  address text not null unique,
  -- Null: the agency's.
  salon_id uuid,
  -- When the settings named it as the agency's sender. The latest one is in use.
  chosen_at timestamptz,
  -- Token bucket of this sender. Null: only the rate of the account applies.
  rate_per_second double precision check (rate_per_second > 0),
  tokens double precision not null default 0,
  refilled_at timestamptz not null default 'epoch',
  drawn integer not null default 0,
  -- Why the carrier refuses this sender. Its texts wait.
  stopped_reason text,
  stopped_at timestamptz,
  check (salon_id is null or chosen_at is null)
);
create index senders_salon on senders (salon_id);

-- The sender of all texts so far. Its address comes from the settings at the next start.
insert into senders (id, kind, address, chosen_at)
values ('a6e2c700-0000-4000-8000-000000000001', 'number', '', 'epoch');

-- The agency's sender in use.
create function agency_sender() returns uuid language sql stable as $$
  select id from senders where salon_id is null order by chosen_at desc nulls last, id limit 1
$$;

-- A constant default fills old rows without rewriting the table.
alter table messages
  add column sender_id uuid default 'a6e2c700-0000-4000-8000-000000000001' references senders,
  -- Owner of the conversation, as of the sender. Null: the agency's.
  add column salon_id uuid,
  -- A received text may arrive at a number that is not known here.
  add constraint messages_sender check (direction = 'inbound' or sender_id is not null);
alter table messages alter column sender_id set default agency_sender();

alter table campaigns
  add column sender_id uuid not null default 'a6e2c700-0000-4000-8000-000000000001' references senders;
alter table campaigns alter column sender_id set default agency_sender();

-- The sender that the opt-out went to. Null: recorded by staff, learnt from the carrier, or older.
alter table suppressions
  add column sender_id uuid references senders,
  add column salon_id uuid;

-- Campaigns whose texts may be claimed.
create view running_campaigns as select id, sender_id from campaigns where state = 'running';

-- Whether a text's campaign was canceled. Locks the campaign, so that a concurrent cancel cannot miss the text.
create function campaign_canceled(campaign_id uuid) returns boolean language sql volatile as $$
  select state = 'canceled' from campaigns where id = campaign_id for share
$$;

-- A number gets one first text, ever. A text reserves its number if it may have arrived and staff did not release it.
create function reserves_number(kind text, status text, accepted_at timestamptz, resolved_by uuid, released_at timestamptz)
returns boolean language sql immutable as $$
  select kind = 'first_text' and released_at is null
    and (status not in ('canceled', 'failed') or accepted_at is not null or resolved_by is not null)
$$;
drop index messages_one_first_text;
create unique index messages_one_first_text on messages (phone)
  where reserves_number(kind, status, accepted_at, resolved_by, released_at);
create view number_reservations as
  select id as message_id, phone, status not in ('canceled', 'failed') or accepted_at is not null as certain
  from messages where reserves_number(kind, status, accepted_at, resolved_by, released_at);

-- A received text that may be an opt-out, without a decision by staff.
create function is_pending_review(intent text, decided_at timestamptz) returns boolean language sql immutable as $$
  select coalesce(intent = 'maybe_opt_out', false) and decided_at is null
$$;
drop index messages_undecided;
create index messages_pending_review on messages (phone)
  where direction = 'inbound' and is_pending_review(intent, decided_at);
create or replace function pending_review(phone text) returns boolean language sql stable as $$
  select exists (select 1 from messages m where m.phone = $1
    and m.direction = 'inbound' and is_pending_review(m.intent, m.decided_at))
$$;

-- Due texts are claimed by sender.
drop index messages_due;
create index messages_due on messages (sender_id, priority, due_at, seq) where status = 'queued' and campaign_id is null;

-- The agency's inbox has no texts of salons.
drop index messages_inbox;
create index messages_inbox on messages (created_at desc, seq desc) where direction = 'inbound' and salon_id is null;
drop index messages_inbox_review;
create index messages_inbox_review on messages (created_at desc, seq desc)
  where direction = 'inbound' and salon_id is null and not processed;
drop index messages_inbox_opt_outs;
create index messages_inbox_opt_outs on messages (created_at desc, seq desc)
  where direction = 'inbound' and salon_id is null and is_opt_out;

create or replace function notify_message() returns trigger language plpgsql as $$
begin
  if new.salon_id is null
    and (new.kind <> 'first_text' or (tg_op = 'UPDATE' and new.status not in ('queued', 'sending', 'canceled'))) then
    perform notify_event('message', new.id::text, new.phone, new.direction = 'inbound' and tg_op = 'INSERT');
  end if;
  if new.campaign_id is not null then
    perform notify_event('campaign', new.campaign_id::text, null, null);
  end if;
  if new.status = 'queued' and (tg_op = 'INSERT' or old.status <> 'queued') then
    perform pg_notify('outbox', '');
  end if;
  return null;
end $$;

-- Figures of the agency's screens count the agency's texts only. Counts of a campaign are its own.
drop trigger messages_received_new on messages;
create trigger messages_received_new after insert on messages
  for each row when (new.direction = 'inbound' and new.salon_id is null) execute function count_received();
drop trigger messages_received_changed on messages;
create trigger messages_received_changed after update of direction, is_opt_out on messages
  for each row when (new.salon_id is null and (old.direction <> new.direction or old.is_opt_out <> new.is_opt_out))
  execute function count_received();
drop trigger messages_received_deleted on messages;
create trigger messages_received_deleted after delete on messages
  for each row when (old.direction = 'inbound' and old.salon_id is null) execute function count_received();

create or replace function recount_inbox() returns void language plpgsql as $$
begin
  lock table messages, inbox_totals, inbox_changes in share row exclusive mode;
  delete from inbox_totals;
  delete from inbox_changes;
  insert into inbox_totals (received, opt_outs)
  select count(*), count(*) filter (where is_opt_out) from messages where direction = 'inbound' and salon_id is null;
end $$;

create or replace function count_new_text() returns trigger language plpgsql as $$
begin
  if new.salon_id is null then
    if needs_review(new.direction, new.processed, new.status) then
      insert into total_changes (review) values (1);
    end if;
    if funnel_step(new.direction, new.intent, new.kind, new.carries_link, new.accepted_at) is not null then
      insert into funnel_changes values (new.id);
    end if;
  end if;
  if new.campaign_id is not null then
    insert into campaign_changes
    values (new.campaign_id, new.status, due_if_untried(new.status, new.attempts, new.due_at), 1);
  end if;
  return null;
end $$;

create or replace function count_changed_text() returns trigger language plpgsql as $$
declare
  reviewed integer := needs_review(new.direction, new.processed, new.status)::integer
    - needs_review(old.direction, old.processed, old.status)::integer;
  was_step text := funnel_step(old.direction, old.intent, old.kind, old.carries_link, old.accepted_at);
  step text := funnel_step(new.direction, new.intent, new.kind, new.carries_link, new.accepted_at);
  was_due timestamptz := due_if_untried(old.status, old.attempts, old.due_at);
  due timestamptz := due_if_untried(new.status, new.attempts, new.due_at);
begin
  if new.salon_id is null then
    if reviewed <> 0 then
      insert into total_changes (review) values (reviewed);
    end if;
    if step is distinct from was_step or old.phone <> new.phone then
      insert into funnel_changes values (new.id);
    end if;
    if old.phone <> new.phone then
      insert into funnel_changes select id from prospects where phone = old.phone;
    end if;
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

create or replace function count_deleted_text() returns trigger language plpgsql as $$
begin
  if old.salon_id is null then
    if needs_review(old.direction, old.processed, old.status) then
      insert into total_changes (review) values ('-1');
    end if;
    if funnel_step(old.direction, old.intent, old.kind, old.carries_link, old.accepted_at) is not null then
      insert into funnel_changes select id from prospects where phone = old.phone;
    end if;
  end if;
  if old.campaign_id is not null then
    insert into campaign_changes
    values (old.campaign_id, old.status, due_if_untried(old.status, old.attempts, old.due_at), -1);
  end if;
  return null;
end $$;

create or replace function count_new_prospects() returns trigger language plpgsql as $$
begin
  perform lock_funnel();
  insert into total_changes (prospects) select count(*) from changed having count(*) > 0;
  insert into funnel_changes
  select id from changed where (select true from messages m where m.phone = changed.phone and m.salon_id is null limit 1);
  return null;
end $$;

create or replace function count_opt_outs() returns trigger language plpgsql as $$
begin
  insert into total_changes (opt_outs)
  select tg_argv[0]::integer * count(*) from changed where salon_id is null having count(*) > 0;
  return null;
end $$;

create or replace function recount_funnel() returns void language plpgsql as $$
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
    where salon_id is null
  ) m on m.phone = p.phone where step is not null group by p.id;
  insert into totals (prospects, forms, opt_outs, review, contacted, positive, followup) select
    (select count(*) from prospects), (select count(*) from waitlist_responses),
    (select count(*) from suppressions where salon_id is null),
    (select count(*) from messages where salon_id is null and needs_review(direction, processed, status)),
    count(*) filter (where contacted), count(*) filter (where positive), count(*) filter (where followup) from funnel;
  insert into campaign_totals
  select campaign_id, status, due_if_untried(status, attempts, due_at), count(*) from messages
  where campaign_id is not null group by 1, 2, 3
  union all
  select campaign_id, 'left_out', null, count(*) from campaign_left_out group by 1;
end $$;
