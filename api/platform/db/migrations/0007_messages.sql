-- Until when a first text may leave, so that a claim can leave alone what is outside quiet hours without asking anybody.
-- The far past means that nobody has looked it up yet.
alter table messages
  add column due_until timestamptz,
  -- Who counted an unknown text as sent or as not sent: a person's word, which the carrier's outranks.
  add column resolved_by uuid references admins,
  -- When a person allowed another first text to a number that may have had this one.
  add column released_at timestamptz;
update messages set due_until = '-infinity' where status = 'queued' and kind = 'first_text';
create index messages_closed on messages (due_until) where status = 'queued' and outreach_id is not null;

-- Of texts that were counted as not sent before, the last one to a number holds it now.
update messages m set resolved_by = a.id from admins a
where m.status = 'failed' and m.accepted_at is null and m.error_message = 'Counted as not sent by ' || a.username
  and (m.kind <> 'first_text' or not exists (
    select 1 from messages other
    where other.phone = m.phone and other.kind = 'first_text' and other.id <> m.id
      and (other.status not in ('canceled', 'failed') or other.accepted_at is not null
        or (other.error_message like 'Counted as not sent by %' and other.seq > m.seq))));

-- At most one first text to a number, ever. What was canceled, or refused before the carrier had it, never went out;
-- what only a person says was not sent may have, and holds the number until a person lets it go.
drop index messages_one_first_text;
create unique index messages_one_first_text on messages (phone)
  where kind = 'first_text' and released_at is null
    and (status not in ('canceled', 'failed') or accepted_at is not null or resolved_by is not null);

-- How many texts the last draw from the bucket was allowed: what an update can return to who made it.
alter table send_bucket add column drawn integer not null default 0;
