-- A campaign may send a second text to the numbers that did not answer the first.
alter table campaigns
  add column second_template text,
  add column second_after_days integer check (second_after_days between 3 and 30),
  add constraint campaigns_second_text check ((second_template is null) = (second_after_days is null));

alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (kind in ('inbound', 'reply', 'details', 'followup',
  'alert', 'first_text', 'second_text', 'notice', 'offer', 'reminder', 'confirmation')) not valid;
create index messages_second_texts on messages (campaign_id, status) where kind = 'second_text';

-- The inbox is not told of second texts that are queued or canceled, as with first texts.
create or replace function notify_message() returns trigger language plpgsql as $$
begin
  if new.salon_id is not null then
    if new.direction = 'inbound' or new.status <> 'queued' then
      perform notify_event('salon', new.salon_id::text, null, null);
    end if;
  elsif new.kind not in ('first_text', 'second_text') or (tg_op = 'UPDATE' and new.status not in ('queued', 'sending', 'canceled')) then
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

-- The counts of a campaign are those of its first texts. Its few second texts are counted when they are read.
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
  if new.campaign_id is not null and new.kind <> 'second_text' then
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
  if new.kind = 'second_text' then
    return null;
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
  if old.campaign_id is not null and old.kind <> 'second_text' then
    insert into campaign_changes
    values (old.campaign_id, old.status, due_if_untried(old.status, old.attempts, old.due_at), -1);
  end if;
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
  where campaign_id is not null and kind <> 'second_text' group by 1, 2, 3
  union all
  select campaign_id, 'left_out', null, count(*) from campaign_left_out group by 1;
end $$;
