-- Texts and e-mails with a link to the owner of a salon: links that staff sent, reminders, requests of programmes,
-- announcements and hand-overs. A row stays when its e-mail or link is pruned, so that reminders are counted.
create table owner_messages (
  -- Of the text or e-mail.
  dedupe_key text primary key,
  link_hash bytea not null,
  salon_id uuid not null references salons,
  -- The purpose of the link; `link`: staff sent it.
  kind text not null check (kind in ('link', 'agree', 'list', 'offer', 'results', 'handover', 'texts')),
  -- The offer, hand-over or campaign that it is about, or the month of a programme that needs a list.
  subject_id uuid,
  -- `text` also for a link that staff sent both ways.
  sent_by text not null check (sent_by in ('text', 'email')),
  sent_at timestamptz not null,
  -- When the owner used the link up.
  answered_at timestamptz
);
create index owner_messages_salon on owner_messages (salon_id, kind, sent_at desc);
create index owner_messages_subject on owner_messages (subject_id) where subject_id is not null;
create index owner_messages_link on owner_messages (link_hash);
create trigger owner_messages_notify after insert on owner_messages for each statement
  execute function notify_change('salon');

insert into owner_messages (dedupe_key, link_hash, salon_id, kind, subject_id, sent_by, sent_at, answered_at)
with sent as (
  select dedupe_key, 'text' as sent_by, created_at, split_part(dedupe_key, ':', 1) as prefix,
    split_part(dedupe_key, ':', 2) as about, substring(dedupe_key from '[0-9a-f]{64}$') as hash
  from messages where dedupe_key ~ '^(link|handover):.*[0-9a-f]{64}$'
  union all
  select dedupe_key, 'email', created_at, split_part(dedupe_key, ':', 1),
    split_part(dedupe_key, ':', 2), substring(dedupe_key from '[0-9a-f]{64}$')
  from mails where dedupe_key ~ '^(link|handover):.*[0-9a-f]{64}$'),
found as (
  select case when wave_id is null then 'chaser:' else 'programme:' end || encode(link_hash, 'hex') as dedupe_key, link_hash,
    salon_id, kind, wave_id as subject_id, sent_by, sent_at
  from chasers
  union all
  select a.dedupe_key, decode(split_part(a.dedupe_key, ':', 2), 'hex'), c.salon_id, 'texts', a.campaign_id,
    case when exists (select 1 from mails e where e.dedupe_key = a.dedupe_key) then 'email' else 'text' end, a.created_at
  from announcements a join campaigns c on c.id = a.campaign_id
  union all
  select t.dedupe_key, decode(t.hash, 'hex'), h.salon_id, 'handover', h.id, t.sent_by, t.created_at
  from sent t join handovers h on h.id::text = t.about where t.prefix = 'handover'
  union all
  -- Their keys end without the hash from here on: one text for each morning and evening.
  select substring(t.dedupe_key from '^(.*):'), decode(t.hash, 'hex'), s.id, 'handover', null, t.sent_by, t.created_at
  from sent t join salons s on s.id::text = split_part(t.dedupe_key, ':', 3)
  where t.prefix = 'handover' and t.about = 'collected'
  union all
  select t.dedupe_key, l.token_hash, l.salon_id, 'link', l.subject_id, t.sent_by, t.created_at
  from sent t join owner_links l on l.token_hash = decode(t.hash, 'hex') where t.prefix = 'link')
select distinct on (f.dedupe_key) f.*, case when l.purpose <> 'home' then l.used_at end
from found f left join owner_links l on l.token_hash = f.link_hash
order by f.dedupe_key, f.sent_by desc;

update messages set dedupe_key = substring(dedupe_key from '^(.*):[0-9a-f]{64}$')
  where dedupe_key ~ '^handover:collected:.*:[0-9a-f]{64}$';
update mails set dedupe_key = substring(dedupe_key from '^(.*):[0-9a-f]{64}$')
  where dedupe_key ~ '^handover:collected:.*:[0-9a-f]{64}$';

drop table chasers, announcements;
